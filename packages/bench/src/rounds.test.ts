import { inTurns, mediansInTurns } from './rounds.js';

it('runs the loads in turn and collects the rounds of each', async () => {
  const order: string[] = [];
  let cpuMs = 0;
  let perSecond = 0;
  const load = (name: string, requests: number) => () => {
    order.push(name);
    cpuMs += requests;
    perSecond += 100;
    return Promise.resolve({ requests, perSecond, p99Ms: order.length });
  };
  const meters = [
    { name: 'service', read: () => cpuMs },
    { name: 'gone', read: () => undefined },
  ];
  const rounds = await inTurns({ plain: load('plain', 100), other: load('other', 200) }, 2, meters);
  expect(order).toEqual(['plain', 'other', 'plain', 'other']);
  // 100 requests at 100 a second and 100 at 300 a second: 200 in 4/3 s.
  expect(rounds.plain.load).toEqual({ requests: 200, perSecond: expect.closeTo(150) as number, p99Ms: 3 });
  expect(rounds.plain.cpu).toEqual([{ name: 'service', microseconds: 1000 }]);
  expect(rounds.other.load).toMatchObject({ requests: 400, p99Ms: 4 });
});

it('measures latencies in turn and takes the median of each kind', async () => {
  const order: string[] = [];
  const probe = (name: string, base: number) => ({
    measure: () => {
      order.push(name);
      return Promise.resolve([base + order.length, base]);
    },
  });
  expect(await mediansInTurns({ plain: probe('plain', 10), other: probe('other', 20) }, 2, 1)).toEqual({
    plain: 11,
    other: 22,
  });
  expect(order).toEqual(['plain', 'other', 'plain', 'other']);
});
