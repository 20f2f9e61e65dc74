import type { Chain } from '@wallet-service/addresses';
import { comparandsOfKind, parseComparand, WrongValue } from './comparand.js';
import {
  WrongCondition,
  type ConditionInput,
  type Field,
  type FieldSource,
  type RawValue,
} from './field-source.js';
import { fieldSources } from './field-sources.js';
import type { CoveredMethod } from './methods.js';
import {
  compileTest,
  operators,
  operatorsOf,
  searches,
  takesList,
  type Comparands,
  type Operator,
  type Test,
} from './operators.js';
import type { Value, ValueKind } from './reading.js';

export const longestList = 500;

export type ResolvedCondition = {
  /** The source and the field. */
  readonly name: string;
  readonly field: Field;
  readonly operator: Operator;
  /** What its author wrote, as any kind. */
  readonly written: Comparands;
  /** In the form that is compared. Empty if the kind of the field is known only from its value. */
  readonly comparands: readonly Value[];
  /** Whether the condition may hold. Then every rule but an ALLOW rule applies. */
  readonly fires: Test;
  /** Whether the condition certainly holds. Then an ALLOW rule applies. */
  readonly permits: Test;
};

const usualKeys = ['field_source', 'field', 'operator', 'value'];

/**
 * Prepares a condition for all `methods` on a chain. Throws WrongCondition for one that can never be
 * evaluated for one of them, and for a value that its field can never have.
 */
export function resolveCondition(
  condition: ConditionInput,
  chain: Chain,
  methods: readonly CoveredMethod[],
): ResolvedCondition {
  const source = sourceOf(condition, chain, methods);
  refuseOtherKeys(condition, source);
  const field = source.resolve(condition, chain);
  const operator = operatorFor(condition, field);
  const raws = rawValues(condition.value, operator);
  try {
    const comparands = raws.map((raw, index) => {
      const at = takesList(operator) ? `/value/${index}` : '/value';
      return located(at, () => comparandOf(field, operator, raw));
    });
    const written = comparandsOf(raws, field.kind, comparands);
    const compile = compileTest(operator, written, field.kind);
    const fires = compile('some');
    return {
      name: `${condition.field_source}.${condition.field}`,
      field,
      operator,
      written,
      comparands: field.kind === undefined ? [] : comparands,
      fires,
      permits: field.mayBeMany ? compile('every') : fires,
    };
  } catch (error) {
    if (error instanceof WrongValue) throw new WrongCondition('/value', error.message);
    throw error;
  }
}

/** Each value is read once as each kind that is asked for: to read 500 of them is most of the work. */
function comparandsOf(
  raws: readonly RawValue[],
  kind: ValueKind | undefined,
  ofKind: readonly Value[],
): Comparands {
  const known = new Map<ValueKind, readonly Value[]>();
  return {
    given: raws.length,
    as: (other) => {
      if (other === kind) return ofKind;
      const comparands = known.get(other) ?? comparandsOfKind(other, raws);
      known.set(other, comparands);
      return comparands;
    },
  };
}

function sourceOf(
  { field_source: name }: ConditionInput,
  chain: Chain,
  methods: readonly CoveredMethod[],
): FieldSource {
  const source = Object.hasOwn(fieldSources, name) ? fieldSources[name] : undefined;
  const fits = ({ chains, methods: known }: FieldSource) =>
    chains.includes(chain) && methods.every((method) => known.includes(method));
  if (source && fits(source)) return source;
  const fitting = Object.entries(fieldSources)
    .filter(([, each]) => fits(each))
    .map(([each]) => each);
  const why = source ? 'is never there for this chain and method' : 'is unknown';
  throw new WrongCondition('/field_source', `${why}; there are ${fitting.join(', ')}`);
}

function refuseOtherKeys(condition: ConditionInput, source: FieldSource): void {
  const known: readonly string[] = [...usualKeys, ...(source.options ?? [])];
  const other = Object.keys(condition).find((key) => !known.includes(key));
  if (other !== undefined) throw new WrongCondition(`/${other}`, 'has no meaning for this field source');
}

function operatorFor({ operator: name }: ConditionInput, { kind }: Field): Operator {
  const operator = operators.find((known) => known === name);
  const allowed = kind === undefined ? operators : operatorsOf[kind];
  if (operator === undefined || !allowed.includes(operator))
    throw new WrongCondition('/operator', `must be one of ${allowed.join(', ')}`);
  return operator;
}

function rawValues(value: ConditionInput['value'], operator: Operator): readonly RawValue[] {
  if (!takesList(operator)) {
    if (value === null || typeof value === 'object')
      throw new WrongCondition('/value', 'must be a string or a number');
    return [value];
  }
  if (!(value instanceof Array) || value.length === 0 || value.length > longestList)
    throw new WrongCondition('/value', `must be a list of 1 to ${longestList} values`);
  const seen = new Set<RawValue>();
  return value.map((each, index) => {
    if (each === null) throw new WrongCondition(`/value/${index}`, 'must be a string or a number');
    if (seen.has(each)) throw new WrongCondition(`/value/${index}`, 'is given twice');
    seen.add(each);
    return each;
  });
}

function comparandOf(field: Field, operator: Operator, raw: RawValue): Value {
  const comparand =
    field.kind === undefined ? likelyComparand(operator, raw) : parseComparand(field.kind, raw);
  if (typeof comparand === 'bigint' && field.range) {
    const [least, greatest] = field.range;
    if (comparand < least || comparand > greatest)
      throw new WrongValue(`is out of range: the field has values from ${least} to ${greatest}`);
  }
  if (field.choices && !field.choices.includes(String(comparand)))
    throw new WrongValue(`must be one of ${field.choices.join(', ')}`);
  if (searches(operator) && (comparand === '' || comparand === '0x'))
    throw new WrongValue('must not be empty');
  assertLength(field, operator, comparand);
  field.check?.(comparand, operator);
  return comparand;
}

function assertLength({ byteLength }: Field, operator: Operator, comparand: Value): void {
  if (byteLength === undefined) return;
  const length = (String(comparand).length - 2) / 2;
  if (searches(operator) ? length > byteLength : length !== byteLength)
    throw new WrongValue(`is too long or too short: the field has ${byteLength} bytes`);
}

// The type of a field of a typed message is not known yet. What the operator or the form of the value implies
// about it must hold.
function likelyComparand(operator: Operator, raw: RawValue): Value {
  if (operatorsOf.integer.includes(operator) && !operatorsOf.text.includes(operator))
    return parseComparand('integer', raw);
  if (operator === 'contains' || operator === 'starts_with') return parseComparand('text', raw);
  if (typeof raw === 'string' && /^0x[0-9a-fA-F]{40}$/.test(raw)) return parseComparand('address', raw);
  return typeof raw === 'number'
    ? parseComparand('integer', raw)
    : typeof raw === 'boolean'
      ? raw
      : parseComparand('text', raw);
}

function located<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof WrongValue) throw new WrongCondition(path, error.message);
    throw error;
  }
}
