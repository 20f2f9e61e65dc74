import { AppError } from '@wallet-service/errors';
import {
  challengeOf,
  credentialIdOf,
  verifyAssertion,
  verifyRegistration,
  type Passkey,
} from '@wallet-service/passkeys';
import type { Installation } from '../tenancy-store.js';
import type { ChallengeUse } from './challenges.js';
import { secondsOf, type PeopleDeps } from './people-deps.js';
import type { Person } from './person.js';

type Deps = Pick<PeopleDeps, 'relyingParty' | 'challenges' | 'now'>;

/** Whose answer to a challenge was refused, and why. It is the cause of the error, for the journal. */
export class RefusedAnswer {
  readonly personId: string;
  readonly why: string;
  readonly challenge: string;
  /** Until when the challenge is good (Unix milliseconds). */
  readonly end: number;

  constructor({
    personId,
    why,
    challenge,
    end,
  }: Pick<RefusedAnswer, 'personId' | 'why' | 'challenge' | 'end'>) {
    this.personId = personId;
    this.why = why;
    this.challenge = challenge;
    this.end = end;
  }
}

/**
 * The person whose passkey answered a challenge for this use, which it can do once. `json`: AuthenticationResponseJSON.
 * `known`: who has the session. Throws `auth.passkey-invalid`, with RefusedAnswer as cause if it is known whose answer
 * it is: by the session, or because the signature is that of their passkey.
 */
export async function confirmPasskey(
  deps: Deps,
  { passkeys, people }: Pick<Installation, 'passkeys' | 'people'>,
  json: string,
  use: ChallengeUse,
  known?: Person,
): Promise<Person> {
  const relyingParty = deps.relyingParty();
  const { challenge, end } = ownChallenge(deps, json, use);
  const refused = (why: string, what: string, personId = known?.id): AppError =>
    passkeyInvalid(
      what,
      personId === undefined ? undefined : new RefusedAnswer({ personId, why, challenge, end }),
    );
  const passkey = await passkeys.take(credentialIdOf(json) ?? '');
  if (!passkey) throw refused('unknown', 'nobody has this passkey here');
  const { personId } = passkey;
  if (known && personId !== known.id) throw refused('other-person', 'it is somebody else’s passkey');
  const verified = verifyAssertion(json, challenge, relyingParty, passkey);
  if (!verified.ok) {
    const { refusal } = verified;
    // It has the key: the passkey was copied.
    const signer = refusal === 'counter-not-grown' ? personId : undefined;
    throw refused(refusal, `the answer of the passkey is refused (${refusal})`, known?.id ?? signer);
  }
  const person = known ?? (await people.find(personId));
  if (!person || person.timeDisabled !== undefined)
    throw refused('no-access', 'its owner has no access any more', personId);
  if (!(await passkeys.useChallenge(challenge, end))) throw answeredBefore();
  await passkeys.noteUse(passkey, verified, secondsOf(deps.now()));
  return person;
}

/** A passkey that was made for this use. `json`: RegistrationResponseJSON. Throws `auth.passkey-invalid`. */
export async function registerPasskey(
  deps: Deps,
  { passkeys }: Pick<Installation, 'passkeys'>,
  json: string,
  use: ChallengeUse,
): Promise<Passkey> {
  const { challenge, end } = ownChallenge(deps, json, use);
  const verified = verifyRegistration(json, challenge, deps.relyingParty());
  if (!verified.ok) throw passkeyInvalid(`the new passkey is refused (${verified.refusal})`);
  if (!(await passkeys.useChallenge(challenge, end))) throw answeredBefore();
  return verified.passkey;
}

function ownChallenge({ challenges }: Deps, json: string, use: ChallengeUse) {
  const challenge = challengeOf(json);
  const end = challenge === undefined ? undefined : challenges.endOf(challenge, use);
  if (challenge === undefined || end === undefined)
    throw passkeyInvalid('it answers no challenge that was made for this in the last five minutes');
  return { challenge, end };
}

function answeredBefore(): AppError {
  return passkeyInvalid('its challenge was answered before');
}

export function passkeyInvalid(what: string, cause?: RefusedAnswer): AppError {
  return new AppError('auth.passkey-invalid', `${what}: ask for a new challenge, and try again`, { cause });
}
