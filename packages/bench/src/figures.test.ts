import { figureOf } from './figures.js';

it.each([
  [[3], { median: 3, min: 3, max: 3 }],
  [[4, 1, 2], { median: 2, min: 1, max: 4 }],
  [[10, 9, 1, 2], { median: 5.5, min: 1, max: 10 }],
])('of %j', (values, figure) => {
  expect(figureOf(values)).toEqual(figure);
});

it('is none without a value', () => {
  expect(() => figureOf([])).toThrow(/no round/);
});
