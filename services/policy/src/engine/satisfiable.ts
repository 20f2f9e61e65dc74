import type { ResolvedCondition } from './resolve-condition.js';
import {
  excludesValues,
  kindsOfTypedData,
  namesValues,
  operatorsOf,
  ordered,
  takesList,
  type Quantifier,
} from './operators.js';
import type { Value, ValueKind } from './reading.js';
import { TRUE } from './truth.js';

type Condition = ResolvedCondition & { readonly kind: ValueKind };

/**
 * Whether one value can meet all these conditions on one field. False only if none can. `some`: in an array,
 * different elements may meet them, though nobody writes two numeric bounds for that.
 */
export function satisfiable(conditions: readonly ResolvedCondition[], quantifier: Quantifier): boolean {
  const field = conditions[0]?.field;
  if (!field) return true;
  const isArray = field.mayBeMany && quantifier === 'some';
  const relevant = isArray ? conditions.filter(({ operator }) => ordered.includes(operator)) : conditions;
  const kinds = field.kind === undefined ? kindsOfTypedData : [field.kind];
  return relevant.length === 0 || kinds.some((kind) => satisfiableAs(kind, relevant));
}

function satisfiableAs(kind: ValueKind, resolved: readonly ResolvedCondition[]): boolean {
  const conditions = resolved.map((condition): Condition => {
    return { ...condition, comparands: condition.written.as(kind), kind };
  });
  if (!conditions.every(isOfKind)) return false;
  const candidates = candidateValues(conditions);
  if (candidates) return candidates.some((value) => conditions.every((condition) => meets(condition, value)));
  if (kind === 'integer') return integersRemain(conditions);
  if (kind === 'boolean')
    return [true, false].some((value) => conditions.every((each) => meets(each, value)));
  return prefixesAgree(conditions);
}

function isOfKind({ operator, comparands, written, kind }: Condition): boolean {
  const isEnough = takesList(operator) ? comparands.length > 0 : comparands.length === written.given;
  return operatorsOf[kind].includes(operator) && isEnough;
}

/** If a list fixes the possible values, only those need to be tried. */
function candidateValues(conditions: readonly Condition[]): readonly Value[] | undefined {
  const choices = conditions[0]?.field.choices;
  const list = conditions.find(({ operator }) => namesValues(operator));
  return list ? list.comparands : choices;
}

function meets({ fires, kind }: Condition, value: Value): boolean {
  return fires({ state: 'value', kind, value }) === TRUE;
}

function integersRemain(conditions: readonly Condition[]): boolean {
  let [least, greatest] = conditions[0]?.field.range ?? [0n, 0n];
  const excluded = new Set<bigint>();
  for (const { operator, comparands } of conditions) {
    const numbers = comparands.filter((comparand) => typeof comparand === 'bigint');
    if (excludesValues(operator)) for (const number of numbers) excluded.add(number);
    const [bound = 0n] = numbers;
    const [from, to] = boundsOf(operator, bound);
    if (from !== undefined && from > least) least = from;
    if (to !== undefined && to < greatest) greatest = to;
  }
  if (greatest < least) return false;
  const within = [...excluded].filter((number) => number >= least && number <= greatest);
  return BigInt(within.length) < greatest - least + 1n;
}

function boundsOf(
  operator: ResolvedCondition['operator'],
  bound: bigint,
): readonly [from: bigint | undefined, to: bigint | undefined] {
  if (operator === 'gt') return [bound + 1n, undefined];
  if (operator === 'gte') return [bound, undefined];
  if (operator === 'lt') return [undefined, bound - 1n];
  if (operator === 'lte') return [undefined, bound];
  return [undefined, undefined];
}

function prefixesAgree(conditions: readonly Condition[]): boolean {
  const prefixes = conditions
    .filter(({ operator }) => operator === 'starts_with')
    .map(({ comparands }) => String(comparands[0]))
    .sort((a, b) => a.length - b.length);
  return prefixes.every((prefix, index) => index === 0 || prefix.startsWith(prefixes[index - 1] ?? ''));
}
