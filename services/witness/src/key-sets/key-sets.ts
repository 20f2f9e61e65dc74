import { createSingleFlight, FairShares, RecentlyUsed, ShareExceeded } from '@wallet-service/values';
import type { OneAtATime } from '../disk/one-at-a-time.js';
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

export type KeySetsDeps = {
  readonly state: Pick<StateDirectory, 'read' | 'write'>;
  readonly fetchKeySet: FetchKeySet;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds that never go back. */
  readonly elapsed: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
  readonly oneAtATime: OneAtATime;
  readonly onFetched: (outcome: FetchOutcome, source: Source, problem: string) => void;
};

export type KeySets = {
  /**
   * Fetches what a source publishes, unless it was seen at most `maxAgeSeconds` ago. Resolves soon after `patienceMs`
   * at the latest, with why the last fetch failed or left keys out. Empty: it did not.
   */
  readonly look: (source: Source, maxAgeSeconds: number, patienceMs: number) => Promise<string>;
  /** The last observation. */
  readonly read: (source: Source) => Promise<Observation | undefined>;
};

type Flight = { readonly begunAt: number; readonly problem: string };

/** Between the beginnings of two fetches of a source. */
const pauseMs = 1_000;
/** Tenants choose the hosts. One whose hosts hang must not keep others from being seen. */
const shares = { atOnce: 256, alone: 32, share: 8, unitsPerMs: 1, mostWaiting: 256, longestWaitMs: 1_500 };
const most = 10_000;
const mostPatienceMs = 30_000;

/**
 * What sources publish. Keeps the last observation of a source if a fetch fails. Each is fetched at most once a second,
 * for all who ask.
 */
export function createKeySets(deps: KeySetsDeps): KeySets {
  const { state, now, elapsed, sleep, oneAtATime } = deps;
  const flights = createSingleFlight<Flight>();
  const last = new RecentlyUsed<string, Flight>('witness.fetches', most);
  const turns = new FairShares({ ...shares, rememberMs: 5_000, now: elapsed });
  const read = (subject: string) => state.read('key-sets', subject, observationOfFile);

  async function fly(source: Source, subject: string): Promise<Flight> {
    const pause = (last.get(subject)?.begunAt ?? -pauseMs) + pauseMs - elapsed();
    if (pause > 0) await sleep(pause);
    const host = hostOfSource(source);
    return turns.run({ who: host, within: '' }, 1, async () => {
      const [begunAt, observedAt] = [elapsed(), Math.floor(now() / 1000)];
      last.set(subject, { begunAt, problem: '' });
      const fetched = await deps.fetchKeySet(source);
      const problem = fetched.ok ? '' : fetched.problem;
      const observation = await oneAtATime(subject, async () => {
        const seen = observationOf(await read(subject), fetched, observedAt);
        if (seen) await state.write('key-sets', fileOfObservation(subject, seen));
        return seen;
      });
      last.set(subject, { begunAt, problem });
      deps.onFetched(outcomeOf(fetched, observation), source, problem);
      return { begunAt, problem };
    });
  }

  /** The problem of a fetch that began late enough. One under way may show what was true before the question. */
  async function fetchedSince(since: number, source: Source, subject: string): Promise<string> {
    for (;;) {
      const { begunAt, problem } = await flights(subject, () => fly(source, subject)).outcome;
      if (begunAt >= since) return problem;
    }
  }

  async function look(source: Source, maxAgeSeconds: number, patienceMs: number): Promise<string> {
    const askedAt = elapsed();
    const subject = subjectOf(source);
    const held = await read(subject);
    const age = held ? Math.floor(now() / 1000) - held.observedAt : Infinity;
    // Both are whole seconds. After the clock was set back the age is unknown.
    if (held && age >= 0 && age < maxAgeSeconds) return last.get(subject)?.problem ?? held.problem;
    const fetched = fetchedSince(askedAt - maxAgeSeconds * 1_000, source, subject).catch((error: unknown) => {
      if (error instanceof ShareExceeded) return 'was not fetched, because too many others are';
      throw error;
    });
    const patience = Math.min(Math.max(0, patienceMs), mostPatienceMs);
    return Promise.race([fetched, sleep(patience).then(() => 'has not answered yet')]);
  }

  return {
    look,
    read: (source) => {
      const subject = subjectOf(source);
      return oneAtATime(subject, () => read(subject));
    },
  };
}

function outcomeOf(fetched: FetchedKeySet, observation: Observation | undefined): FetchOutcome {
  if (fetched.ok) return 'complete';
  return observation ? 'reduced' : 'failed';
}
