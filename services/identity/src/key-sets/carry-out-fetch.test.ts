import { nextFetchSeconds } from './carry-out-fetch.js';

describe('nextFetchSeconds', () => {
  it('is the refresh time with ten per cent of jitter', () => {
    expect(nextFetchSeconds({ refreshSeconds: 300, random: () => 0 }, 0)).toBe(270);
    expect(nextFetchSeconds({ refreshSeconds: 300, random: () => 0.999_999 }, 0)).toBeCloseTo(330, 2);
  });

  it.each([
    [1, 15],
    [2, 30],
    [3, 60],
    [5, 240],
    [6, 300],
    [10_000, 300],
  ])('after %i failures in a row is about %i s', (failures, seconds) => {
    expect(nextFetchSeconds({ refreshSeconds: 300, random: () => 0.5 }, failures)).toBeCloseTo(seconds);
  });

  it('never retries more slowly than it refreshes', () => {
    expect(nextFetchSeconds({ refreshSeconds: 2, random: () => 0.5 }, 1)).toBe(2);
  });
});
