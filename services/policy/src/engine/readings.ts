import type { Facts, Field } from './field-source.js';
import { unknown, type Reading, type Value } from './reading.js';

/** What a condition reads, and whether it searches within it. */
export type Look = { readonly slot: number; readonly searches: boolean };

/**
 * The fields of one operation, each read at most once. Every look costs as much as there is to compare. Once
 * a decision has used up its cost, all further looks are unknown. So no request waits for the policies of
 * others.
 */
export type Readings = {
  readonly read: (look: Look) => Reading;
  readonly readElement: (look: Look, element: number) => Reading;
  /** From now on every reading is unknown. */
  readonly isSpent: () => boolean;
};

/** The first look at a field reads it, which costs more than a comparison with each of its values. */
const unitsOfReading = 4;

// A unit is one comparison, or the search through 8 characters: 50 ns, when text and part are such as take
// longest (search-for.ts). In all some 10 ms.
const mostWork = 200_000;
const charactersPerUnit = 8;
/** Addresses in text are compared whatever the case of their letters. */
const unitsOfAddressInText = 4;
const lengthOfAddress = 42;

/** What is left of the cost of one decision. */
export type Budget = { left: number };
export const newBudget = (): Budget => ({ left: mostWork });
const tooMuch = unknown('the application’s policies have too many conditions for data of this length');

type Weighed = { readonly reading: Reading; readonly compare: number; readonly search: number };

export function readingsOf(fields: readonly Field[], facts: Facts, budget: Budget): Readings {
  const shared = new Array<Weighed | undefined>(fields.length);
  const perElement = new Map<number, Weighed[]>();
  const fieldAt = (slot: number): Field => {
    const field = fields[slot];
    if (!field) throw new Error('a rule names a field that its rulebook does not have');
    return field;
  };
  const pay = ({ reading, compare, search }: Weighed, { searches }: Look): Reading => {
    budget.left -= searches ? search : compare;
    return budget.left < 0 ? tooMuch : reading;
  };
  const first = (slot: number, element: number): Weighed => {
    const weighed = weigh(fieldAt(slot).read(facts, element));
    budget.left -= weighed.compare * unitsOfReading;
    return weighed;
  };
  return {
    read: (look) => (budget.left < 0 ? tooMuch : pay((shared[look.slot] ??= first(look.slot, 0)), look)),
    readElement: (look, element) => {
      if (budget.left < 0) return tooMuch;
      let known = perElement.get(look.slot);
      if (!known) perElement.set(look.slot, (known = []));
      return pay((known[element] ??= first(look.slot, element)), look);
    },
    isSpent: () => budget.left < 0,
  };
}

function weigh(reading: Reading): Weighed {
  const [compare, characters] = sizeOf(reading);
  return { reading, compare, search: compare + Math.ceil(characters / charactersPerUnit) };
}

function sizeOf(reading: Reading): readonly [values: number, characters: number] {
  if (reading.state === 'value') {
    const { kind, value, perhaps } = reading;
    const own = kind === 'text' && lengthOf(value) === lengthOfAddress ? unitsOfAddressInText : 1;
    return [own + (perhaps instanceof Array ? perhaps.length : 0), lengthOf(value)];
  }
  if (reading.state === 'maybe')
    return [reading.values.length, reading.values.reduce<number>((sum, value) => sum + lengthOf(value), 0)];
  if (reading.state !== 'each') return [1, 0];
  let [values, characters] = [1, 0];
  for (const each of reading.readings) {
    const [more, longer] = sizeOf(each);
    values += more;
    characters += longer;
  }
  return [values, characters];
}

function lengthOf(value: Value): number {
  return typeof value === 'string' ? value.length : 0;
}
