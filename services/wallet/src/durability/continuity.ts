import { AppError } from '@wallet-service/errors';
import { everyApplication, journalStopped } from '../wallets/journal-stopped.js';
import type { JournalFinding } from '../wallets/tampering.js';
import type { Confirmed, Told } from './told.js';
import type { ContinuityStore, Lost } from './continuity-store.js';
import { keyOfStop, stopsOf, withStops, type OpenStop, type Stops } from './stops.js';

export type Continuity = {
  /** Throws if nothing may be read from the server, or nothing for the application. For `guardServer`. */
  readonly admit: (server: string, applicationId: string | undefined) => void;
  /**
   * To be called before something is asked of the database for an application. Throws if it is stopped. The returned
   * function takes what was confirmed. It throws if the server was exchanged meanwhile: then nobody may be told.
   */
  readonly asking: (applicationId: string) => (confirmed: Confirmed) => void;
  /** Why nothing may be written to an application's journal. Undefined if it may, as far as this process knows. */
  readonly refusal: (applicationId: string) => AppError | undefined;
  /**
   * Nothing more is written to the application's journal, on any replica, until an operator has looked. `details`:
   * what was found.
   */
  readonly stopJournal: (applicationId: string, reason: JournalFinding, details: object) => Promise<void>;
  /** Compares and waits for the other replicas, unless the server is known. Rejects if that fails. */
  readonly begin: () => Promise<void>;
  /** To be called every second while there are calls, and every five seconds while there are none. */
  readonly beat: () => Promise<void>;
  /** The process stops: no other needs to wait for it. */
  readonly end: () => Promise<void>;
  /** What is stopped until an operator accepts it. */
  readonly stops: () => Stops;
};

export type ContinuityDeps = {
  readonly store: ContinuityStore;
  readonly told: Told;
  readonly sleep: (ms: number) => Promise<void>;
  /** Keeps what only this process has. A failure is reported, and it is tried again with the next beat. */
  readonly keep: (lost: readonly Lost[]) => Promise<void>;
  readonly onLost: (lost: Lost) => void;
  /** Called with what was accepted by nobody who has the event key. It is stopped again. */
  readonly onForged: (stops: readonly OpenStop[]) => void;
  /** Called when replicas that were alive before a failover did not look at the new server in time. */
  readonly onUnheard: (count: number) => void;
  /** Called when nothing may be believed that was read before. */
  readonly dropCaches: () => void;
};

/** A living replica looks within a second. Its connections may take some more to notice that they are dead. */
const waitForOthersMs = 10_000;
const askEveryMs = 100;

/**
 * Notices when a server answers that lacks what another one confirmed, before anything is answered from it.
 *
 * A new server is admitted when every replica that was alive has compared it with what it was told. Applications of
 * which something is missing are stopped on all replicas, until an operator accepts the loss.
 */
