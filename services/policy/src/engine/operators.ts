import { equalityForm, type Reading, type Value, type ValueKind } from './reading.js';
import { searchFor } from './search-for.js';
import { FALSE, TRUE, UNKNOWN, type Truth } from './truth.js';

export const operators = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'not_in',
  'contains',
  'starts_with',
] as const;
export type Operator = (typeof operators)[number];

export const ordered: readonly Operator[] = ['gt', 'gte', 'lt', 'lte'];
const searching: readonly Operator[] = ['contains', 'starts_with'];
const equality: readonly Operator[] = ['eq', 'neq', 'in', 'not_in'];

/** The operators for each kind of value. */
export const operatorsOf: Readonly<Record<ValueKind, readonly Operator[]>> = {
  integer: [...equality, ...ordered],
  address: equality,
  account: equality,
  'bitcoin-address': equality,
  bytes: [...equality, ...searching],
  text: [...equality, ...searching],
  boolean: ['eq', 'neq'],
};

// What other modules ask about an operator. None of them knows operators by name.
export const takesList = (operator: Operator): boolean => operator === 'in' || operator === 'not_in';
/** It holds only for the values that its author names. */
export const namesValues = (operator: string): boolean => operator === 'eq' || operator === 'in';
/** It holds for all values but those that its author names. */
export const excludesValues = (operator: Operator): boolean => operator === 'neq' || operator === 'not_in';
/** It holds for no integer above a bound. */
export const boundsAbove = (operator: Operator): boolean =>
  operator === 'lt' || operator === 'lte' || namesValues(operator);
export const searches = (operator: Operator): boolean => searching.includes(operator);

/** Whether the condition holds for the reading. */
export type Test = (reading: Reading) => Truth;

/**
 * In an array, one matching element is enough to forbid. To allow, all must match, and there must be at least
 * one.
 */
export type Quantifier = 'some' | 'every';

/** `form`: the equality form of the value, if it is known already. */
type TestValue = (kind: ValueKind, value: Value, form?: Value) => Truth;

/** What a condition compares with: how many values its author gave, and those that are of a kind. */
export type Comparands = { readonly given: number; readonly as: (kind: ValueKind) => readonly Value[] };

/**
 * The test of a condition by quantifier. `kind` is undefined if known only from the value, as in a typed
 * message.
 */
export function compileTest(
  operator: Operator,
  comparands: Comparands,
  kind: ValueKind | undefined,
): (quantifier: Quantifier) => Test {
  const testValue =
    kind === undefined ? testOfAnyKind(operator, comparands) : testOfKind(operator, comparands, kind);
  return (quantifier) => quantified(testValue, operator, quantifier);
}

function quantified(testValue: TestValue, operator: Operator, quantifier: Quantifier): Test {
  const isNegative = operator === 'neq' || operator === 'not_in';
  const ofAbsent = isNegative ? UNKNOWN : FALSE;
  const test: Test = (reading) => {
    switch (reading.state) {
      case 'value':
        return reading.perhaps
          ? testWithPerhaps(testValue, reading.kind, reading.value, reading.perhaps, isNegative)
          : testValue(reading.kind, reading.value, reading.form);
      case 'maybe':
        return reading.values.some((value) => testValue(reading.kind, value) !== FALSE) ? UNKNOWN : FALSE;
      case 'unknown':
        return UNKNOWN;
      case 'absent':
        return ofAbsent;
      case 'inapplicable':
        return FALSE;
      case 'each': {
        if (reading.readings.length === 0) return FALSE;
        const truths = reading.readings.map(test);
        return (quantifier === 'some' ? Math.max(...truths) : Math.min(...truths)) as Truth;
      }
    }
  };
  return test;
}

/** An exact name is a match. A name that would have the same effect may be meant. */
function testWithPerhaps(
  testValue: TestValue,
  kind: ValueKind,
  value: Value,
  perhaps: readonly Value[] | 'anything',
  isNegative: boolean,
): Truth {
  const named = isNegative ? FALSE : TRUE;
  const truth = testValue(kind, value);
  if (truth === named) return truth;
  const mayBeNamed = perhaps === 'anything' || perhaps.some((other) => testValue(kind, other) === named);
  return mayBeNamed ? UNKNOWN : truth;
}

function testOfKind(operator: Operator, comparands: Comparands, kind: ValueKind): TestValue {
  const compare = comparison(operator, comparands.as(kind), kind);
  return (_kind, value, form) => compare(value, form);
}

/** A field of a typed message has a value of one of these (EIP-712): which one, only the message tells. */
export const kindsOfTypedData = [
  'integer',
  'address',
  'bytes',
  'text',
  'boolean',
] as const satisfies ValueKind[];

// The value is compared as the type that it has. If that is impossible (a type other than the author meant),
// the answer is unknown.
type KnownTest = {
  readonly compare: Compare;
  readonly complete: boolean;
  readonly none: boolean;
};

function testOfAnyKind(operator: Operator, { given, as }: Comparands): TestValue {
  const byKind = new Map<ValueKind, KnownTest>(
    kindsOfTypedData
      .filter((kind) => operatorsOf[kind].includes(operator))
      .map((kind) => {
        const comparands = as(kind);
        const compare = comparison(operator, comparands, kind);
        const complete = comparands.length === given;
        return [kind, { compare, complete, none: comparands.length === 0 }] as const;
      }),
  );
  return (kind, value, form) => {
    const known = byKind.get(kind);
    if (!known || known.none) return UNKNOWN;
    const truth = known.compare(value, form);
    if (known.complete) return truth;
    return (operator === 'in' && truth === TRUE) || (operator === 'not_in' && truth === FALSE)
      ? truth
      : UNKNOWN;
  };
}

type Compare = (value: Value, form?: Value) => Truth;

const truth = (holds: boolean): Truth => (holds ? TRUE : FALSE);

function comparison(operator: Operator, comparands: readonly Value[], kind: ValueKind): Compare {
  const [first = ''] = comparands;
  switch (operator) {
    case 'eq':
    case 'in': {
      const isAmong = membership(comparands, kind);
      return (value, form) => truth(isAmong(form ?? equalityForm(kind, value)));
    }
    case 'neq':
    case 'not_in': {
      const isAmong = membership(comparands, kind);
      return (value, form) => truth(!isAmong(form ?? equalityForm(kind, value)));
    }
    case 'gt':
      return (value) => truth(value > first);
    case 'gte':
      return (value) => truth(value >= first);
    case 'lt':
      return (value) => truth(value < first);
    case 'lte':
      return (value) => truth(value <= first);
    case 'contains': {
      const holds = searchFor(searchedForm(kind, first));
      return (value) => truth(holds(searchedForm(kind, value)));
    }
    case 'starts_with':
      return (value) => truth(String(value).startsWith(String(first)));
  }
}

function membership(comparands: readonly Value[], kind: ValueKind): (form: Value) => boolean {
  const forms = new Set(comparands.map((comparand) => equalityForm(kind, comparand)));
  const [only] = forms;
  // Most conditions name one value, and to compare with it is the faster by far.
  return forms.size === 1 ? (form) => form === only : (form) => forms.has(form);
}

/**
 * Text unchanged. Bytes as one character each, because a search in hexadecimal could find digits that start
 * in the middle of a byte.
 */
function searchedForm(kind: ValueKind, value: Value): string {
  return kind === 'bytes' ? Buffer.from(String(value).slice(2), 'hex').toString('latin1') : String(value);
}
