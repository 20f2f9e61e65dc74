import { setImmediate } from 'node:timers';
import { mapInTurn } from './in-turn.js';

function busyFor(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}

it('maps all items in order, and lets other work run in between', async () => {
  let turns = 0;
  const take = () => {
    turns += 1;
    if (turns < 1000) setImmediate(take);
  };
  setImmediate(take);
  const results = await mapInTurn([1, 2, 3, 4, 5, 6], (item) => {
    busyFor(6);
    return 2 * item;
  });
  expect(results).toEqual([2, 4, 6, 8, 10, 12]);
  expect(turns).toBeGreaterThanOrEqual(5);
});
