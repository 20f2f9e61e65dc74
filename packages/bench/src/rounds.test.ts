import { inRounds } from './rounds.js';

const options = { rounds: 3, seconds: 2, pauseMs: 0, signal: new AbortController().signal };

it('runs all arms in each round, each time with another one first', async () => {
  const order: string[] = [];
  let cpuMs = 0;
  const arm = (name: string, requests: number) => ({
    run: (seconds: number) => {
      order.push(name);
      cpuMs += requests;
      return Promise.resolve({ requests, perSecond: requests / seconds, p50Ms: 1, p99Ms: order.length });
    },
    meters: [
      { name: 'service', read: () => cpuMs },
      { name: 'gone', read: () => undefined },
    ],
  });
  const told: unknown[] = [];
  const rounds = await inRounds(
    { plain: arm('plain', 100), other: arm('other', 200) },
    { ...options, onRound: (_number, round) => told.push(round) },
  );
  expect(order).toEqual(['plain', 'other', 'other', 'plain', 'plain', 'other']);
  expect(rounds).toEqual(told);
  expect(rounds[1]?.plain).toEqual({
    requests: 100,
    perSecond: 50,
    p50Ms: 1,
    p99Ms: 4,
    cpu: { service: 1000 },
  });
});

it('stops before the next arm when it is told to', async () => {
  const stop = new AbortController();
  const run = () => {
    stop.abort(new Error('enough'));
    return Promise.resolve({ requests: 1, perSecond: 1, p50Ms: 1, p99Ms: 1 });
  };
  const arms = { one: { run, meters: [] }, other: { run, meters: [] } };
  const running = inRounds(arms, { ...options, signal: stop.signal, onRound: () => undefined });
  await expect(running).rejects.toThrow('enough');
});
