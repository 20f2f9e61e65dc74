/**
 * A string with this many Unicode characters that Postgres can store: no NUL, no half of a surrogate pair.
 */
export function isText(value: string, least: number, most: number): boolean {
  if (value.length > 2 * most) return false;
  const length = Array.from(value).length;
  const isStorable = !value.includes('\0') && Buffer.from(value, 'utf8').toString('utf8') === value;
  return length >= least && length <= most && isStorable;
}
