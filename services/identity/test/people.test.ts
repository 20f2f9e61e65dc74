import { randomBytes } from 'node:crypto';
import { createAuthenticator, type Authenticator, type Misbehaviour } from '@wallet-service/passkeys/testing';
import { acting } from '@wallet-service/grpc';
import { personKeyId, type Grant } from '@wallet-service/grants';
import { refusalOf } from '@wallet-service/test-kit/refusal-of';
import { createRowMac, uuidV7 } from '@wallet-service/values';
import { authenticateSession, checkPersonGrant } from '../src/people/authenticate-session.js';
import { createChallenges, type ChallengePurpose } from '../src/people/challenges.js';
import { createChallenge } from '../src/people/create-challenge.js';
import { acceptInvitation } from '../src/people/invitations.js';
import { disablePerson, invitePerson, listPeople, renewInvitation } from '../src/people/manage-people.js';
import { addMember, listMembers, removeMember, updateMember } from '../src/people/members.js';
import { addPasskey, endSession, removePasskey, showOwnAccess } from '../src/people/own-access.js';
import type { PeopleDeps } from '../src/people/people-deps.js';
import type { Role } from '../src/people/role.js';
import { removeEnded } from '../src/people/session-store.js';
import { signIn, stepUp } from '../src/people/sign-in.js';
import { createRowMacs, type ForgedRow } from '../src/row-macs.js';
import { createTenancy } from '../src/tenancy-store.js';
import { operatorGrant, startIdentity, type Identity, type Replica } from './identity-replicas.js';

// People, on a real database, with a clock that the tests move. Passkeys are real signatures.

const origin = 'https://console.example.com';
const relyingParty = { id: 'example.com', name: 'Wallets', origins: [origin] };

