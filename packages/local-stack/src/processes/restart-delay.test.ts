import { restartDelayMs } from './restart-delay.js';

it.each([
  [1, 250],
  [2, 500],
  [3, 1_000],
  [6, 8_000],
  [7, 10_000],
  [1_000, 10_000],
])('after %i crashes in a row a process starts again in %i ms', (crashes, delayMs) => {
  expect(restartDelayMs(crashes)).toBe(delayMs);
});