export function createContinuity(deps: ContinuityDeps): Continuity {
  const { store, told } = deps;
  let admitted: string | undefined;
  const stops = createKnownStops(deps.dropCaches);
  let looking: Promise<void> | undefined;
  let toKeep: Lost[] = [];

  async function keep(): Promise<void> {
    if (toKeep.length === 0) return;
    const kept = toKeep;
    await deps.keep(kept);
    toKeep = toKeep.filter((lost) => !kept.includes(lost));
  }

  async function look(): Promise<void> {
    for (;;) {
      admitted = undefined;
      const beat = told.nextBeat();
      const { server, lost, forged, open } = await store.compare(told, beat);
      // The losses are recorded. From here on this server is what counts.
      told.remove(
        new Set(lost.flatMap(({ wallets }) => wallets)),
        new Set(lost.flatMap(({ entries }) => entries)),
      );
      told.confirmBeat(beat);
      for (const each of lost) deps.onLost(each);
      deps.onForged(forged);
      toKeep.push(...lost);
      stops.see(open);
      if (!(await haveOthersLooked(deps, server))) continue;
      const known = stops.known();
      const looked = await store.stopped(server, known);
      if (!looked) continue;
      deps.onForged(looked.forged);
      stops.replace(known, looked.stops.rows);
      admitted = server;
      await keep();
      return;
    }
  }

  const lookOnce = (): Promise<void> =>
    (looking ??= look().finally(() => {
      looking = undefined;
    }));

  return {
    admit(server, applicationId) {
      if (server !== admitted) {
        // Whoever asks again finds it done. A failure is found by the next one.
        lookOnce().catch(() => undefined);
        throw exchanged();
      }
      if (applicationId !== undefined) assertGoesOn(stops.now(), applicationId);
    },
    asking(applicationId) {
      assertGoesOn(stops.now(), applicationId);
      const asked = admitted;
      if (asked === undefined) throw exchanged();
      return (confirmed) => {
        if (asked !== admitted) throw exchanged();
        told.add(confirmed);
      };
    },
    refusal: (applicationId) => (isStopped(stops.now(), applicationId) ? journalStopped() : undefined),
    async stopJournal(applicationId, reason, details) {
      stops.addJournal(applicationId);
      stops.add(await store.stopJournal(applicationId, reason, details));
    },
    begin: lookOnce,
    async beat() {
      if (admitted === undefined) return lookOnce();
      const beat = told.nextBeat();
      const known = stops.known();
      const looked = await store.beat(admitted, beat, known);
      if (!looked) return lookOnce();
      told.confirmBeat(beat);
      deps.onForged(looked.forged);
      stops.replace(known, looked.stops.rows);
      await keep();
    },
    end: store.leave,
    stops: stops.now,
  };
}

/** What this process knows to be stopped. */
function createKnownStops(dropCaches: () => void) {
  let stops: Stops = { applications: new Set(), journals: new Set(), rows: [] };
  // Open on a server that is not admitted yet. It outlives a look that fails.
  let seen: readonly OpenStop[] = [];

  function set(rows: readonly OpenStop[]): void {
    const before = stops.applications;
    stops = stopsOf(rows);
    if (!isSame(before, stops.applications)) dropCaches();
  }

  return {
    now: () => stops,
    known: () => withStops(seen, stops.rows),
    see: (rows: readonly OpenStop[]): void => {
      seen = withStops(rows, seen);
    },
    add: (rows: readonly OpenStop[]): void => {
      set(withStops(rows, stops.rows));
    },
    /** Until its row is added. */
    addJournal: (applicationId: string): void => {
      stops = { ...stops, journals: new Set([...stops.journals, applicationId]) };
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

/** Waits until they have, or long enough. False if the server is exchanged again. */
async function haveOthersLooked(
  { store, sleep, onUnheard }: ContinuityDeps,
  server: string,
): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += askEveryMs) {
    const waiting = await store.waiting(server);
    if (waiting === undefined) return false;
    if (waiting === 0) return true;
    if (waitedMs >= waitForOthersMs) {
      onUnheard(waiting);
      await store.waitNoLonger(server);
      return true;
    }
    await sleep(askEveryMs);
  }
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}

function has(stopped: ReadonlySet<string>, applicationId: string): boolean {
  return stopped.has(applicationId) || stopped.has(everyApplication);
}

function isStopped({ applications, journals }: Stops, applicationId: string): boolean {
  return has(applications, applicationId) || has(journals, applicationId);
}

function assertGoesOn({ applications }: Stops, applicationId: string): void {
  if (has(applications, applicationId))
    throw new AppError(
      'service.unavailable',
      'the database lost what it had confirmed for this application: an operator must accept the loss',
      { retryAfterSeconds: 60 },
    );
}

function exchanged(): AppError {
  return new AppError(
    'service.unavailable',
    'the database server was exchanged, and is being compared with what the last one had confirmed',
    { retryAfterSeconds: 1 },
  );
}
