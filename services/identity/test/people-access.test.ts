import { randomBytes } from 'node:crypto';
import type { Grant } from '@wallet-service/grants';
import { createAuthenticator } from '@wallet-service/passkeys/testing';
import { uuidV7 } from '@wallet-service/values';
import { authenticateSession, checkPersonGrant } from '../src/people/authenticate-session.js';
import { listPeople } from '../src/people/manage-people.js';
import { addMember, listMembers, removeMember, updateMember } from '../src/people/members.js';
import { addPasskey, removePasskey, showOwnAccess } from '../src/people/own-access.js';
import type { Role } from '../src/people/role.js';
import { signIn, stepUp } from '../src/people/sign-in.js';
import { operatorGrant } from './identity-replicas.js';
import { codeOf, origin, ownerGrant, peopleWorld, type PeopleWorld } from './people-world.js';

let world: PeopleWorld;
let ask: PeopleWorld['ask'];
let newOperator: PeopleWorld['newOperator'];
let newApplication: PeopleWorld['newApplication'];
let newMember: PeopleWorld['newMember'];
let signInWith: PeopleWorld['signInWith'];
let confirm: PeopleWorld['confirm'];
let scopesOf: PeopleWorld['scopesOf'];
let deps: PeopleWorld['deps'];
let forged: PeopleWorld['forged'];
let identity: PeopleWorld['identity'];
beforeAll(async () => {
  world = await peopleWorld('identity_people_access');
  ({ ask, newOperator, newApplication, newMember, signInWith, confirm, scopesOf, deps, forged, identity } =
    world);
});
beforeEach(() => {
  world.clock.nowMs = Date.now();
  world.forged.length = 0;
});
afterAll(() => world.identity.close());

const later = (seconds: number): void => {
  world.clock.nowMs += seconds * 1000;
};

describe('what a person may do', () => {
  it.each<[Role, readonly string[], readonly string[]]>([
    ['owner', ['approvals', 'read'], ['keys', 'members', 'policies', 'providers', 'settings', 'webhooks']],
    ['developer', ['approvals', 'read'], ['policies', 'settings', 'webhooks']],
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
    expect(stepped.timeExpires).toBe(Math.floor(world.clock.nowMs / 1000) + 300);
  });

  it('is not raised by the passkey of somebody else, or by an answer to a sign-in', async () => {
    const [olga, other] = [await newOperator(), await newOperator()];
    later(300);
    const options = await ask('step-up', { session: olga.session });
    const confirmed = (json: string) => codeOf(stepUp(deps, olga.session, { json, traceId: 't' }));
    expect(await confirmed(other.authenticator.get(options))).toBe('auth.passkey-invalid');
    const answer = olga.authenticator.get(await ask('sign-in'));
    expect(await confirmed(answer)).toBe('auth.passkey-invalid');
    const ofAnother = olga.authenticator.get(await ask('step-up', { session: other.session }));
    expect(await confirmed(ofAnother)).toBe('auth.passkey-invalid');
    expect(await scopesOf(olga.session, '')).toEqual(['read']);
  });

  it('ends with the role, for grants too', async () => {
    const applicationId = await newApplication();
    const [owner, dev] = [
      await newMember(applicationId, 'owner'),
      await newMember(applicationId, 'developer'),
    ];
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
    // Who was only invited cannot act yet.
    await addMember(deps, { applicationId, personId: '', name: 'Invited', role: 'owner' }, by);
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
    const { application, secretKeyId } = await world.identity.replica().CreateApplication({ name: 'Shop' });
    const applicationId = application?.id ?? '';
    const grant: Grant = { ...operatorGrant, applicationId, keyId: secretKeyId ?? '' };
    const asked = { applicationId, personId: '', name: 'Eve', role: 'owner' };
    for (const work of [addMember, updateMember, removeMember])
      expect(await codeOf((async () => work(deps, asked, grant))())).toBe('auth.people-only');
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
    for (const unknown of ['x', uuidV7(world.clock.nowMs, randomBytes(10))])
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
      return addPasskey(deps, ada.session, { json, label: 'phone', traceId: 't' });
    };
    later(300);
    expect(await codeOf(add())).toBe('auth.step-up-required');
    await confirm(ada);
    expect(
      await codeOf(
        removePasskey(deps, ada.session, { credentialId: ada.authenticator.credentialId, traceId: 't' }),
      ),
    ).toBe('passkey.last-one');
    expect((await add()).label).toBe('phone');
    expect(await codeOf(add())).toBe('auth.passkey-invalid');
    await removePasskey(deps, ada.session, { credentialId: ada.authenticator.credentialId, traceId: 't' });
    expect(await codeOf(signInWith(ada.authenticator))).toBe('auth.passkey-invalid');
    expect((await signInWith(phone)).person.id).toBe(ada.personId);
    const stranger = await newOperator();
    expect(
      await codeOf(removePasskey(deps, stranger.session, { credentialId: phone.credentialId, traceId: 't' })),
    ).toBe('passkey.not-found');
  });
});

it('keeps what the browser of a session says of itself, cleaned, bounded, and from nobody else', async () => {
  const operator = await newOperator();
  const signedIn = async (userAgent: string) =>
    signIn(deps, { json: operator.authenticator.get(await ask('sign-in')), userAgent, traceId: 'trace' });
  const browser = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0';
  const { session: own } = await signedIn(browser);
  const odd = await signedIn(`\u0007\u202e<b>${'x'.repeat(300)}`);
  const { sessions } = await showOwnAccess(deps, odd.token);
  const told = new Set(sessions.map(({ userAgent }) => userAgent));
  expect(told).toEqual(new Set([undefined, browser, `<b>${'x'.repeat(252)}`]));
  expect(forged).toEqual([]);
  await identity.owner.query('update sessions set user_agent = $2 where session_id = $1', [own.id, 'Safari']);
  expect((await showOwnAccess(deps, odd.token)).sessions).toHaveLength(2);
  expect(forged).toMatchObject([{ table: 'sessions', id: own.id, mac: 'wrong' }]);
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
    const work =
      table === 'passkeys' ? signInWith(authenticator) : authenticateSession(deps, session, applicationId);
    expect(await codeOf(work)).toMatch(/^auth\./);
    expect(forged[0]?.table).toBe(table);
  });
});
