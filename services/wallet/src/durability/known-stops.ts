import { keyOfStop, stopsOf, withStops, type OpenStop, type Stops } from './stops.js';

export type KnownStops = ReturnType<typeof createKnownStops>;

/** What this process knows to be stopped. */
export function createKnownStops(dropCaches: () => void) {
  let stops: Stops = { applications: new Set(), journals: new Set(), rows: [] };
  // Their rows are not added yet.
  let journals: readonly string[] = [];
  // Open on a server that is not admitted yet. It outlives a look that fails.
  let seen: readonly OpenStop[] = [];

  function set(rows: readonly OpenStop[]): void {
    const before = stops.applications;
    const known = stopsOf(rows);
    stops = { ...known, journals: new Set([...known.journals, ...journals]) };
    if (!isSame(before, stops.applications)) dropCaches();
  }

  return {
    now: () => stops,
    known: () => withStops(seen, stops.rows),
    see: (rows: readonly OpenStop[]): void => {
      seen = withStops(rows, seen);
    },
    add: (rows: readonly OpenStop[]): void => {
      journals = journals.filter((id) => !rows.some(({ applicationId }) => applicationId === id));
      set(withStops(rows, stops.rows));
    },
    /** Until its row is added. */
    addJournal: (applicationId: string): void => {
      if (!journals.includes(applicationId)) journals = [...journals, applicationId];
      set(stops.rows);
    },
    /** `known`: what was known before the database was asked for `rows`. What was added meanwhile stays. */
    replace: (known: readonly OpenStop[], rows: readonly OpenStop[]): void => {
      const added = stops.rows.filter((row) => !known.includes(row));
      const keys = new Set(known.map(keyOfStop));
      seen = seen.filter((row) => !keys.has(keyOfStop(row)));
      set(withStops(rows, added));
    },
  };
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}
