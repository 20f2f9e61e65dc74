import { AppError } from '@wallet-service/errors';
import type { Tenancy } from '../tenancy-store.js';
import { isValid, type SecretKey } from './secret-key.js';

export type RevokeSecretKeyDeps = {
  readonly tenancy: Pick<Tenancy, 'change'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/**
 * Revokes a secret key, for every request that starts after the answer. Revoking it again changes nothing.
 * The last valid key without scopes is not revoked (`secret-key.last-one`), because a mistake would lock the
 * application out: create another key before you revoke a leaked one. Also throws `application.not-found` and
 * `secret-key.not-found`.
 */
export function revokeSecretKey(
  deps: RevokeSecretKeyDeps,
  applicationId: string,
  secretKeyId: string,
): Promise<void> {
  return deps.tenancy.change(applicationId, async ({ secretKeys }) => {
    const keys = await secretKeys.list();
    const key = keys.find(({ id }) => id === secretKeyId);
    if (!key) throw new AppError('secret-key.not-found', 'the application has no such secret key');
    if (key.timeRevoked !== undefined) return;
    const nowMs = deps.now();
    const mayDoAll = (one: SecretKey): boolean => one.scopes === undefined && isValid(one, nowMs);
    if (mayDoAll(key) && keys.filter(mayDoAll).length === 1) {
      throw new AppError(
        'secret-key.last-one',
        'this is the last valid secret key of the application without scopes: create another one first',
      );
    }
    await secretKeys.revoke(key, Math.floor(nowMs / 1000));
  });
}
