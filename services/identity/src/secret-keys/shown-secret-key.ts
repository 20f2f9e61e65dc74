import type { SecretKey } from './secret-key.js';

/** What the journal shows of a secret key, before and after a change. */
export function shownSecretKey({ id, label, scopes, timeExpires, timeRevoked }: SecretKey): object {
  return {
    id,
    label,
    scopes: scopes ?? null,
    time_expires: timeExpires ?? null,
    time_revoked: timeRevoked ?? null,
  };
}
