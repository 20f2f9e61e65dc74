import { addCuts, fileRanges, rangesOf, rulesInRange, type RangedRule } from './range-index.js';
import type { CompiledCondition, CompiledRule, IntegerRange, RangeFile, RuleIndex } from './rulebook.js';
import { equalityForm, type Value } from './reading.js';
import type { Readings } from './readings.js';

/** Rules may list many values each. */
const rulesInOneStep = 64;

/**
 * Runs in steps. Files each rule under the values of its most selective "is one of" condition, or else under
 * the range of the field that separates most rules.
 */
export function* indexRules(rules: readonly CompiledRule[]): Generator<undefined, RuleIndex> {
  const frequency = yield* frequencies(rules);
  const cuts = yield* cutCounts(rules);
  const always: number[] = [];
  const ranges = new Map<number, RangedRule[]>();
  const files = new Map<number, { byValue: Map<Value, number[]>; all: number[] }>();
  for (const [position, { shared }] of rules.entries()) {
    if (position % rulesInOneStep === 0) yield;
    const rarest = rarestCondition(shared, frequency);
    if (!rarest?.oneOf) {
      const ranged = rangeOfMostCuts(shared, cuts);
      if (ranged) append(ranges, ranged.slot, { position, range: ranged.range });
      else always.push(position);
      continue;
    }
    const file = files.get(rarest.slot) ?? { byValue: new Map<Value, number[]>(), all: [] };
    files.set(rarest.slot, file);
    file.all.push(position);
    for (const value of rarest.oneOf) append(file.byValue, value, position);
  }
  const filed: RangeFile[] = [];
  for (const [slot, ranged] of ranges) filed.push(yield* fileRanges(slot, ranged));
  return { always, files: [...files].map(([slot, file]) => ({ slot, ...file })), ranges: filed };
}

/** The positions of the rules that may hold, in ascending order. */
export function candidates({ always, files, ranges }: RuleIndex, readings: Readings): readonly number[] {
  if (files.length === 0 && ranges.length === 0) return always;
  const found = [...always];
  for (const { slot, byValue, all } of files) {
    const reading = readings.read({ slot, searches: false });
    // A missing value, or one about something else, is none of the values.
    const isOpen =
      reading.state === 'unknown' ||
      reading.state === 'maybe' ||
      reading.state === 'each' ||
      (reading.state === 'value' && reading.perhaps !== undefined);
    const named =
      reading.state === 'value' ? (byValue.get(equalityForm(reading.kind, reading.value)) ?? []) : [];
    for (const position of isOpen ? all : named) found.push(position);
  }
  for (const file of ranges)
    for (const position of rulesInRange(file, readings.read({ slot: file.slot, searches: false })))
      found.push(position);
  return found.sort((a, b) => a - b);
}

type Frequencies = ReadonlyMap<number, ReadonlyMap<Value, number>>;

function* frequencies(rules: readonly CompiledRule[]): Generator<undefined, Frequencies> {
  const counts = new Map<number, Map<Value, number>>();
  for (const [position, { shared }] of rules.entries()) {
    if (position % rulesInOneStep === 0) yield;
    for (const { slot, oneOf = [] } of shared) {
      const values = counts.get(slot) ?? new Map<Value, number>();
      counts.set(slot, values);
      for (const value of oneOf) values.set(value, (values.get(value) ?? 0) + 1);
    }
  }
  return counts;
}

/** The condition whose most common value is named by the fewest rules. */
function rarestCondition(
  conditions: readonly CompiledCondition[],
  frequency: Frequencies,
): CompiledCondition | undefined {
  const commonness = ({ slot, oneOf = [] }: CompiledCondition) =>
    oneOf.reduce<number>((most, value) => Math.max(most, frequency.get(slot)?.get(value) ?? 0), 0);
  return conditions
    .filter(({ oneOf }) => oneOf !== undefined)
    .sort((a, b) => commonness(a) - commonness(b))
    .at(0);
}

/** Into how many sections the rules' ranges divide each field. */
function* cutCounts(rules: readonly CompiledRule[]): Generator<undefined, ReadonlyMap<number, number>> {
  const cuts = new Map<number, Set<bigint>>();
  for (const [position, { shared }] of rules.entries()) {
    if (position % rulesInOneStep === 0) yield;
    for (const [slot, range] of rangesOf(shared)) {
      const known = cuts.get(slot) ?? new Set<bigint>();
      cuts.set(slot, known);
      addCuts(known, range);
    }
  }
  return new Map([...cuts].map(([slot, { size }]) => [slot, size]));
}

function rangeOfMostCuts(
  conditions: readonly CompiledCondition[],
  cuts: ReadonlyMap<number, number>,
): { readonly slot: number; readonly range: IntegerRange } | undefined {
  const count = (slot: number) => cuts.get(slot) ?? 0;
  const [most] = [...rangesOf(conditions)].sort(([a], [b]) => count(b) - count(a));
  return most && { slot: most[0], range: most[1] };
}

function append<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
