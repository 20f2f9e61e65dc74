import { setTimeout as sleep } from 'node:timers/promises';
import { repeat } from './repeat.js';

const never = () => {
  throw new Error('it must not fail');
};

it('begins after the pause, or at once, and continues at once while there is more', async () => {
  let later = 0;
  let sooner = 0;
  const stops = [
    repeat(() => Promise.resolve((later += 1)), { pauseMs: 60_000 }, never),
    repeat(() => Promise.resolve((sooner += 1) < 5), { pauseMs: 60_000, atOnce: true }, never),
  ];
  await sleep(20);
  expect([later, sooner]).toEqual([0, 5]);
  await Promise.all(stops.map((stop) => stop()));
});

it('asks for the length of each pause', async () => {
  const rounds: string[] = [];
  const pauses = [1, 1, 60_000];
  const stop = repeat(
    () => Promise.resolve(rounds.push('round')),
    {
      pauseMs: () => {
        rounds.push('pause');
        return pauses.shift() ?? 0;
      },
    },
    never,
  );
  while (pauses.length > 0) await sleep(1);
  await stop();
  expect(rounds.slice(0, 5)).toEqual(['pause', 'round', 'pause', 'round', 'pause']);
});

it('continues after a failure, and reports it', async () => {
  const errors: unknown[] = [];
  let rounds = 0;
  const failing = () => Promise.reject(new Error(`round ${(rounds += 1)}`));
  const stop = repeat(failing, { pauseMs: 1, atOnce: true }, (error) => errors.push(error));
  while (rounds < 3) await sleep(1);
  await stop();
  expect(errors.slice(0, 2)).toEqual([new Error('round 1'), new Error('round 2')]);
});

it('stops at once in a pause, and after the round otherwise', async () => {
  await repeat(() => Promise.resolve(), { pauseMs: 60_000 }, never)();
  let isOver = false;
  const round = async () => {
    await sleep(30);
    isOver = true;
  };
  const stop = repeat(round, { pauseMs: 60_000, atOnce: true }, never);
  await sleep(5);
  await stop();
  expect(isOver).toBe(true);
});
