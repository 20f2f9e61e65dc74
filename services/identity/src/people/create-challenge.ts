import { creationOptions, requestOptions } from '@wallet-service/passkeys';
import { AppError } from '@wallet-service/errors';
import type { Installation } from '../tenancy-store.js';
import type { ChallengePurpose } from './challenges.js';
import { openInvitation } from './invitations.js';
import type { PeopleDeps } from './people-deps.js';
import type { Person } from './person.js';
import { demandForPasskey, openSession } from './sessions.js';

export type AskedChallenge = {
  readonly purpose: string;
  /** The token of a session, for `step-up` and `passkey`. */
  readonly session: string;
  /** The token of an invitation, for `invitation`. */
  readonly invitation: string;
};

/** `options`: what a browser takes as `publicKey`. `name`: of the person, if a passkey is to be made. */
export type MadeChallenge = { readonly options: object; readonly name: string };

const purposes: readonly ChallengePurpose[] = ['sign-in', 'step-up', 'invitation', 'passkey'];

/**
 * A challenge, with the options of a browser for it. Throws `people.disabled`, `auth.session-invalid`,
 * `auth.step-up-required` and `auth.invitation-invalid`.
 */
export function createChallenge(deps: PeopleDeps, asked: AskedChallenge): Promise<MadeChallenge> {
  const { id } = deps.relyingParty();
  return deps.tenancy.installation(async (of) => {
    const purpose = purposes.find((one) => one === asked.purpose);
    switch (purpose) {
      case 'sign-in':
        return { options: requestOptions(deps.challenges.make({ purpose, owner: '' }), id), name: '' };
      case 'step-up': {
        const { session, person } = await openSession(deps, of, asked.session);
        const own = await of.passkeys.of(person.id);
        const challenge = deps.challenges.make({ purpose, owner: session.id });
        const options = requestOptions(
          challenge,
          id,
          own.map(({ credentialId }) => credentialId),
        );
        return { options, name: '' };
      }
      case 'passkey': {
        const { session, person } = await openSession(deps, of, asked.session);
        await demandForPasskey(of, { session, person }, deps.now());
        return creation(deps, of, person, deps.challenges.make({ purpose, owner: session.id }));
      }
      case 'invitation': {
        const { invitation, person } = await openInvitation(deps, of, asked.invitation);
        return creation(deps, of, person, deps.challenges.make({ purpose, owner: invitation.id }));
      }
      case undefined:
        throw new AppError('request.invalid', 'there is no such purpose of a challenge');
    }
  });
}

async function creation(
  deps: PeopleDeps,
  { passkeys }: Pick<Installation, 'passkeys'>,
  person: Person,
  challenge: string,
): Promise<MadeChallenge> {
  const { id, name } = deps.relyingParty();
  const own = await passkeys.of(person.id);
  const options = creationOptions({
    challenge,
    relyingParty: { id, name },
    user: { id: Buffer.from(person.id.replaceAll('-', ''), 'hex'), name: person.name },
    existing: own.map(({ credentialId }) => credentialId),
  });
  return { options, name: person.name };
}
