import { createHash } from 'node:crypto';
import { AppError, invalidField } from '@wallet-service/errors';

/** A request of the interface that waits for approvals. Unix seconds. */
export type ChangeRequest = {
  readonly applicationId: string;
  readonly id: string;
  /** As in grants: the person or the secret key. */
  readonly askedBy: string;
  /** What the change needs. */
  readonly scope: string;
  readonly method: string;
  /** Of the interface, without a query. */
  readonly path: string;
  /** JSON. Empty: none. */
  readonly body: string;
  /** What `path` showed when it was asked for, as JSON. Empty: nothing. */
  readonly before: string;
  readonly reason: string;
  /** Approvals. */
  readonly needed: number;
  /** `begun`: it is being carried out, or whoever did so died. It is never tried twice. */
  readonly state: 'open' | 'begun' | 'done' | 'failed' | 'declined';
  /** The status of the answer to it. 0: none yet. */
  readonly status: number;
  /** The code of the error that it got. Empty: none. */
  readonly code: string;
  readonly timeCreated: number;
  readonly timeExpires: number;
  readonly timeEnded: number | undefined;
};

export type Approval = {
  readonly personId: string;
  /** AuthenticationResponseJSON: what the passkey signed. */
  readonly passkeyJson: string;
  readonly timeCreated: number;
};

export const lifetimeSeconds = 7 * 86_400;
export const mostOpen = 100;

const domain = 'wallet-service change request v1';

/** SHA-256 of everything that is approved, in hex. */
export function hashOf(request: ChangeRequest): string {
  const { applicationId, id, askedBy, scope, method, path, body, before, reason, needed } = request;
  const { timeCreated, timeExpires } = request;
  const approved = [applicationId, id, askedBy, scope, method, path, body, before, reason, needed];
  return sha256(JSON.stringify([domain, ...approved, timeCreated, timeExpires])).toString('hex');
}

/**
 * What the passkey of a person signs to approve: SHA-256 over the hash of the request and the person, in base64url. It
 * is for nothing else, so an approval fits no other request and no other person.
 */
export function approvalChallenge(request: ChangeRequest, personId: string): string {
  return sha256(JSON.stringify(['wallet-service approval v1', hashOf(request), personId])).toString(
    'base64url',
  );
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

export function isOpen({ state, timeExpires }: ChangeRequest, nowSeconds: number): boolean {
  return state === 'open' && timeExpires > nowSeconds;
}

/** Throws `change-request.closed`. */
export function demandOpen(request: ChangeRequest, nowSeconds: number): void {
  if (isOpen(request, nowSeconds)) return;
  throw new AppError('change-request.closed', 'it was decided or has expired: ask for the change again');
}

const methods = ['POST', 'PATCH', 'DELETE'];
/** Without a query, and without segments that another path hides behind. */
const plainPath = /^\/v1(\/(?!\.{1,2}(\/|$))[\w.:-]+)+$/;
/** As the header `X-Reason` takes it. */
const shownReason = /^[^\p{Cc}\p{Cs}]{0,500}$/u;

/** Throws `request.invalid`. */
export function checkChange({
  method,
  path,
  reason,
}: Pick<ChangeRequest, 'method' | 'path' | 'reason'>): void {
  if (!methods.includes(method)) throw invalidField('/method', `must be one of ${methods.join(', ')}`);
  if (!plainPath.test(path))
    throw invalidField('/path', 'must be a path of the interface, as it is documented');
  if (!shownReason.test(reason))
    throw invalidField('/reason', 'must be at most 500 characters, and no control characters');
}

export function changeRequestNotFound(): AppError {
  return new AppError('change-request.not-found', 'the application has no such change request');
}
