import { AppError } from '@wallet-service/errors';
import { uuidV7 } from '@wallet-service/values';
import { hashCredential, sameHash } from '../secret-keys/secret-key.js';
import type { Installation } from '../tenancy-store.js';
import { passkeyInvalid, registerPasskey } from './confirm-passkey.js';
import { secondsOf, type PeopleDeps } from './people-deps.js';
import type { Invitation } from './invitation-store.js';
import { checkPasskeyLabel, shownPasskey, themselves, type Person } from './person.js';
import { beginSession, type NewSession } from './sessions.js';
import { tokenIdOf, tokenOf } from './tokens.js';

const lifetimeSeconds = 604_800;

/** `token` is only for the person. Unix seconds. */
export type NewInvitation = { readonly token: string; readonly timeExpires: number };

/** Invites a person to make a passkey, within a week. Their earlier invitation ends. */
export async function invite(
  { pepper, now, randomBytes }: Pick<PeopleDeps, 'pepper' | 'now' | 'randomBytes'>,
  { invitations }: Pick<Installation, 'invitations'>,
  personId: string,
): Promise<NewInvitation> {
  const id = uuidV7(now(), randomBytes(10));
  const token = tokenOf('inv', id, randomBytes(32));
  const timeExpires = secondsOf(now()) + lifetimeSeconds;
  await invitations.put({ id, personId, hash: hashCredential(pepper, token), timeExpires });
  return { token, timeExpires };
}

/** Throws `auth.invitation-invalid`, the same for an unknown, a used and an expired one. */
export async function openInvitation(
  { pepper, now }: Pick<PeopleDeps, 'pepper' | 'now'>,
  { people, invitations }: Pick<Installation, 'people' | 'invitations'>,
  token: string,
): Promise<{ readonly invitation: Invitation; readonly person: Person }> {
  const id = tokenIdOf('inv', token);
  const invitation = id === undefined ? undefined : await invitations.find(id);
  if (!invitation || !sameHash(invitation.hash, hashCredential(pepper, token))) throw invitationInvalid();
  if (invitation.timeExpires <= secondsOf(now())) throw invitationInvalid();
  const person = await people.find(invitation.personId);
  if (!person || person.timeDisabled !== undefined) throw invitationInvalid();
  return { invitation, person };
}

/**
 * Makes the person's passkey, and signs them in. `json`: RegistrationResponseJSON. Throws `auth.invitation-invalid`
 * and `auth.passkey-invalid`.
 */
export function acceptInvitation(
  deps: PeopleDeps,
  {
    token,
    json,
    label,
    userAgent,
    traceId,
  }: Readonly<Record<'token' | 'json' | 'label' | 'traceId', string>> & { readonly userAgent?: string },
): Promise<NewSession> {
  const checkedLabel = checkPasskeyLabel(label);
  return deps.tenancy.installation(async (of) => {
    const { invitation, person } = await openInvitation(deps, of, token);
    const use = { purpose: 'invitation', owner: invitation.id } as const;
    const passkey = await registerPasskey(deps, of, json, use);
    if (!(await of.invitations.take(invitation.id))) throw invitationInvalid();
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
    await of.record(person.id, 'admin.invitation_accepted', { after }, themselves(person.id, traceId));
    return beginSession(deps, of, person, { isConfirmed: true, userAgent, traceId });
  });
}

function invitationInvalid(): AppError {
  return new AppError(
    'auth.invitation-invalid',
    'the invitation is not valid, was used, or has expired: ask for a new one',
  );
}
