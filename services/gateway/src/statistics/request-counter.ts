import { AppError } from '@wallet-service/errors';
import { sumOfCounts, type Counts, type SharedStore } from '@wallet-service/redis';
import { groupOf, namesOf, outcomeOf, requestsIn, type Group, type Requests } from './requests.js';

export type CountedRequest = {
  readonly applicationId: string;
  /** Of its route. */
  readonly path: string;
  readonly status: number;
  readonly code: string | undefined;
  readonly milliseconds: number;
};

export type StatisticsStep = { readonly time: number } & Readonly<Record<Group, Requests>>;

/** Requests of applications in the last days, of all gateways. Nothing is decided by them. */
export type RequestCounter = {
  readonly count: (request: CountedRequest) => void;
  /** Adds what this gateway has counted to what the others have. Never rejects. */
  readonly share: () => Promise<void>;
  /**
   * From the step that `since` is in until now, oldest first, in Unix seconds. `stepSeconds` is a number of whole
   * hours. Rejects with `service.unavailable`.
   */
  readonly read: (applicationId: string, since: number, stepSeconds: number) => Promise<StatisticsStep[]>;
};

export type RequestCounterDeps = {
  readonly store: Pick<SharedStore, 'addCounts' | 'readCounts'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called with the number of requests that the store did not take. */
  readonly onLost: (requests: number) => void;
};

const hour = 3_600;
export const keptSeconds = 8 * 24 * hour;
const keptMs = keptSeconds * 1_000;
const sharedAtOnce = 50;

export function createRequestCounter({ store, now, onLost }: RequestCounterDeps): RequestCounter {
  let unshared = new Map<string, Record<string, number>>();

  async function share(): Promise<void> {
    const taken = [...unshared];
    unshared = new Map();
    for (let at = 0; at < taken.length; at += sharedAtOnce)
      await Promise.all(
        taken.slice(at, at + sharedAtOnce).map(async ([key, counts]) => {
          // Whether a call that failed was carried out is unknown, so it is not repeated.
          await store.addCounts(key, counts, keptMs).catch(() => {
            onLost(requestsOf(counts));
          });
        }),
      );
  }

  return {
    count({ applicationId, path, status, code, milliseconds }) {
      const key = keyOf(applicationId, Math.floor(now() / 1_000 / hour));
      let counts = unshared.get(key);
      if (!counts) unshared.set(key, (counts = {}));
      for (const name of namesOf(groupOf(path), outcomeOf(status, code), milliseconds))
        counts[name] = (counts[name] ?? 0) + 1;
    },
    share,
    async read(applicationId, since, stepSeconds) {
      await share();
      const first = Math.floor(since / stepSeconds);
      const steps = Math.floor(now() / 1_000 / stepSeconds) - first + 1;
      const hours = stepSeconds / hour;
      return Promise.all(
        Array.from({ length: Math.max(0, steps) }, async (_, step) => {
          const time = (first + step) * stepSeconds;
          const read = Array.from({ length: hours }, (_unused, at) =>
            store.readCounts(keyOf(applicationId, time / hour + at)).catch(unreadable),
          );
          const counts = sumOfCounts(await Promise.all(read));
          return { time, signatures: requestsIn(counts, 'signatures'), others: requestsIn(counts, 'others') };
        }),
      );
    },
  };
}

function unreadable(cause: unknown): never {
  throw new AppError('service.unavailable', 'the counts of requests cannot be read now', {
    cause,
    retryAfterSeconds: 1,
  });
}

function keyOf(applicationId: string, hoursSinceEpoch: number): string {
  return `requests:${applicationId}:${hoursSinceEpoch}`;
}

/** Each request is counted once by its outcome and once by its time. */
function requestsOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0) / 2;
}
