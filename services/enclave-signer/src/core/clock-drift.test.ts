import { clockDrift } from './clock-drift.js';

it.each([
  ['lies between our two readings', 1_000, 1_005, 1_010, 0],
  ['equals our first reading', 1_000, 1_000, 1_010, 0],
  ['is ahead', 1_000, 4_010, 1_010, 3_000],
  ['is behind', 9_000, 1_000, 9_010, 8_000],
])('measures the drift when the other clock %s', (_title, before, other, after, drift) => {
  expect(clockDrift(before, other, after)).toBe(drift);
});
