import { randomBytes } from 'node:crypto';
import { createAuthenticator, type Authenticator, type Misbehaviour } from '@wallet-service/passkeys/testing';
import { acting } from '@wallet-service/grpc';
import { personKeyId, type Grant } from '@wallet-service/grants';
import { refusalOf } from '@wallet-service/test-kit/refusal-of';
import { createRowMac, uuidV7 } from '@wallet-service/values';
import { authenticateSession } from '../src/people/authenticate-session.js';
import { createChallenges, type ChallengePurpose } from '../src/people/challenges.js';
import { createChallenge } from '../src/people/create-challenge.js';
import { acceptInvitation } from '../src/people/invitations.js';
import { invitePerson } from '../src/people/manage-people.js';
import { addMember } from '../src/people/members.js';
import type { PeopleDeps } from '../src/people/people-deps.js';
import type { Role } from '../src/people/role.js';
import { signIn, stepUp } from '../src/people/sign-in.js';
import { createRowMacs, type ForgedRow } from '../src/row-macs.js';
import { createTenancy } from '../src/tenancy-store.js';
import { operatorGrant, startIdentity, type Identity, type Replica } from './identity-replicas.js';

// People, on a real database, with a clock that the tests move. Passkeys are real signatures.

export const origin = 'https://console.example.com';
const relyingParty = { id: 'example.com', name: 'Wallets', origins: [origin] };

export type SignedIn = {
  readonly personId: string;
  readonly session: string;
  readonly authenticator: Authenticator;
};

type Options = { challenge: string; rpId: string; rp: { id: string; name: string } };

export type PeopleWorld = {
  readonly identity: Identity;
  readonly deps: PeopleDeps;
  readonly tenancy: ReturnType<typeof createTenancy>;
  readonly forged: ForgedRow[];
  readonly clock: { nowMs: number };
  readonly ask: (
    purpose: ChallengePurpose,
    of?: { readonly session?: string; readonly invitation?: string },
  ) => Promise<Options>;
  readonly accept: (token: string) => Promise<SignedIn>;
  readonly newOperator: () => Promise<SignedIn>;
  readonly newApplication: () => Promise<string>;
  readonly newMember: (applicationId: string, role: Role) => Promise<SignedIn>;
  readonly signInWith: (authenticator: Authenticator, wrong?: Misbehaviour) => ReturnType<typeof signIn>;
  readonly confirm: (person: SignedIn) => Promise<number>;
  readonly scopesOf: (session: string, applicationId: string) => Promise<readonly string[] | undefined>;
};

export async function peopleWorld(name: string): Promise<PeopleWorld> {
  const identity = await startIdentity(name);
  const operator: Replica = identity.replica();
  const clock = { nowMs: Date.now() };
  const forged: ForgedRow[] = [];
  const { pepper } = identity;
  const now = () => clock.nowMs;
  const tenancy = createTenancy(
    identity.servicePool,
    createRowMacs(pepper, undefined, (row) => forged.push(row)),
    createRowMac({ secret: pepper, purpose: 'identity/event' }),
    {
      mac: createRowMac({ secret: pepper, purpose: 'identity/change' }),
      maker: acting,
      newId: () => uuidV7(now(), randomBytes(10)),
      now,
    },
  );
  const challenges = createChallenges({ pepper, now, randomBytes });
  const verifyIdToken = () => {
    throw new Error('these people have no identity provider');
  };
  const deps = {
    tenancy,
    pepper,
    now,
    randomBytes,
    challenges,
    verifyIdToken,
    relyingParty: () => relyingParty,
  };

  const ask: PeopleWorld['ask'] = async (purpose, of = {}) => {
    const { options } = await createChallenge(deps, { purpose, session: '', invitation: '', ...of });
    return options as Options;
  };
  const accept: PeopleWorld['accept'] = async (token) => {
    const authenticator = createAuthenticator({ origin });
    const json = authenticator.create(await ask('invitation', { invitation: token }));
    const { token: session, person } = await acceptInvitation(deps, {
      token,
      json,
      label: 'laptop',
      traceId: 't',
    });
    return { personId: person.id, session, authenticator };
  };
  return {
    ...{ identity, deps, tenancy, forged, clock, ask, accept },
    newOperator: async () =>
      accept((await invitePerson(deps, { name: 'Olga', isOperator: true })).invitation.token),
    newApplication: async () => (await operator.CreateApplication({ name: 'Shop' })).application?.id ?? '',
    async newMember(applicationId, role) {
      const asked = { applicationId, personId: '', name: role, role };
      return accept((await addMember(deps, asked, operatorGrant)).invitation?.token ?? '');
    },
    signInWith: async (authenticator, wrong = {}) =>
      signIn(deps, { json: authenticator.get(await ask('sign-in'), wrong), traceId: 'trace' }),
    confirm: async ({ session, authenticator }) =>
      stepUp(deps, session, {
        json: authenticator.get(await ask('step-up', { session })),
        traceId: 'trace',
      }),
    scopesOf: async (session, applicationId) =>
      (await authenticateSession(deps, session, applicationId)).scopes?.toSorted(),
  };
}

export function ownerGrant(applicationId: string, { personId }: SignedIn): Grant {
  return { ...operatorGrant, applicationId, keyId: personKeyId(personId) };
}

export async function codeOf(work: Promise<unknown>): Promise<string> {
  return (await refusalOf(work)).code;
}
