import type { Grant } from './grant.js';

/** Who acts. The id names a credential and reveals nothing of it. */
export type Actor = { readonly kind: 'secret-key' | 'operator-key'; readonly id: string };

export function actorOf({ applicationId, keyId }: Pick<Grant, 'applicationId' | 'keyId'>): Actor {
  return { kind: applicationId === undefined ? 'operator-key' : 'secret-key', id: keyId };
}
