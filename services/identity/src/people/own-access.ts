import { AppError } from '@wallet-service/errors';
import { passkeyInvalid, registerPasskey } from './confirm-passkey.js';
import type { Membership } from './member-store.js';
import type { KeptPasskey } from './passkey-store.js';
import { secondsOf, type PeopleDeps } from './people-deps.js';
import { checkPasskeyLabel, shownPasskey, themselves } from './person.js';
import type { Session } from './session-store.js';
import { demandForPasskey, demandStepUp, hasEnded, openSession, type OpenSession } from './sessions.js';

// What people see and change of their own access. All throw `auth.session-invalid`.

const mostPasskeys = 20;

export type OwnAccess = OpenSession & {
  readonly memberships: readonly Membership[];
  readonly passkeys: readonly KeptPasskey[];
  /** Those that have not ended. */
  readonly sessions: readonly Session[];
};

export function showOwnAccess(deps: PeopleDeps, token: string): Promise<OwnAccess> {
  return deps.tenancy.installation(async (of) => {
    const { session, person } = await openSession(deps, of, token);
    const memberships = await of.membershipsOf([person.id]);
    const passkeys = await of.passkeys.of(person.id);
    const seconds = secondsOf(deps.now());
    const sessions = (await of.sessions.of(person.id)).filter((one) => !hasEnded(one, seconds));
    return { session, person, memberships, passkeys, sessions };
  });
}

/**
 * `sessionId` empty: this session. Of another one the journal says so: somebody may have used it. Throws
 * `session.not-found` for one that has ended, or is somebody else's.
 */
export function endSession(
  deps: PeopleDeps,
  token: string,
  { sessionId, traceId }: { readonly sessionId: string; readonly traceId: string },
): Promise<void> {
  return deps.tenancy.installation(async (of) => {
    const { session, person } = await openSession(deps, of, token);
    const own = await of.sessions.of(person.id);
    const id = sessionId === '' ? session.id : sessionId;
    if (!own.some((one) => one.id === id))
      throw new AppError('session.not-found', 'you have no such session: it may have ended');
    await of.sessions.end([id]);
    const before = { person_id: person.id, session_id: id };
    const operation = id === session.id ? 'admin.person_signed_out' : 'admin.session_ended';
    await of.record(person.id, operation, { before }, themselves(person.id, traceId));
  });
}

/** Throws `auth.step-up-required`, `auth.passkey-invalid` and `passkey.limit-reached`. */
export function addPasskey(
  deps: PeopleDeps,
  token: string,
  { json, label, traceId }: { readonly json: string; readonly label: string; readonly traceId: string },
): Promise<KeptPasskey> {
  const checkedLabel = checkPasskeyLabel(label);
  return deps.tenancy.installation(async (of) => {
    const { session, person } = await openSession(deps, of, token);
    await of.people.lock(person.id);
    await demandForPasskey(of, { session, person }, deps.now());
    const passkey = await registerPasskey(deps, of, json, { purpose: 'passkey', owner: session.id });
    if ((await of.passkeys.of(person.id)).length >= mostPasskeys)
      throw new AppError('passkey.limit-reached', `you have ${mostPasskeys} passkeys: remove one first`);
    const timeCreated = secondsOf(deps.now());
    const kept = {
      ...passkey,
      personId: person.id,
      label: checkedLabel,
      timeCreated,
      timeLastUsed: undefined,
    };
    if (!(await of.passkeys.insert(kept))) throw passkeyInvalid('somebody has this passkey already');
    const after = { person_id: person.id, ...shownPasskey(kept) };
    await of.record(person.id, 'admin.passkey_added', { after }, themselves(person.id, traceId));
    return kept;
  });
}

/** Throws `auth.step-up-required`, `passkey.not-found` and `passkey.last-one`. */
export function removePasskey(
  deps: PeopleDeps,
  token: string,
  { credentialId, traceId }: { readonly credentialId: string; readonly traceId: string },
): Promise<void> {
  return deps.tenancy.installation(async (of) => {
    const { session, person } = await openSession(deps, of, token);
    demandStepUp(session, deps.now());
    await of.people.lock(person.id);
    const own = await of.passkeys.of(person.id);
    const found = own.find((one) => one.credentialId === credentialId);
    if (!found) throw new AppError('passkey.not-found', 'you have no such passkey');
    if (own.length === 1)
      throw new AppError('passkey.last-one', 'you have no other passkey: add one before you remove this one');
    await of.passkeys.remove(credentialId);
    const before = { person_id: person.id, ...shownPasskey(found) };
    await of.record(person.id, 'admin.passkey_removed', { before }, themselves(person.id, traceId));
  });
}
