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
import type { KeptPasskey } from './passkey-store.js';

type Deps = Pick<PeopleDeps, 'relyingParty' | 'challenges' | 'now'>;

/**
 * The passkey that answered a challenge for this use, which it can do once. `json`: AuthenticationResponseJSON. Throws
 * `auth.passkey-invalid`.
 */
export async function confirmPasskey(
  deps: Deps,
  { passkeys }: Pick<Installation, 'passkeys'>,
  json: string,
  use: ChallengeUse,
): Promise<KeptPasskey> {
  const relyingParty = deps.relyingParty();
  const { challenge, end } = ownChallenge(deps, json, use);
  const passkey = await passkeys.take(credentialIdOf(json) ?? '');
  if (!passkey) throw passkeyInvalid('nobody has this passkey here');
  const verified = verifyAssertion(json, challenge, relyingParty, passkey);
  if (!verified.ok) throw passkeyInvalid(`the answer of the passkey is refused (${verified.refusal})`);
  if (!(await passkeys.useChallenge(challenge, end))) throw answeredBefore();
  await passkeys.noteUse(passkey, verified, secondsOf(deps.now()));
  return passkey;
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

export function passkeyInvalid(what: string): AppError {
  return new AppError('auth.passkey-invalid', `${what}: ask for a new challenge, and try again`);
}
