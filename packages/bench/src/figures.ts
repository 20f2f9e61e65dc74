/** One figure over all rounds. Medians of few values mean little without the least and the greatest. */
export type Figure = { readonly median: number; readonly min: number; readonly max: number };

/** Throws without a value. */
export function figureOf(values: readonly number[]): Figure {
  const sorted = values.toSorted((one, other) => one - other);
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (min === undefined || max === undefined) throw new Error('there was no round');
  const half = sorted.length / 2;
  const middle = sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
  return { median: middle.reduce((sum, value) => sum + value, 0) / middle.length, min, max };
}
