import type { Grant } from './grant.js';

/** Who acts. The id names a credential and reveals nothing of it. */
export type Actor = { readonly kind: 'secret-key' | 'operator-key' | 'person'; readonly id: string };

const ofPeople = 'per_';

/** The name under which a person acts in grants. */
export function personKeyId(personId: string): string {
  return ofPeople + personId;
}

/** Undefined if it is the name of a key. */
export function personIdOf(keyId: string): string | undefined {
  return keyId.startsWith(ofPeople) ? keyId.slice(ofPeople.length) : undefined;
}

export function actorOf({ applicationId, keyId }: Pick<Grant, 'applicationId' | 'keyId'>): Actor {
  const personId = personIdOf(keyId);
  if (personId !== undefined) return { kind: 'person', id: personId };
  return { kind: applicationId === undefined ? 'operator-key' : 'secret-key', id: keyId };
}
