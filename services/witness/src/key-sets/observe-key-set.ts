import { createSingleFlight, FairShares, RecentlyUsed, ShareExceeded } from '@wallet-service/values';
import type { StateDirectory } from '../disk/state-directory-store.js';
import type { FetchedKeySet, FetchKeySet } from './key-set-client.js';
import {
  fileOfObservation,
  observationOf,
  observationOfFile,
  subjectOf,
  type Observation,
} from './observation.js';
import { hostOfSource, type Source } from './source.js';

export type FetchOutcome = 'complete' | 'reduced' | 'failed';

export type ObserveKeySetDeps = {
  readonly state: Pick<StateDirectory, 'read' | 'write'>;
  readonly fetchKeySet: FetchKeySet;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds that never go back. */
  readonly elapsed: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
  readonly onFetched: (outcome: FetchOutcome, source: Source, problem: string) => void;
};

/** `problem`: why the last fetch failed or left keys out. Empty: it did not. */
export type Seen = { readonly observation?: Observation; readonly problem: string };

/** Resolves at the latest after `patienceMs`, with what is known then. */
export type ObserveKeySet = (source: Source, maxAgeSeconds: number, patienceMs: number) => Promise<Seen>;

type LastFetch = { readonly begunAt: number; readonly problem: string };

type Flight = { readonly begunAt: number; readonly seen: Seen };

/** Between the beginnings of two fetches of a source. */
const pauseMs = 1_000;
/** Tenants choose the hosts. One whose hosts hang must not keep others from being seen. */
const shares = { atOnce: 256, alone: 32, share: 8, unitsPerMs: 1, mostWaiting: 256, longestWaitMs: 1_500 };
const most = 10_000;

/**
 * What a source publishes, seen at most `maxAgeSeconds` ago. Fetches it if it was seen longer ago, and keeps the last
 * observation if that fails. Each source is fetched at most once a second, for all who ask.
 */
export function createObserveKeySet(deps: ObserveKeySetDeps): ObserveKeySet {
  const { state, now, elapsed, sleep } = deps;
  const flights = createSingleFlight<Flight>();
  const last = new RecentlyUsed<string, LastFetch>('witness.fetches', most);
  const turns = new FairShares({ ...shares, rememberMs: 5_000, now: elapsed });
  const read = async (subject: string) => observationOfFile(await state.read('key-sets', subject));

  async function fly(source: Source, subject: string): Promise<Flight> {
    const pause = (last.get(subject)?.begunAt ?? -pauseMs) + pauseMs - elapsed();
    if (pause > 0) await sleep(pause);
    const host = hostOfSource(source);
    return turns.run({ who: host, within: '' }, 1, async () => {
      const [begunAt, observedAt] = [elapsed(), Math.floor(now() / 1000)];
      last.set(subject, { begunAt, problem: '' });
      const fetched = await deps.fetchKeySet(source);
      const held = await read(subject);
      const observation = observationOf(held, fetched, observedAt);
      const problem = fetched.ok ? '' : fetched.problem;
      if (observation) await state.write('key-sets', fileOfObservation(subject, observation));
      last.set(subject, { begunAt, problem });
      deps.onFetched(outcomeOf(fetched, observation), source, problem);
      const seen = observation ?? held;
      return { begunAt, seen: { problem, ...(seen && { observation: seen }) } };
    });
  }

  /** The result of a fetch that began late enough. One under way may show what was true before the question. */
  async function fetchedSince(since: number, source: Source, subject: string): Promise<Seen> {
    for (;;) {
      const { begunAt, seen } = await flights(subject, () => fly(source, subject)).outcome;
      if (begunAt >= since) return seen;
    }
  }

  return async (source, maxAgeSeconds, patienceMs) => {
    const subject = subjectOf(source);
    const askedAt = elapsed();
    const held = await read(subject);
    const age = held ? Math.floor(now() / 1000) - held.observedAt : Infinity;
    // Both are whole seconds. After the clock was set back the age is unknown.
    if (held && age >= 0 && age < maxAgeSeconds)
      return { observation: held, problem: last.get(subject)?.problem ?? held.problem };
    const whatIsHeld = (problem: string): Seen => ({ problem, ...(held && { observation: held }) });
    const fetched = fetchedSince(askedAt - maxAgeSeconds * 1_000, source, subject).catch((error: unknown) => {
      if (error instanceof ShareExceeded) return whatIsHeld('was not fetched, because too many others are');
      throw error;
    });
    const outOfPatience = sleep(Math.max(0, patienceMs)).then(() => whatIsHeld('has not answered yet'));
    return Promise.race([fetched, outOfPatience]);
  };
}

function outcomeOf(fetched: FetchedKeySet, observation: Observation | undefined): FetchOutcome {
  if (fetched.ok) return 'complete';
  return observation ? 'reduced' : 'failed';
}
