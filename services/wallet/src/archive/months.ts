/** Months of UTC, each as the Unix milliseconds of its beginning. */

/** The month of a time, or one that is `more` months later. */
export function monthOf(timeMs: number, more = 0): number {
  const time = new Date(timeMs);
  return Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + more, 1);
}

/** Such as `2026_11`. */
export function nameOfMonth(month: number): string {
  return new Date(month).toISOString().slice(0, 7).replace('-', '_');
}

/** The end of the last month that does not stay in the database, where `months` whole ones stay. */
export function archivedUntil(nowMs: number, months: number): number {
  return monthOf(nowMs, -months);
}

const graceMs = 7 * 86_400_000;

/** How many partitions should be in the archive for a week. 1 if there are none: nobody ran the command yet. */
export function monthsOverdue(
  partitions: readonly { readonly untilMs: number }[],
  nowMs: number,
  months: number,
): number {
  if (partitions.length === 0) return 1;
  return partitions.filter(({ untilMs }) => untilMs <= archivedUntil(nowMs - graceMs, months)).length;
}
