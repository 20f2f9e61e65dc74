import { AppError } from '@wallet-service/errors';
import { everyApplication, journalStopped } from '../wallets/journal-stopped.js';
import type { JournalFinding } from '../wallets/tampering.js';
import type { Confirmed, Told } from './told.js';
import type { ContinuityStore, Lost } from './continuity-store.js';
import { createKnownStops, type KnownStops } from './known-stops.js';
import type { OpenStop, Stops } from './stops.js';

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
  /** Keeps what only this process has, if that failed until now. */
  readonly keep: () => Promise<void>;
  /** The process stops: no other needs to wait for it. */
  readonly end: () => Promise<void>;
  /** What is stopped until an operator accepts it. */
  readonly stops: () => Stops;
};

export type ContinuityDeps = {
  readonly store: ContinuityStore;
  readonly told: Told;
  readonly newId: () => string;
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

/**
 * A living replica looks with a beat: within a second, or within five if it serves nobody. Its connections may take six
 * more to notice that they are dead, and some to come back.
 */
const waitForOthersMs = 20_000;
/** After an exchange, for a replica that was started since the last beat. If it serves anybody, it looks soon. */
const waitAtLeastMs = 3_000;
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
  const keeper = createKeeper(deps.keep);
  const saver = createStopSaver(store, stops);
  // Until the next beat: a look before it finds again what it does not forget, such as a missing key.
  const lossIds = createLossIds(deps.newId);
  let lastBeat: LastBeat | undefined;

  async function look(): Promise<void> {
    for (;;) {
      admitted = undefined;
      const { server, lost, forged, open } = await store.compare(told, lossIds.of);
      // The losses are recorded. From here on this server is what counts.
      told.remove(
        new Set(lost.flatMap(({ wallets }) => wallets)),
        new Set(lost.flatMap(({ entries }) => entries)),
      );
      for (const each of lost) deps.onLost(each);
      deps.onForged(forged);
      keeper.add(lost);
      // At once, because the process may end. The next beat tries again, and reports a failure.
      await keeper.keep().catch(() => undefined);
      stops.see(open);
      if (!(await haveOthersLooked(deps, server, lastBeat))) continue;
      const known = stops.known();
      const looked = await store.stopped(server, known);
      if (!looked) continue;
      deps.onForged(looked.forged);
      stops.replace(known, looked.stops.rows);
      admitted = server;
      await keeper.keep();
      return;
    }
  }

  const lookOnce = (): Promise<void> => (looking ??= look().finally(() => void (looking = undefined)));

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
    stopJournal(applicationId, reason, details) {
      saver.add({ applicationId, reason, details });
      return saver.save();
    },
    begin: lookOnce,
    async beat() {
      const server = admitted;
      if (server === undefined) return lookOnce();
      const beat = told.nextBeat();
      const known = stops.known();
      const looked = await store.beat(server, beat, known);
      if (!looked) return lookOnce();
      told.confirmBeat(beat);
      lossIds.forget();
      lastBeat = { server, others: looked.others };
      deps.onForged(looked.forged);
      stops.replace(known, looked.stops.rows);
      await keeper.keep();
      await saver.save();
    },
    keep: keeper.keep,
    end: store.leave,
    stops: stops.now,
  };
}

/** `others`: the replicas that lived then. */
type LastBeat = { readonly server: string; readonly others: readonly string[] };

/** Keeps what is lost, once. */
function createKeeper(keep: ContinuityDeps['keep']) {
  let waiting: readonly Lost[] = [];
  return {
    add: (lost: readonly Lost[]): void => {
      waiting = [...waiting, ...lost];
    },
    keep: async (): Promise<void> => {
      const now = waiting;
      if (now.length === 0) return;
      await keep(now);
      waiting = waiting.filter((lost) => !now.includes(lost));
    },
  };
}

type JournalStop = {
  readonly applicationId: string;
  readonly reason: JournalFinding;
  readonly details: object;
};

/** Brings stops to the database, until it has them. */
function createStopSaver({ stopJournal }: Pick<ContinuityStore, 'stopJournal'>, stops: KnownStops) {
  let unsaved: readonly JournalStop[] = [];
  return {
    add: (stop: JournalStop): void => {
      stops.addJournal(stop.applicationId);
      const isSame = (each: JournalStop): boolean =>
        each.applicationId === stop.applicationId && each.reason === stop.reason;
      if (!unsaved.some(isSame)) unsaved = [...unsaved, stop];
    },
    async save(): Promise<void> {
      for (const stop of unsaved) {
        stops.add(await stopJournal(stop.applicationId, stop.reason, stop.details));
        unsaved = unsaved.filter((each) => each !== stop);
      }
    },
  };
}

/** The same for an application until they are forgotten. */
function createLossIds(newId: () => string) {
  const ids = new Map<string, string>();
  return {
    of: (applicationId: string): string => {
      const id = ids.get(applicationId) ?? newId();
      ids.set(applicationId, id);
      return id;
    },
    forget: (): void => {
      ids.clear();
    },
  };
}

/** Waits until they have, or long enough. False if the server is exchanged again. */
async function haveOthersLooked(
  { store, sleep, onUnheard }: ContinuityDeps,
  server: string,
  lastBeat: LastBeat | undefined,
): Promise<boolean> {
  const leastMs = lastBeat && lastBeat.server !== server ? waitAtLeastMs : 0;
  for (let waitedMs = 0; ; waitedMs += askEveryMs) {
    const waiting = await store.waiting(server, lastBeat?.others ?? []);
    if (waiting === undefined) return false;
    if (waiting === 0 && waitedMs >= leastMs) return true;
    if (waitedMs >= waitForOthersMs) {
      onUnheard(waiting);
      await store.waitNoLonger(server);
      return true;
    }
    await sleep(askEveryMs);
  }
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
