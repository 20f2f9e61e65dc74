import { alike } from '../alike.ts';

/**
 * The lines that differ between two values, as JSON, and what is around them. All of them are in view. The order of the
 * members of objects is no difference.
 */
export function Difference({ before, after }: { readonly before: unknown; readonly after: unknown }) {
  return (
    <pre className="json difference" tabIndex={0}>
      {folded(linesOf(before, after)).map(({ kind, text }, at) => (
        // Lines have no other name than their place.
        <span key={at} className={`line-${kind}`}>
          {`${marks[kind]} ${text}\n`}
        </span>
      ))}
    </pre>
  );
}

type Line = { readonly kind: 'same' | 'gone' | 'new' | 'fold'; readonly text: string };
const marks = { same: ' ', gone: '-', new: '+', fold: '⋯' } as const;
/** So many lines that stay are shown around those that change. */
const around = 3;

/** With one line in place of many that stay the same. */
export function folded(lines: readonly Line[]): readonly Line[] {
  const isShown = lines.map(() => false);
  for (const [at, { kind }] of lines.entries())
    if (kind !== 'same')
      for (let near = Math.max(0, at - around); near <= Math.min(lines.length - 1, at + around); near += 1)
        isShown[near] = true;
  const shown: Line[] = [];
  for (let at = 0; at < lines.length;) {
    let end = at;
    while (end < lines.length && isShown[end] === isShown[at]) end += 1;
    const run = lines.slice(at, end);
    if (isShown[at] === true || run.length === 1) shown.push(...run);
    else shown.push({ kind: 'fold', text: `${run.length} lines stay the same` });
    at = end;
  }
  return shown;
}

/** By the longest common subsequence of lines. */
export function linesOf(before: unknown, after: unknown): readonly Line[] {
  const [old = [], fresh = []] = alike([before, after]).map(textOf);
  const common = commonLengths(old, fresh);
  const lines: Line[] = [];
  let [at, to] = [0, 0];
  while (at < old.length || to < fresh.length) {
    const kind = kindOf(old, fresh, common, at, to);
    lines.push({ kind, text: (kind === 'new' ? fresh[to] : old[at]) ?? '' });
    if (kind !== 'new') at += 1;
    if (kind !== 'gone') to += 1;
  }
  return lines;
}

function textOf(value: unknown): readonly string[] {
  return value === undefined ? [] : JSON.stringify(value, undefined, 2).split('\n');
}

type Lengths = readonly (readonly number[])[];

/** How many lines are in common from each place of both on. */
function commonLengths(old: readonly string[], fresh: readonly string[]): Lengths {
  const rows: number[][] = [fresh.map(() => 0).concat(0)];
  for (const line of old.toReversed()) {
    const [below = []] = rows;
    const row = [0];
    for (let to = fresh.length - 1; to >= 0; to -= 1)
      row.unshift(line === fresh[to] ? (below[to + 1] ?? 0) + 1 : Math.max(below[to] ?? 0, row[0] ?? 0));
    rows.unshift(row);
  }
  return rows;
}

function kindOf(
  old: readonly string[],
  fresh: readonly string[],
  common: Lengths,
  at: number,
  to: number,
): 'same' | 'gone' | 'new' {
  if (at >= old.length) return 'new';
  if (to >= fresh.length) return 'gone';
  if (old[at] === fresh[to]) return 'same';
  const [without = 0, withIt = 0] = [common[at + 1]?.[to], common[at]?.[to + 1]];
  return without >= withIt ? 'gone' : 'new';
}
