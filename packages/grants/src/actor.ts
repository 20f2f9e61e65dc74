import type { Grant } from './grant.js';

/** Who acts. The id names a credential and reveals nothing of it. */
export type Actor = {
  readonly kind: 'secret-key' | 'operator-key' | 'person' | 'change-request';
  readonly id: string;
  /** Of a person who acts for the installation. They need not be a member of the application. */
  readonly role?: 'operator';
};

const ofPeople = 'per_';
const ofChangeRequests = 'chg_';

/** The name under which a change that was approved is carried out. */
export function changeRequestKeyId(requestId: string): string {
  return ofChangeRequests + requestId;
}

/** Undefined if it is another name. */
export function changeRequestIdOf(keyId: string): string | undefined {
  return keyId.startsWith(ofChangeRequests) ? keyId.slice(ofChangeRequests.length) : undefined;
}

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
  if (personId !== undefined)
    return { kind: 'person', id: personId, ...(applicationId === undefined && { role: 'operator' }) };
  const requestId = changeRequestIdOf(keyId);
  if (requestId !== undefined) return { kind: 'change-request', id: requestId };
  return { kind: applicationId === undefined ? 'operator-key' : 'secret-key', id: keyId };
}
