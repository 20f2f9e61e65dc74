/**
 * How far the own clock is from another one, in milliseconds: 0 when the other's reading lies between the own
 * readings before and after the question. All in Unix milliseconds.
 */
export function clockDrift(before: number, other: number, after: number): number {
  return Math.max(0, before - other, other - after);
}
