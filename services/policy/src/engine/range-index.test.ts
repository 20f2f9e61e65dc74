import fc from 'fast-check';
import { fileRanges, rulesInRange } from './range-index.js';
import { absent, inapplicable, integer, unknown } from './reading.js';
import type { IntegerRange } from './rulebook.js';

const bound = fc.option(fc.bigInt(-3n, 12n), { nil: undefined });
const ranges = fc.array(fc.tuple(bound, bound), { maxLength: 12 });
function whole<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
const fileOf = (all: readonly IntegerRange[]) =>
  whole(
    fileRanges(
      0,
      all.map((range, index) => ({ position: index * 2, range })),
    ),
  );

describe('rules filed under ranges', () => {
  it('are found for the values in their range, both ends included, and for no others', () => {
    fc.assert(
      fc.property(ranges, fc.bigInt(-4n, 13n), (all, value) => {
        const holding = all.flatMap(([least, greatest], index) =>
          (least === undefined || least <= value) && (greatest === undefined || value <= greatest)
            ? [index * 2]
            : [],
        );
        expect(rulesInRange(fileOf(all), integer(value))).toEqual(holding);
      }),
      { numRuns: 2000 },
    );
  });

  it('are all found when the value is unknown, and none when there is no value', () => {
    const file = fileOf([
      [1n, 2n],
      [undefined, undefined],
    ]);
    expect(rulesInRange(file, unknown('hidden'))).toEqual([0, 2]);
    expect(rulesInRange(file, { state: 'each', readings: [] })).toEqual([0, 2]);
    expect(rulesInRange(file, absent)).toEqual([]);
    expect(rulesInRange(file, inapplicable)).toEqual([]);
  });

  it('can be about numbers beyond a machine’s integers', () => {
    const file = fileOf([
      [2n ** 256n - 1n, undefined],
      [undefined, 2n ** 255n],
    ]);
    expect(rulesInRange(file, integer(2n ** 256n - 1n))).toEqual([0]);
    expect(rulesInRange(file, integer(2n ** 255n))).toEqual([2]);
    expect(rulesInRange(file, integer(2n ** 255n + 1n))).toEqual([]);
  });
});
