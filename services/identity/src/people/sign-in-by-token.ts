import { AppError } from '@wallet-service/errors';
import type { Installation } from '../tenancy-store.js';
import { idTokenInvalid, type IdToken } from './id-tokens.js';
import type { Invitation } from './invitation-store.js';
import { secondsOf, type PeopleDeps } from './people-deps.js';
import { themselves, type Person } from './person.js';
import { beginSession, type NewSession } from './sessions.js';

export type SignInByToken = {
  readonly idToken: string;
  readonly nonce: string;
  readonly userAgent?: string;
  readonly traceId: string;
};

/**
 * Signs in a person with an id token of the identity provider of people, which counts once. It is no step-up: what
 * needs one needs a passkey. Who signs in for the first time needs an open invitation for their verified e-mail
 * address. From then on the subject says who they are, and no address. Throws `people.disabled`,
 * `auth.id-token-invalid`, `auth.not-invited` and `service.unavailable`.
 */
export async function signInByToken(
  deps: PeopleDeps,
  { idToken, nonce, userAgent, traceId }: SignInByToken,
): Promise<NewSession> {
  const verify = deps.verifyIdToken();
  const token = await verify(idToken, nonce);
  return deps.tenancy.installation(async (of) => {
    if (!(await of.passkeys.useChallenge(token.id, token.timeEnds * 1000)))
      throw idTokenInvalid('it was used before: sign in again');
    const person = (await knownPerson(of, token)) ?? (await bind(deps, of, token, traceId));
    if (person.timeDisabled !== undefined) throw notInvited();
    return beginSession(deps, of, person, { isConfirmed: false, userAgent, traceId });
  });
}

async function knownPerson(
  { accounts, people }: Pick<Installation, 'accounts' | 'people'>,
  { issuer, subject }: IdToken,
): Promise<Person | undefined> {
  const account = await accounts.find(issuer, subject);
  return account && people.find(account.personId);
}

/** An invitation for somebody's next passkey stays open: who lost all of them needs it. */
async function bind(deps: PeopleDeps, of: Installation, token: IdToken, traceId: string): Promise<Person> {
  const { issuer, subject } = token;
  const timeCreated = secondsOf(deps.now());
  const { person, invitation } = await invitedPerson(of, token.email, timeCreated);
  await of.people.lock(person.id);
  const isFirst = (await of.passkeys.of(person.id)).length === 0;
  if (isFirst && !(await of.invitations.take(invitation.id))) throw notInvited();
  if (!(await of.accounts.insert({ issuer, subject, personId: person.id, timeCreated }))) throw notInvited();
  const after = { person_id: person.id, issuer, subject };
  await of.record(person.id, 'admin.invitation_accepted', { after }, themselves(person.id, traceId));
  return person;
}

async function invitedPerson(
  { people, invitations }: Pick<Installation, 'people' | 'invitations'>,
  email: string | undefined,
  seconds: number,
): Promise<{ readonly person: Person; readonly invitation: Invitation }> {
  if (email === undefined) throw notInvited();
  const found: { readonly person: Person; readonly invitation: Invitation }[] = [];
  for (const person of await people.withEmail(email)) {
    const [invitation] = await invitations.ofPeople([person.id]);
    const isOpen = invitation !== undefined && invitation.timeExpires > seconds;
    if (isOpen && person.timeDisabled === undefined) found.push({ person, invitation });
  }
  const [only, ...others] = found;
  // Nothing says which of them it is.
  if (!only || others.length > 0) throw notInvited();
  return only;
}

function notInvited(): AppError {
  return new AppError(
    'auth.not-invited',
    'nobody with this account may sign in, and its verified e-mail address has no open invitation, or has several',
  );
}
