import { AppError } from '@wallet-service/errors';
import type { Grant } from '@wallet-service/grants';
import { shownSecretKey } from './shown-secret-key.js';
import type { Tenancy } from '../tenancy-store.js';
import { isValid, type SecretKey } from './secret-key.js';

export type RevokeSecretKeyDeps = {
  readonly tenancy: Pick<Tenancy, 'change'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/**
 * Revokes a secret key, for every request that starts after the answer. Revoking it again changes nothing.
 * `revoker`: the grant of who asks. A key without scopes is revoked by a key only if another valid one without scopes
 * lasts as long (`secret-key.last-one`), because a mistake would lock the application out: create another key before
 * you revoke a leaked one. The operator may revoke every key, because a thief may hold the last one. Also throws
 * `application.not-found` and `secret-key.not-found`.
 */
export function revokeSecretKey(
  deps: RevokeSecretKeyDeps,
  applicationId: string,
  secretKeyId: string,
  revoker: Pick<Grant, 'applicationId'>,
): Promise<void> {
  return deps.tenancy.change(applicationId, async ({ secretKeys, record }) => {
    const keys = await secretKeys.list();
    const key = keys.find(({ id }) => id === secretKeyId);
    if (!key) throw new AppError('secret-key.not-found', 'the application has no such secret key');
    if (key.timeRevoked !== undefined) return;
    const nowMs = deps.now();
    const isOperator = revoker.applicationId === undefined;
    if (!isOperator && isLast(key, keys, nowMs))
      throw new AppError(
        'secret-key.last-one',
        'the application has no other secret key without scopes that lasts as long: create one first',
      );
    const timeRevoked = Math.floor(nowMs / 1000);
    await secretKeys.revoke(key, timeRevoked);
    await record('admin.secret_key_revoked', {
      before: shownSecretKey(key),
      after: shownSecretKey({ ...key, timeRevoked }),
    });
  });
}

/** Whether no other valid key without scopes lasts as long. One that ends soon replaces none that never ends. */
function isLast(key: SecretKey, keys: readonly SecretKey[], nowMs: number): boolean {
  const mayDoAll = (one: SecretKey): boolean => one.scopes === undefined && isValid(one, nowMs);
  const { timeExpires: end = Infinity } = key;
  const replaces = (one: SecretKey): boolean =>
    one.id !== key.id && mayDoAll(one) && (one.timeExpires ?? Infinity) >= end;
  return mayDoAll(key) && !keys.some(replaces);
}
