import type { ResolvedCondition } from './resolve-condition.js';
import type { Value } from './reading.js';

/**
 * Can one value meet all these conditions on one field? False only when none can; conditions on fields whose kind or number is not known
 * beforehand are taken to be satisfiable.
 */
export function satisfiable(conditions: readonly ResolvedCondition[]): boolean {
  const [first] = conditions;
  if (!first || first.field.kind === undefined || first.field.mayBeMany) return true;
  const candidates = candidateValues(conditions);
  if (candidates) return candidates.some((value) => conditions.every((condition) => meets(condition, value)));
  if (first.field.kind === 'integer') return integersRemain(conditions);
  if (first.field.kind === 'boolean')
    return [true, false].some((value) => conditions.every((each) => meets(each, value)));
  return prefixesAgree(conditions);
}

/** When a list says which values there are, only those need be tried. */
function candidateValues(conditions: readonly ResolvedCondition[]): readonly Value[] | undefined {
  const choices = conditions[0]?.field.choices;
  const list = conditions.find(({ operator }) => operator === 'eq' || operator === 'in');
  return list ? list.comparands : choices;
}

function meets({ fires, field }: ResolvedCondition, value: Value): boolean {
  return field.kind !== undefined && fires({ state: 'value', kind: field.kind, value }) > 0;
}

function integersRemain(conditions: readonly ResolvedCondition[]): boolean {
  let [least, greatest] = conditions[0]?.field.range ?? [0n, 0n];
  const excluded = new Set<bigint>();
  for (const { operator, comparands } of conditions) {
    const numbers = comparands.filter((comparand) => typeof comparand === 'bigint');
    if (operator === 'neq' || operator === 'not_in') for (const number of numbers) excluded.add(number);
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

function prefixesAgree(conditions: readonly ResolvedCondition[]): boolean {
  const prefixes = conditions
    .filter(({ operator }) => operator === 'starts_with')
    .map(({ comparands }) => String(comparands[0]))
    .sort((a, b) => a.length - b.length);
  return prefixes.every((prefix, index) => index === 0 || prefix.startsWith(prefixes[index - 1] ?? ''));
}
