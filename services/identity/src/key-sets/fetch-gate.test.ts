import { createFetchGate } from './fetch-gate.js';

it("leaves room for other applications while a few applications' hosts hang", async () => {
  const hanging: (() => void)[] = [];
  const gate = createFetchGate(
    (uri) => (uri === 'hangs' ? new Promise<void>((resolve) => hanging.push(resolve)) : Promise.resolve()),
    { most: 6, mostOfOne: 2 },
  );
  const running = ['a', 'a', 'b', 'b'].map((application) => gate('hangs', application));
  await expect(gate('hangs', 'a')).rejects.toMatchObject({ code: 'service.overloaded' });
  await expect(gate('answers', 'c')).resolves.toBeUndefined();
  running.push(gate('hangs', 'd'), gate('hangs', 'e'));
  await expect(gate('answers', 'c')).rejects.toMatchObject({ code: 'service.overloaded' });
  for (const end of hanging) end();
  await Promise.all(running);
  await expect(gate('answers', 'a')).resolves.toBeUndefined();
});
