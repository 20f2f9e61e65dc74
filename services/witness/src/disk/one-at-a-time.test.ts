import { setTimeout as sleep } from 'node:timers/promises';
import { createOneAtATime } from './one-at-a-time.js';

it('runs work of one key in turn, also after a failure, and of other keys meanwhile', async () => {
  const oneAtATime = createOneAtATime();
  const done: string[] = [];
  const work =
    (name: string, ms: number, fails = false) =>
    async () => {
      await sleep(ms);
      done.push(name);
      if (fails) throw new Error(name);
      return name;
    };
  const results = await Promise.allSettled([
    oneAtATime('a', work('a1', 30, true)),
    oneAtATime('a', work('a2', 0)),
    oneAtATime('b', work('b1', 10)),
    oneAtATime('a', work('a3', 0)),
  ]);
  expect(done).toEqual(['b1', 'a1', 'a2', 'a3']);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
});
