import type { Operator } from './operators.js';
import type { Reading, Value } from './reading.js';
import type { CompiledCondition, IntegerRange, RangeFile } from './rulebook.js';
import { sortedInSteps } from './sorted-in-steps.js';

const rulesInOneStep = 256;

/** The integers for which a comparison holds. Undefined for operators without an order. */
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

/** By slot, the range that a rule's comparisons leave for a field. */
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

/** Adds the beginning and the end of a range. */
export function addCuts(cuts: Set<bigint>, [least, greatest]: IntegerRange): void {
  if (least !== undefined) cuts.add(least);
  if (greatest !== undefined) cuts.add(greatest + 1n);
}

/** Ten thousand rules may compare the same field, so this runs in steps too. */
export function* fileRanges(slot: number, ranged: readonly RangedRule[]): Generator<undefined, RangeFile> {
  const distinct = new Set<bigint>();
  for (const [at, { range }] of ranged.entries()) {
    if (at % rulesInOneStep === 0) yield;
    addCuts(distinct, range);
  }
  const cuts = yield* sortedInSteps(distinct);
  const reached = (value: bigint | undefined, none: number) =>
    value === undefined ? none : cutsReached(cuts, value);
  const rules = Int32Array.from(ranged, ({ position }) => position);
  const least = new Int32Array(ranged.length);
  const greatest = new Int32Array(ranged.length);
  for (const [at, { range }] of ranged.entries()) {
    if (at % rulesInOneStep === 0) yield;
    least[at] = reached(range[0], 0);
    greatest[at] = reached(range[1], cuts.length);
  }
  return { slot, cuts, rules, least, greatest };
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
  // A missing value, or one about something else, is in no range.
  if (reading.state === 'absent' || reading.state === 'inapplicable') return [];
  if (reading.state !== 'value' || typeof reading.value !== 'bigint' || reading.perhaps) return [...rules];
  const reached = cutsReached(file.cuts, reading.value);
  const found: number[] = [];
  for (let at = 0; at < rules.length; at += 1)
    if ((least[at] ?? 0) <= reached && reached <= (greatest[at] ?? 0)) found.push(rules[at] ?? 0);
  return found;
}
