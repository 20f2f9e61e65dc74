import { createResting } from './resting.js';

function world() {
  const finds: ({ readonly work: string } | Error)[] = [];
  let [time, looks] = [0, 0];
  let meanwhile = (): void => undefined;
  const resting = createResting(
    async () => {
      looks += 1;
      meanwhile();
      const found = finds.shift();
      if (found instanceof Error) throw found;
      return Promise.resolve(found ?? 5_000);
    },
    () => time,
  );
  return {
    finds,
    resting,
    looks: () => looks,
    pass: (ms: number) => {
      time += ms;
    },
    meanwhile: (then: () => void) => {
      meanwhile = then;
    },
  };
}

it('looks each time while it finds something', async () => {
  const { finds, resting, looks } = world();
  const [one, two] = [{ work: 'one' }, { work: 'two' }];
  finds.push(one, two);
  expect([await resting.look(), await resting.look()]).toEqual([one, two]);
  expect(looks()).toBe(2);
});

it('rests when it finds nothing, and looks again after its rest', async () => {
  const { resting, looks, pass } = world();
  await resting.look();
  pass(4_999);
  await resting.look();
  expect(looks()).toBe(1);
  pass(1);
  await resting.look();
  expect(looks()).toBe(2);
});

it('looks at once when it is woken, also if that was while it looked', async () => {
  const { resting, looks, meanwhile } = world();
  await resting.look();
  meanwhile(resting.wake);
  resting.wake();
  await resting.look();
  await resting.look();
  expect(looks()).toBe(3);
});

it('does not rest after a failure', async () => {
  const { finds, resting, looks } = world();
  finds.push(new Error('no database'));
  await expect(resting.look()).rejects.toThrow('no database');
  await resting.look();
  expect(looks()).toBe(2);
});
