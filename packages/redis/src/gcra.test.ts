import { takePermit } from './gcra.js';

describe('takePermit', () => {
  const rate = { permits: 10, perMs: 1_000, burst: 3 }; // one per 100 ms, three at once

  it('gives the burst at once, then one permit per interval', () => {
    const asked = [0, 0, 0, 0, 50, 100, 100, 1_000];
    let arrival: number | undefined;
    const permits = asked.map((now) => {
      const result = takePermit(arrival, now * 1_000, rate);
      arrival = result.arrival;
      return result.permit;
    });
    expect(permits.map(({ allowed }) => allowed)).toEqual([
      true,
      true,
      true,
      false,
      false,
      true,
      false,
      true,
    ]);
    expect(permits.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0, 0, 0, 2]);
    expect(permits.map(({ retryAfterMs }) => retryAfterMs)).toEqual([0, 0, 0, 100, 50, 0, 100, 0]);
    expect(permits.map(({ resetMs }) => resetMs)).toEqual([100, 200, 300, 300, 250, 300, 300, 100]);
    expect(permits.every(({ limit }) => limit === 3)).toBe(true);
  });

  it('does not count refused attempts', () => {
    const { arrival } = takePermit(undefined, 0, { ...rate, burst: 1 });
    expect(takePermit(arrival, 10_000, { ...rate, burst: 1 })).toMatchObject({
      permit: { allowed: false },
      arrival,
    });
  });

  it('gives exactly the burst for intervals that have no finite binary form', () => {
    for (const [permits, perMs, burst] of [
      [3, 1_000, 100],
      [7, 60_000, 49],
      [600, 1_000, 600],
    ] as const) {
      let arrival: number | undefined;
      let given = 0;
      for (let attempt = 0; attempt < burst + 5; attempt++) {
        const result = takePermit(arrival, 1_795_000_000_000_123, { permits, perMs, burst });
        arrival = result.arrival;
        if (result.permit.allowed) given++;
      }
      expect(given).toBe(burst);
    }
  });
});
