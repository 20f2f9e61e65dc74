import type { Facts, Field } from './field-source.js';
import type { Reading } from './reading.js';

/** The fields of one operation, each read at most once. */
export type Readings = {
  readonly read: (slot: number) => Reading;
  readonly readElement: (slot: number, element: number) => Reading;
};

export function readingsOf(fields: readonly Field[], facts: Facts): Readings {
  const shared = new Array<Reading | undefined>(fields.length);
  const perElement = new Map<number, Reading[]>();
  const fieldAt = (slot: number): Field => {
    const field = fields[slot];
    if (!field) throw new Error('a rule names a field that its rulebook does not have');
    return field;
  };
  return {
    read: (slot) => (shared[slot] ??= fieldAt(slot).read(facts, 0)),
    readElement: (slot, element) => {
      let known = perElement.get(slot);
      if (!known) perElement.set(slot, (known = []));
      return (known[element] ??= fieldAt(slot).read(facts, element));
    },
  };
}
