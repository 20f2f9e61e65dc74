import { nextFetchSeconds } from './carry-out-fetch.js';

describe('nextFetchSeconds', () => {
  it('leaves a fifth of the refresh time for looking and fetching, with random spread', () => {
    expect(nextFetchSeconds({ refreshSeconds: 60, random: () => 0 }, 0)).toBe(48);
    expect(nextFetchSeconds({ refreshSeconds: 60, random: () => 0.999_999 }, 0)).toBeCloseTo(40.8, 2);
  });

  it.each([
    [1, 15],
    [2, 30],
    [3, 60],
    [5, 240],
    [6, 240],
    [10_000, 240],
  ])('is about %i s after %i failures in a row', (failures, seconds) => {
    expect(nextFetchSeconds({ refreshSeconds: 300, random: () => 0 }, failures)).toBeCloseTo(seconds);
  });

  it('never retries more slowly than it refreshes', () => {
    expect(nextFetchSeconds({ refreshSeconds: 2, random: () => 0 }, 1)).toBe(1.6);
  });
});
