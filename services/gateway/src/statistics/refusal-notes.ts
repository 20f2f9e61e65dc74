import { AppError } from '@wallet-service/errors';
import type { SharedStore } from '@wallet-service/redis';
import { keptSeconds } from './request-counter.js';

/** A request that got no decision of a policy, because it was refused or failed. Never its token or body. */
export type RefusedRequest = {
  readonly traceId: string;
  /** Unix seconds. */
  readonly time: number;
  readonly method: string;
  /** Of its route. */
  readonly path: string;
  readonly status: number;
  readonly code: string;
  /** Which check failed, where the code alone does not say it. */
  readonly reason?: string | undefined;
  /** Paths of the fields that are not valid. */
  readonly fields?: readonly string[] | undefined;
  /** Only of a token that was verified. */
  readonly issuer?: string | undefined;
  readonly subject?: string | undefined;
};

/** The newest refused requests of each application, of all gateways. They may be lost, and decide nothing. */
export type RefusalNotes = {
  /** MUST be of an application that exists. */
  readonly note: (applicationId: string, request: RefusedRequest) => void;
  /** Adds what this gateway has noted to what the others have. Never rejects. */
  readonly share: () => Promise<void>;
  /** Newest first. Rejects with `service.unavailable`. */
  readonly read: (applicationId: string) => Promise<readonly RefusedRequest[]>;
};

export type RefusalNotesDeps = {
  readonly store: Pick<SharedStore, 'get' | 'putLinesFirst'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** Of one application. */
export const mostKept = 200;
/** Of one application between two shares, so that a flood of refused requests costs next to nothing. */
export const mostAtOnce = 20;
const sharedAtOnce = 50;

export function createRefusalNotes({ store, now }: RefusalNotesDeps): RefusalNotes {
  let unshared = new Map<string, string[]>();

  async function share(): Promise<void> {
    const taken = [...unshared];
    unshared = new Map();
    for (let at = 0; at < taken.length; at += sharedAtOnce)
      await Promise.all(
        taken.slice(at, at + sharedAtOnce).map(async ([applicationId, notes]) => {
          // Whether a call that failed was carried out is unknown, so it is not repeated.
          await store
            .putLinesFirst(keyOf(applicationId), notes.toReversed(), mostKept, keptSeconds * 1_000)
            .catch(() => undefined);
        }),
      );
  }

  return {
    note(applicationId, request) {
      const notes = unshared.get(applicationId) ?? [];
      if (notes.length >= mostAtOnce) return;
      notes.push(JSON.stringify(request));
      unshared.set(applicationId, notes);
    },
    share,
    async read(applicationId) {
      await share();
      const lines = await store.get(keyOf(applicationId)).catch(unreadable);
      const oldest = now() / 1_000 - keptSeconds;
      return (lines ?? '')
        .split('\n')
        .flatMap(requestsIn)
        .filter(({ time }) => time > oldest);
    },
  };
}

function keyOf(applicationId: string): string {
  return `refusals:${applicationId}`;
}

/** Of a line that is none, nothing: others may write to the store too. */
function requestsIn(line: string): RefusedRequest[] {
  try {
    const read = JSON.parse(line) as Partial<RefusedRequest> | null;
    return typeof read?.traceId === 'string' && typeof read.time === 'number' ? [read as RefusedRequest] : [];
  } catch {
    return [];
  }
}

function unreadable(cause: unknown): never {
  throw new AppError('service.unavailable', 'the refused requests cannot be read now', {
    cause,
    retryAfterSeconds: 1,
  });
}
