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

it('lets each arm follow another one in each round, and runs in what is not measured', async () => {
  const order: string[] = [];
  const arm = (name: string) => ({
    run: () => Promise.resolve({ requests: order.push(name), perSecond: 1, p50Ms: 1, p99Ms: 1 }),
    runIn: () => Promise.resolve(order.push(`before ${name}`)),
    meters: [{ name: 'runs', read: () => order.length }],
  });
  const names = ['a', 'b', 'c', 'd', 'e'];
  const arms = Object.fromEntries(names.map((name) => [name, arm(name)]));
  const rounds = await inRounds(arms, { ...options, onRound: () => undefined });
  const runs = order.filter((one) => names.includes(one));
  const before = names.map((name) =>
    [0, 1, 2].map((round) => {
      const at = runs.indexOf(name, round * names.length);
      return runs[at - 1];
    }),
  );
  for (const [one, other, third] of before) expect(other === one || third === other).toBe(false);
  for (const round of [0, 1, 2]) expect(runs.slice(5 * round, 5 * round + 5).toSorted()).toEqual(names);
  expect(order).toEqual(runs.flatMap((name) => [`before ${name}`, name]));
  // One run, not two.
  expect((rounds[0]?.['a']?.cpu['runs'] ?? 0) * (rounds[0]?.['a']?.requests ?? 0)).toBe(1000);
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
