import { AppError } from '@wallet-service/errors';
import { changeRequestIdOf, personIdOf, type Grant } from '@wallet-service/grants';
import { approvalRequired, covered } from './approval-limits.js';
import { isExpired } from '../secret-keys/secret-key.js';
import { secretKeyExpired } from './authenticate-secret-key.js';
import type { DirectoryEntry } from '../directory/directory-store.js';
import type { Snapshot } from './snapshot.js';

export type CheckGrantDeps = {
  /** Throws `auth.grant-invalid`. */
  readonly verifyGrant: (bytes: Uint8Array) => Grant;
  readonly operatorKeyId: string;
  /** Throws `auth.session-invalid`. */
  readonly checkPersonGrant: (grant: Grant, personId: string) => Promise<Grant>;
  /** Throws `auth.grant-invalid`. */
  readonly checkChangeGrant: (grant: Grant, requestId: string) => Promise<Grant>;
  /** MUST answer with what the database holds after the call. */
  readonly findBySecretKeyId: (id: string) => Promise<DirectoryEntry | undefined>;
  readonly snapshotOf: (entry: DirectoryEntry) => Promise<Snapshot>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/**
 * Identity knows at once which credentials have ended, so here a grant ends together with its credential, and
 * not only when it expires. Throws `auth.grant-invalid`, `auth.secret-key-invalid`, `auth.secret-key-expired`,
 * `auth.operator-key-invalid`, `auth.session-invalid`.
 */
export function createCheckGrant(deps: CheckGrantDeps): (bytes: Uint8Array) => Promise<Grant> {
  return async (bytes) => {
    const grant = deps.verifyGrant(bytes);
    const personId = personIdOf(grant.keyId);
    if (personId !== undefined) return deps.checkPersonGrant(grant, personId);
    const requestId = changeRequestIdOf(grant.keyId);
    if (requestId !== undefined) return deps.checkChangeGrant(grant, requestId);
    if (grant.applicationId === undefined) {
      if (grant.keyId === deps.operatorKeyId) return grant;
      throw new AppError('auth.operator-key-invalid', 'the operator key was replaced');
    }
    const entry = await deps.findBySecretKeyId(grant.keyId);
    if (entry?.applicationId !== grant.applicationId) throw secretKeyInvalid();
    const { application, secretKeys } = await deps.snapshotOf(entry);
    const key = secretKeys.get(grant.keyId);
    if (!key || key.timeRevoked !== undefined) throw secretKeyInvalid();
    if (isExpired(key, deps.now())) throw secretKeyExpired();
    // It was made before the rule.
    if (covered(application.settings.approvals, grant.scopes).length > 0) throw approvalRequired();
    return grant;
  };
}

function secretKeyInvalid(): AppError {
  return new AppError('auth.secret-key-invalid', 'the secret key is not valid');
}
