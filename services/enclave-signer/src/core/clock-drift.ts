/**
 * How far our clock is from another one, in milliseconds. 0 if the other's reading lies between our readings
 * before and after. All in Unix milliseconds.
 */
export function clockDrift(before: number, other: number, after: number): number {
  return Math.max(0, before - other, other - after);
}
