import { AppError } from '@wallet-service/errors';
import type { Application } from '../directory/application.js';
import type { Provider } from '../directory/provider.js';
import {
  hashCredential,
  isExpired,
  sameHash,
  secretKeyIdOf,
  type SecretKey,
} from '../secret-keys/secret-key.js';
import type { DirectoryEntry } from '../directory/directory-store.js';
import type { Snapshot } from './snapshot.js';

export type AuthenticatedSecretKey = {
  readonly revision: string;
  readonly application: Application;
  readonly secretKey: SecretKey;
  readonly providers: readonly Provider[];
};

export type AuthenticateSecretKeyDeps = {
  readonly pepper: Uint8Array;
  /** MUST answer with what the database holds after the call. */
  readonly findBySecretKeyId: (id: string) => Promise<DirectoryEntry | undefined>;
  readonly snapshotOf: (entry: DirectoryEntry) => Promise<Snapshot>;
  readonly noteUse: (secretKeyId: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/**
 * The application of a secret key. Throws `auth.secret-key-invalid`, the same for an unknown, a wrong and a
 * revoked key, and `auth.secret-key-expired`.
 */
export async function authenticateSecretKey(
  deps: AuthenticateSecretKeyDeps,
  secretKey: string,
): Promise<AuthenticatedSecretKey> {
  const id = secretKeyIdOf(secretKey);
  if (id === undefined) throw invalid();
  const entry = await deps.findBySecretKeyId(id);
  if (!entry) throw invalid();
  const { application, providers, secretKeys } = await deps.snapshotOf(entry);
  const kept = secretKeys.get(id);
  const same = kept !== undefined && sameHash(kept.hash, hashCredential(deps.pepper, secretKey));
  if (!same || kept.timeRevoked !== undefined) throw invalid();
  if (isExpired(kept, deps.now())) throw secretKeyExpired();
  deps.noteUse(id);
  return {
    revision: String(entry.revision),
    application,
    secretKey: kept,
    providers: [...providers.values()],
  };
}

function invalid(): AppError {
  return new AppError('auth.secret-key-invalid', 'the secret key is not valid');
}

export function secretKeyExpired(): AppError {
  return new AppError('auth.secret-key-expired', 'the secret key has expired: use another one');
}
