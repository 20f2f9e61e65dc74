import { pathOf } from './chart.tsx';
import { ticksTo } from './chart-frame.tsx';

it.each([
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [40, [0, 10, 20, 30, 40]],
  [41, [0, 20, 40, 60]],
  [1_234, [0, 500, 1_000, 1_500]],
])('draws lines up to %d in steps that people count in', (most, lines) => {
  expect(ticksTo(most)).toEqual(lines);
});

it('interrupts a line where there is no value', () => {
  expect(pathOf([[0, 1], [1, 2.04], null, null, [4, 5]])).toBe('M0 1L1 2M4 5');
  expect(pathOf([null, null])).toBe('');
});