let identity: Identity;
let operator: Replica;
let deps: PeopleDeps;
let tenancy: ReturnType<typeof createTenancy>;
let nowMs: number;
const forged: ForgedRow[] = [];
beforeAll(async () => {
  identity = await startIdentity('identity_people');
  operator = identity.replica();
  const { pepper } = identity;
  const now = () => nowMs;
  tenancy = createTenancy(
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
  deps = { tenancy, pepper, now, randomBytes, challenges, relyingParty: () => relyingParty };
});
beforeEach(() => {
  nowMs = Date.now();
  forged.length = 0;
});
afterAll(() => identity.close());

const later = (seconds: number): void => {
  nowMs += seconds * 1000;
};
const codeOf = async (work: Promise<unknown>): Promise<string> => (await refusalOf(work)).code;

async function ask(purpose: ChallengePurpose, of: { session?: string; invitation?: string } = {}) {
  const { options } = await createChallenge(deps, { purpose, session: '', invitation: '', ...of });
  return options as { challenge: string; rpId: string; rp: { id: string; name: string } };
}

type SignedIn = {
  readonly personId: string;
  readonly session: string;
  readonly authenticator: Authenticator;
};

async function accept(token: string): Promise<SignedIn> {
  const authenticator = createAuthenticator({ origin });
  const json = authenticator.create(await ask('invitation', { invitation: token }));
  const { token: session, person } = await acceptInvitation(deps, { token, json, label: 'laptop' });
  return { personId: person.id, session, authenticator };
}

async function newOperator(): Promise<SignedIn> {
  const { invitation } = await invitePerson(deps, { name: 'Olga', isOperator: true });
  return accept(invitation.token);
}

async function newApplication(): Promise<string> {
  return (await operator.CreateApplication({ name: 'Shop' })).application?.id ?? '';
}

async function newMember(applicationId: string, role: Role): Promise<SignedIn> {
  const asked = { applicationId, personId: '', name: role, role };
  const { invitation } = await addMember(deps, asked, operatorGrant);
  return accept(invitation?.token ?? '');
}

const signInWith = async (authenticator: Authenticator, wrong: Misbehaviour = {}) =>
  signIn(deps, authenticator.get(await ask('sign-in'), wrong));
const confirm = async ({ session, authenticator }: SignedIn) =>
  stepUp(deps, session, authenticator.get(await ask('step-up', { session })));
const scopesOf = async (session: string, applicationId: string) =>
  (await authenticateSession(deps, session, applicationId)).scopes?.toSorted();
const ownerGrant = (applicationId: string, { personId }: SignedIn): Grant => ({
  ...operatorGrant,
  applicationId,
  keyId: personKeyId(personId),
});

describe('an invitation', () => {
  it('makes one passkey for one person, once, within a week', async () => {
    const { person, invitation } = await invitePerson(deps, { name: ' Ada ', isOperator: false });
    expect(person.name).toBe('Ada');
    const { token } = invitation;
    const authenticator = createAuthenticator({ origin });
    const json = authenticator.create(await ask('invitation', { invitation: token }));
    const both = await Promise.allSettled(
      ['one', 'two'].map((label) => acceptInvitation(deps, { token, json, label })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await codeOf(ask('invitation', { invitation: token }))).toBe('auth.invitation-invalid');
    expect((await signInWith(authenticator)).person.id).toBe(person.id);
  });

  it('ends after a week, with the next one, and when its person is disabled', async () => {
    const { person, invitation } = await invitePerson(deps, { name: 'Ada', isOperator: false });
    const next = await renewInvitation(deps, person.id);
    expect(await codeOf(ask('invitation', { invitation: invitation.token }))).toBe('auth.invitation-invalid');
    later(604_799);
    await ask('invitation', { invitation: next.token });
    later(1);
    expect(await codeOf(ask('invitation', { invitation: next.token }))).toBe('auth.invitation-invalid');
    const last = await renewInvitation(deps, person.id);
    await disablePerson(deps, person.id);
    expect(await codeOf(ask('invitation', { invitation: last.token }))).toBe('auth.invitation-invalid');
    expect(await codeOf(renewInvitation(deps, person.id))).toBe('person.not-found');
  });

  it('takes no passkey that answers something else', async () => {
    const [mine, other] = await Promise.all(
      ['Ada', 'Ben'].map((name) => invitePerson(deps, { name, isOperator: false })),
    );
    const token = mine?.invitation.token ?? '';
    const challenges = {
      other: await ask('invitation', { invitation: other?.invitation.token ?? '' }),
      signIn: await ask('sign-in'),
    };
    const authenticator = createAuthenticator({ origin });
    const own = await ask('invitation', { invitation: token });
    for (const json of [
      authenticator.create(challenges.other),
      authenticator.create({ ...own, challenge: challenges.signIn.challenge }),
      authenticator.create(own, { origin: 'https://evil.example' }),
      authenticator.create(own, { flags: 65 }),
      'x',
      '{}',
    ])
      expect(await codeOf(acceptInvitation(deps, { token, json, label: '' }))).toBe('auth.passkey-invalid');
    // The invitation is still good.
    expect((await accept(token)).personId).toBe(mine?.person.id);
  });
});

describe('a sign-in', () => {
  it('takes each answer once, within five minutes', async () => {
    const { authenticator } = await newOperator();
    const options = await ask('sign-in');
    const answer = authenticator.get(options);
    const both = await Promise.allSettled([signIn(deps, answer), signIn(deps, answer)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await codeOf(signIn(deps, answer))).toBe('auth.passkey-invalid');
    const late = authenticator.get(await ask('sign-in'));
    later(300);
    expect(await codeOf(signIn(deps, late))).toBe('auth.passkey-invalid');
  });

  it.each<[string, Misbehaviour]>([
    ['another page', { origin: 'https://console.example.com.evil.example' }],
    ['a frame', { crossOrigin: true }],
    ['another site', { relyingPartyId: 'evil.example' }],
    ['nobody verified', { flags: 1 }],
    ['a challenge of somebody else', { challenge: randomBytes(48).toString('base64url') }],
  ])('refuses an answer with %s', async (_, wrong) => {
    const { authenticator } = await newOperator();
    expect(await codeOf(signInWith(authenticator, wrong))).toBe('auth.passkey-invalid');
  });

  it('refuses an unknown passkey, and one whose counter does not grow', async () => {
    expect(await codeOf(signInWith(createAuthenticator({ origin })))).toBe('auth.passkey-invalid');
    const { invitation } = await invitePerson(deps, { name: 'Ada', isOperator: false });
    const authenticator = createAuthenticator({ origin, counts: true });
    const json = authenticator.create(await ask('invitation', { invitation: invitation.token }));
    await acceptInvitation(deps, { token: invitation.token, json, label: '' });
    await signInWith(authenticator);
    expect(await codeOf(signInWith(authenticator, { signCount: 2 }))).toBe('auth.passkey-invalid');
    await signInWith(authenticator);
  });
});

describe('a session', () => {
  it('ends after 12 hours, 30 minutes without use, when it is ended, and with its person', async () => {
    const { session, personId } = await newOperator();
    for (let minutes = 0; minutes < 12 * 60 - 29; minutes += 29) {
      await authenticateSession(deps, session, '');
      later(29 * 60);
    }
    later(29 * 60);
    expect(await codeOf(authenticateSession(deps, session, ''))).toBe('auth.session-invalid');
    const { authenticator } = await newOperator();
    const idle = (await signInWith(authenticator)).token;
    later(1_799);
    await authenticateSession(deps, idle, '');
    later(1_800);
    expect(await codeOf(authenticateSession(deps, idle, ''))).toBe('auth.session-invalid');
    const ended = (await signInWith(authenticator)).token;
    await endSession(deps, ended, '');
    expect(await codeOf(authenticateSession(deps, ended, ''))).toBe('auth.session-invalid');
    const last = await signInWith(authenticator);
    await disablePerson(deps, last.person.id);
    expect(await codeOf(authenticateSession(deps, last.token, ''))).toBe('auth.session-invalid');
    expect(await codeOf(signInWith(authenticator))).toBe('auth.passkey-invalid');
    await disablePerson(deps, personId);
  });

  it('is taken whole: no other token opens it', async () => {
    const { session } = await newOperator();
    const other = (await newOperator()).session;
    const id = session.slice(4, 36);
    for (const token of [
      '',
      'x',
      session.slice(0, -1),
      `${session}A`,
      session.replace('ses_', 'inv_'),
      other.replace(other.slice(4, 36), id),
      session.toUpperCase(),
    ])
      expect(await codeOf(authenticateSession(deps, token, ''))).toBe('auth.session-invalid');
  });

  it('may be ended by its person from another one, and by nobody else', async () => {
    const ada = await newOperator();
    const second = await signInWith(ada.authenticator);
    const stranger = await newOperator();
    expect(await codeOf(endSession(deps, stranger.session, second.session.id))).toBe('session.not-found');
    const { sessions } = await showOwnAccess(deps, ada.session);
    expect(sessions.map(({ id }) => id)).toContain(second.session.id);
    await endSession(deps, ada.session, second.session.id);
    expect(await codeOf(authenticateSession(deps, second.token, ''))).toBe('auth.session-invalid');
    await authenticateSession(deps, ada.session, '');
  });

  it('gives way to the newest 20 of its person', async () => {
    const { session, authenticator } = await newOperator();
    for (let more = 0; more < 20; more += 1) {
      nowMs += 1;
      await signInWith(authenticator);
    }
    expect(await codeOf(authenticateSession(deps, session, ''))).toBe('auth.session-invalid');
  });

  it('leaves nothing behind', async () => {
    await newOperator();
    later(604_801);
    await tenancy.acrossApplications((rows) => removeEnded(rows, Math.floor(nowMs / 1000), 1_800));
    for (const table of ['sessions', 'used_challenges', 'invitations'])
      expect((await identity.owner.query(`select from ${table}`)).rowCount).toBe(0);
  });
});

describe('what a person may do', () => {
  it.each<[Role, readonly string[], readonly string[]]>([
    ['owner', ['read', 'webhooks'], ['keys', 'members', 'policies', 'providers', 'settings']],
    ['developer', ['read', 'webhooks'], ['policies', 'settings']],
    ['auditor', ['read'], []],
    ['support', ['lookup'], []],
  ])('as %s is what the role says, in this application alone', async (role, always, afterStepUp) => {
    const applicationId = await newApplication();
    const member = await newMember(applicationId, role);
    const all = [...always, ...afterStepUp].toSorted();
    expect(await scopesOf(member.session, applicationId)).toEqual(all);
    later(300);
    const without = await authenticateSession(deps, member.session, applicationId);
    expect([without.scopes?.toSorted(), without.afterStepUp.toSorted()]).toEqual([always, afterStepUp]);
    await confirm(member);
    expect(await scopesOf(member.session, applicationId)).toEqual(all);
    for (const other of ['', await newApplication()])
      expect(await codeOf(authenticateSession(deps, member.session, other))).toBe('auth.not-a-member');
  });

  it('as operator is everything after a step-up, and reading before', async () => {
    const olga = await newOperator();
    expect(await scopesOf(olga.session, '')).toBeUndefined();
    later(300);
    expect(await authenticateSession(deps, olga.session, '')).toMatchObject({
      scopes: ['read'],
      afterStepUp: ['*'],
    });
    await confirm(olga);
    const stepped = await authenticateSession(deps, olga.session, '');
    expect(stepped.scopes).toBeUndefined();
    expect(stepped.timeExpires).toBe(Math.floor(nowMs / 1000) + 300);
  });

  it('is not raised by the passkey of somebody else, or by an answer to a sign-in', async () => {
    const [olga, other] = [await newOperator(), await newOperator()];
    later(300);
    const options = await ask('step-up', { session: olga.session });
    expect(await codeOf(stepUp(deps, olga.session, other.authenticator.get(options)))).toBe(
      'auth.passkey-invalid',
    );
    const answer = olga.authenticator.get(await ask('sign-in'));
    expect(await codeOf(stepUp(deps, olga.session, answer))).toBe('auth.passkey-invalid');
    const ofAnother = olga.authenticator.get(await ask('step-up', { session: other.session }));
    expect(await codeOf(stepUp(deps, olga.session, ofAnother))).toBe('auth.passkey-invalid');
    expect(await scopesOf(olga.session, '')).toEqual(['read']);
  });

  it('ends with the role, for grants too', async () => {
    const applicationId = await newApplication();
    const [owner, dev] = [await newMember(applicationId, 'owner'), await newMember(applicationId, 'developer')];
    const held = ['read', 'policies'];
    const grant: Grant = { ...ownerGrant(applicationId, dev), scopes: held };
    expect(await checkPersonGrant(deps, grant, dev.personId)).toBe(grant);
    expect(await codeOf(checkPersonGrant(deps, { ...grant, scopes: ['keys'] }, dev.personId))).toBe(
      'auth.session-invalid',
    );
    const { scopes: _, ...unlimited } = grant;
    expect(await codeOf(checkPersonGrant(deps, unlimited, dev.personId))).toBe('auth.session-invalid');
    const by = ownerGrant(applicationId, owner);
    await updateMember(deps, { applicationId, personId: dev.personId, role: 'auditor' }, by);
    expect(await codeOf(checkPersonGrant(deps, grant, dev.personId))).toBe('auth.session-invalid');
    await removeMember(deps, { applicationId, personId: dev.personId }, by);
    expect(await codeOf(authenticateSession(deps, dev.session, applicationId))).toBe('auth.not-a-member');
  });
});

describe('the people of an application', () => {
  it('always have an owner, unless the operator says otherwise', async () => {
    const applicationId = await newApplication();
    const ada = await newMember(applicationId, 'owner');
    const by = ownerGrant(applicationId, ada);
    const of = { applicationId, personId: ada.personId };
    expect(await codeOf(updateMember(deps, { ...of, role: 'support' }, by))).toBe('member.last-owner');
    expect(await codeOf(removeMember(deps, of, by))).toBe('member.last-owner');
    const ben = await newMember(applicationId, 'owner');
    const outcomes = await Promise.allSettled([
      removeMember(deps, of, by),
      removeMember(deps, { applicationId, personId: ben.personId }, by),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const { personId } of await listMembers(deps, applicationId))
      await removeMember(deps, { applicationId, personId }, operatorGrant);
    expect(await listMembers(deps, applicationId)).toEqual([]);
  });

  it('are changed by no secret key', async () => {
    const { application, secretKeyId } = await operator.CreateApplication({ name: 'Shop' });
    const applicationId = application?.id ?? '';
    const grant: Grant = { ...operatorGrant, applicationId, keyId: secretKeyId ?? '' };
    const asked = { applicationId, personId: '', name: 'Eve', role: 'owner' };
    for (const work of [addMember, updateMember, removeMember])
      expect(() => work(deps, asked, grant)).toThrow(expect.objectContaining({ code: 'auth.people-only' }));
  });

  it('are added by their id once they are known, and each once', async () => {
    const [one, two] = [await newApplication(), await newApplication()];
    const { personId, session } = await newMember(one, 'auditor');
    const asked = { applicationId: two, personId, name: '', role: 'support' };
    expect((await addMember(deps, asked, operatorGrant)).invitation).toBeUndefined();
    expect(await codeOf(addMember(deps, asked, operatorGrant))).toBe('member.exists');
    expect(await scopesOf(session, two)).toEqual(['lookup']);
    const { memberships } = await showOwnAccess(deps, session);
    expect(memberships.map(({ role }) => role).sort()).toEqual(['auditor', 'support']);
    for (const unknown of ['x', uuidV7(nowMs, randomBytes(10))])
      expect(await codeOf(addMember(deps, { ...asked, personId: unknown }, operatorGrant))).toBe(
        'person.not-found',
      );
  });

  it('are listed for the operator page by page', async () => {
    const { personId } = await newOperator();
    const all: string[] = [];
    for (let after = ''; ;) {
      const { people, next } = await listPeople(deps, after, 2);
      all.push(...people.map(({ person }) => person.id));
      if (next === '') break;
      after = next;
    }
    expect(all).toContain(personId);
    expect(all).toEqual([...new Set(all)].sort());
  });
});

describe('own passkeys', () => {
  it('are added and removed after a step-up, and the last one stays', async () => {
    const ada = await newOperator();
    const phone = createAuthenticator({ origin });
    const add = async () => {
      const json = phone.create(await ask('passkey', { session: ada.session }));
      return addPasskey(deps, ada.session, { json, label: 'phone' });
    };
    later(300);
    expect(await codeOf(add())).toBe('auth.step-up-required');
    await confirm(ada);
    expect(await codeOf(removePasskey(deps, ada.session, ada.authenticator.credentialId))).toBe(
      'passkey.last-one',
    );
    expect((await add()).label).toBe('phone');
    expect(await codeOf(add())).toBe('auth.passkey-invalid');
    await removePasskey(deps, ada.session, ada.authenticator.credentialId);
    expect(await codeOf(signInWith(ada.authenticator))).toBe('auth.passkey-invalid');
    expect((await signInWith(phone)).person.id).toBe(ada.personId);
    const stranger = await newOperator();
    expect(await codeOf(removePasskey(deps, stranger.session, phone.credentialId))).toBe('passkey.not-found');
  });
});

describe('rows that somebody else wrote', () => {
  it.each([
    ['people', `update people set is_operator = not is_operator where person_id = $1`],
    ['people', `update people set time_disabled = null, mac = sha256('') where person_id = $1`],
    ['sessions', `update sessions set time_expires = time_expires + interval '1 day' where person_id = $1`],
    ['sessions', `update sessions set time_step_up_ends = time_expires where person_id = $1`],
    ['passkeys', `update passkeys set sign_count = 0, public_key = sha256('') where person_id = $1`],
    ['members', `update members set role = 'owner' where person_id = $1`],
  ])('of %s open nothing: %s', async (table, sql) => {
    const applicationId = await newApplication();
    const { personId, session, authenticator } = await newMember(applicationId, 'auditor');
    await identity.owner.query(sql, [personId]);
    const work = table === 'passkeys' ? signInWith(authenticator) : authenticateSession(deps, session, applicationId);
    expect(await codeOf(work)).toMatch(/^auth\./);
    expect(forged[0]?.table).toBe(table);
  });
});
