/** The lines that differ between two values, as JSON. */
export function Difference({ before, after }: { readonly before: unknown; readonly after: unknown }) {
  return (
    <pre className="json difference" tabIndex={0}>
      {linesOf(before, after).map(({ kind, text }, at) => (
        // Lines have no other name than their place.
        <span key={at} className={`line-${kind}`}>
          {`${marks[kind]} ${text}\n`}
        </span>
      ))}
    </pre>
  );
}

type Line = { readonly kind: 'same' | 'gone' | 'new'; readonly text: string };
const marks = { same: ' ', gone: '-', new: '+' } as const;

/** By the longest common subsequence of lines. */
export function linesOf(before: unknown, after: unknown): readonly Line[] {
  const old = textOf(before);
  const fresh = textOf(after);
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
): Line['kind'] {
  if (at >= old.length) return 'new';
  if (to >= fresh.length) return 'gone';
  if (old[at] === fresh[to]) return 'same';
  const [without = 0, withIt = 0] = [common[at + 1]?.[to], common[at]?.[to + 1]];
  return without >= withIt ? 'gone' : 'new';
}
