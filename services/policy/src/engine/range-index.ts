import type { Operator } from './operators.js';
import type { Reading, Value } from './reading.js';
import type { CompiledCondition, IntegerRange, RangeFile } from './rulebook.js';

/** The integers for which a comparison holds; undefined when the operator is none of order. */
export function rangeOf(operator: Operator, comparand: Value | undefined): IntegerRange | undefined {
  if (typeof comparand !== 'bigint') return undefined;
  switch (operator) {
    case 'gt':
      return [comparand + 1n, undefined];
    case 'gte':
      return [comparand, undefined];
    case 'lt':
      return [undefined, comparand - 1n];
    case 'lte':
      return [undefined, comparand];
    default:
      return undefined;
  }
}

/** A rule by its position, with the range in which one of its fields must lie. */
export type RangedRule = { readonly position: number; readonly range: IntegerRange };

/** By slot, the range that all the comparisons of a rule leave of a field. */
export function rangesOf(conditions: readonly CompiledCondition[]): ReadonlyMap<number, IntegerRange> {
  const ranges = new Map<number, IntegerRange>();
  for (const { slot, between } of conditions)
    if (between) ranges.set(slot, narrowed(ranges.get(slot) ?? [undefined, undefined], between));
  return ranges;
}

function narrowed([least, greatest]: IntegerRange, [from, to]: IntegerRange): IntegerRange {
  return [
    least === undefined || (from !== undefined && from > least) ? from : least,
    greatest === undefined || (to !== undefined && to < greatest) ? to : greatest,
  ];
}

/** Where the ranges begin, and where they are over. */
export function cutsOf(ranges: readonly IntegerRange[]): readonly bigint[] {
  const cuts = ranges.flatMap(([least, greatest]) => [
    ...(least === undefined ? [] : [least]),
    ...(greatest === undefined ? [] : [greatest + 1n]),
  ]);
  return [...new Set(cuts)].sort((a, b) => (a < b ? -1 : 1));
}

export function fileRanges(slot: number, rules: readonly RangedRule[]): RangeFile {
  const cuts = cutsOf(rules.map(({ range }) => range));
  const reached = (value: bigint | undefined, none: number) =>
    value === undefined ? none : cutsReached(cuts, value);
  return {
    slot,
    cuts,
    rules: Int32Array.from(rules, ({ position }) => position),
    least: Int32Array.from(rules, ({ range: [least] }) => reached(least, 0)),
    greatest: Int32Array.from(rules, ({ range: [, greatest] }) => reached(greatest, cuts.length)),
  };
}

function cutsReached(cuts: readonly bigint[], value: bigint): number {
  let [from, to] = [0, cuts.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const cut = cuts[middle];
    if (cut !== undefined && cut <= value) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The positions of the rules of the file that may hold. */
export function rulesInRange(file: RangeFile, reading: Reading): readonly number[] {
  const { rules, least, greatest } = file;
  // What is left out or about something else is in no range.
  if (reading.state === 'absent' || reading.state === 'inapplicable') return [];
  if (reading.state !== 'value' || typeof reading.value !== 'bigint' || reading.perhaps) return [...rules];
  const reached = cutsReached(file.cuts, reading.value);
  const found: number[] = [];
  for (let at = 0; at < rules.length; at += 1)
    if ((least[at] ?? 0) <= reached && reached <= (greatest[at] ?? 0)) found.push(rules[at] ?? 0);
  return found;
}
