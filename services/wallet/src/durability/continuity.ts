import { AppError } from '@wallet-service/errors';
import { everyApplication, journalStopped } from '../wallets/journal-stopped.js';
import type { JournalFinding } from '../wallets/tampering.js';
import type { Confirmed, Told } from './told.js';
import type { OpenStop } from './acceptance-store.js';
import type { ContinuityStore, Lost, Stops } from './continuity-store.js';

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
  /** To be called every second. */
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
  let stops: Stops = { applications: new Set(), journals: new Set(), rows: [] };
  let looking: Promise<void> | undefined;
  let toKeep: Lost[] = [];

  function stop(now: Stops): void {
    const before = stops.applications;
    stops = now;
    if (!isSame(before, now.applications)) deps.dropCaches();
  }

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
      const { server, lost, forged } = await store.compare(told, beat);
      // The losses are recorded. From here on this server is what counts.
      told.remove(
        new Set(lost.flatMap(({ wallets }) => wallets)),
        new Set(lost.flatMap(({ entries }) => entries)),
      );
      told.confirmBeat(beat);
      for (const each of lost) deps.onLost(each);
      deps.onForged(forged);
      toKeep.push(...lost);
      const others = await untilOthersLooked(deps, server);
      if (!others) continue;
      stop(others);
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
      if (applicationId !== undefined) assertGoesOn(stops, applicationId);
    },
    asking(applicationId) {
      assertGoesOn(stops, applicationId);
      const asked = admitted;
      if (asked === undefined) throw exchanged();
      return (confirmed) => {
        if (asked !== admitted) throw exchanged();
        told.add(confirmed);
      };
    },
    refusal: (applicationId) => (isStopped(stops, applicationId) ? journalStopped() : undefined),
    async stopJournal(applicationId, reason, details) {
      stops = { ...stops, journals: new Set([...stops.journals, applicationId]) };
      await store.stopJournal(applicationId, reason, details);
    },
    begin: lookOnce,
    async beat() {
      if (admitted === undefined) return lookOnce();
      const beat = told.nextBeat();
      const looked = await store.beat(admitted, beat, stops.rows);
      if (!looked) return lookOnce();
      told.confirmBeat(beat);
      deps.onForged(looked.forged);
      stop(looked.stops);
      await keep();
    },
    end: store.leave,
    stops: () => stops,
  };
}

/** The applications to stop. Undefined if the server is exchanged again. */
async function untilOthersLooked(
  { store, sleep, onUnheard }: ContinuityDeps,
  server: string,
): Promise<Stops | undefined> {
  for (let waitedMs = 0; ; waitedMs += askEveryMs) {
    const others = await store.others(server);
    if (!others) return undefined;
    if (others.waiting === 0) return others.stops;
    if (waitedMs >= waitForOthersMs) {
      onUnheard(others.waiting);
      await store.waitNoLonger(server);
      return others.stops;
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
