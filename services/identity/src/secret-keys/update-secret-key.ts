import { AppError } from '@wallet-service/errors';
import { shownSecretKey } from './shown-secret-key.js';
import type { Tenancy } from '../tenancy-store.js';
import { checkSecretKeyLabel } from './secret-key-label.js';
import type { SecretKey } from './secret-key.js';

/**
 * Changes the label of a secret key, also of a revoked one. Throws `application.not-found` and
 * `secret-key.not-found`.
 */
export function updateSecretKey(
  { tenancy }: { readonly tenancy: Pick<Tenancy, 'change'> },
  applicationId: string,
  secretKeyId: string,
  label: string,
): Promise<SecretKey> {
  checkSecretKeyLabel(label);
  return tenancy.change(applicationId, async ({ secretKeys, record }) => {
    const key = (await secretKeys.list()).find(({ id }) => id === secretKeyId);
    if (!key) throw new AppError('secret-key.not-found', 'the application has no such secret key');
    await secretKeys.relabel(key, label);
    const changed = { ...key, label };
    await record('admin.secret_key_updated', { before: shownSecretKey(key), after: shownSecretKey(changed) });
    return changed;
  });
}
