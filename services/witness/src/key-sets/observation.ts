import { subjectOfKeySet } from '@wallet-service/signer-protocol';
import type { FetchedKeySet } from './key-set-client.js';
import { keysStillPublished } from './read-key-set.js';
import type { Source } from './source.js';

/** The newest key set that the witness saw. */
export type Observation = {
  /** JSON, in the order of the kids. */
  readonly keys: string;
  /** Unix seconds: when the fetch began. */
  readonly observedAt: number;
  readonly jwksUri: string;
  /** Why keys were left out. Empty: none was. */
  readonly problem: string;
};

/**
 * What a fetch shows. Of an unusable set, the keys stay that it still has: what is gone from it is withdrawn, whatever
 * else is wrong. Undefined: it shows nothing, and the last observation stays.
 */
export function observationOf(
  held: Observation | undefined,
  fetched: FetchedKeySet,
  observedAt: number,
): Observation | undefined {
  const { jwksUri = '' } = fetched;
  if (fetched.ok) return { keys: fetched.keySetJson, observedAt, jwksUri, problem: '' };
  if (!held || fetched.published === undefined) return undefined;
  const keys = keysStillPublished(held.keys, fetched.published);
  return { keys, observedAt, jwksUri, problem: fetched.problem };
}

type ObservationFile = {
  readonly subject: string;
  readonly keys: string;
  readonly observed_at: number;
  readonly jwks_uri: string;
  readonly problem: string;
};

export function subjectOf({ issuer, keySource }: Source): string {
  return subjectOfKeySet(issuer, keySource);
}

export function fileOfObservation(subject: string, seen: Observation): ObservationFile {
  const { keys, observedAt, jwksUri, problem } = seen;
  return { subject, keys, observed_at: observedAt, jwks_uri: jwksUri, problem };
}

/** Throws if the file is not what this witness wrote. */
export function observationOfFile(file: unknown): Observation | undefined {
  if (file === undefined) return undefined;
  const { keys, observed_at: observedAt, jwks_uri: jwksUri, problem } = file as ObservationFile;
  if (
    typeof keys !== 'string' ||
    !Number.isSafeInteger(observedAt) ||
    typeof jwksUri !== 'string' ||
    typeof problem !== 'string'
  )
    throw new Error('a kept key set is damaged');
  return { keys, observedAt, jwksUri, problem };
}
