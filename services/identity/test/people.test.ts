import { randomBytes } from 'node:crypto';
import { createAuthenticator, type Misbehaviour } from '@wallet-service/passkeys/testing';
import { authenticateSession } from '../src/people/authenticate-session.js';
import { acceptInvitation } from '../src/people/invitations.js';
import { disablePerson, invitePerson, renewInvitation } from '../src/people/manage-people.js';
import { endSession, showOwnAccess } from '../src/people/own-access.js';
import { removeEnded } from '../src/people/session-store.js';
import { signIn } from '../src/people/sign-in.js';
import { codeOf, origin, peopleWorld, type PeopleWorld } from './people-world.js';

let world: PeopleWorld;
let ask: PeopleWorld['ask'];
let accept: PeopleWorld['accept'];
let newOperator: PeopleWorld['newOperator'];
let signInWith: PeopleWorld['signInWith'];
let deps: PeopleWorld['deps'];
let tenancy: PeopleWorld['tenancy'];
let identity: PeopleWorld['identity'];
beforeAll(async () => {
  world = await peopleWorld('identity_people');
  ({ ask, accept, newOperator, signInWith, deps, tenancy, identity } = world);
});
beforeEach(() => {
  world.clock.nowMs = Date.now();
  world.forged.length = 0;
});
afterAll(() => world.identity.close());

const later = (seconds: number): void => {
  world.clock.nowMs += seconds * 1000;
};

describe('an invitation', () => {
  it('makes one passkey for one person, once, within a week', async () => {
    const { person, invitation } = await invitePerson(deps, { name: ' Ada ', isOperator: false });
    expect(person.name).toBe('Ada');
    const { token } = invitation;
    const authenticator = createAuthenticator({ origin });
    const json = authenticator.create(await ask('invitation', { invitation: token }));
    const both = await Promise.allSettled(
      ['one', 'two'].map((label) => acceptInvitation(deps, { token, json, label, traceId: 't' })),
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
      expect(await codeOf(acceptInvitation(deps, { token, json, label: '', traceId: 't' }))).toBe(
        'auth.passkey-invalid',
      );
    // The invitation is still good.
    expect((await accept(token)).personId).toBe(mine?.person.id);
  });
});

describe('a sign-in', () => {
  it('takes each answer once, within five minutes', async () => {
    const { authenticator } = await newOperator();
    const options = await ask('sign-in');
    const answer = authenticator.get(options);
    const sent = { json: answer, traceId: 't' };
    const both = await Promise.allSettled([signIn(deps, sent), signIn(deps, sent)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await codeOf(signIn(deps, sent))).toBe('auth.passkey-invalid');
    const late = authenticator.get(await ask('sign-in'));
    later(300);
    expect(await codeOf(signIn(deps, { json: late, traceId: 't' }))).toBe('auth.passkey-invalid');
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
    await acceptInvitation(deps, { token: invitation.token, json, label: '', traceId: 't' });
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
    await endSession(deps, ended, { sessionId: '', traceId: 't' });
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
    const other = { sessionId: second.session.id, traceId: 'trace' };
    expect(await codeOf(endSession(deps, stranger.session, other))).toBe('session.not-found');
    const { sessions } = await showOwnAccess(deps, ada.session);
    expect(sessions.map(({ id }) => id)).toContain(second.session.id);
    await endSession(deps, ada.session, other);
    expect(await codeOf(authenticateSession(deps, second.token, ''))).toBe('auth.session-invalid');
    await authenticateSession(deps, ada.session, '');
  });

  it('gives way to the newest 20 of its person', async () => {
    const { session, authenticator } = await newOperator();
    for (let more = 0; more < 20; more += 1) {
      world.clock.nowMs += 1;
      await signInWith(authenticator);
    }
    expect(await codeOf(authenticateSession(deps, session, ''))).toBe('auth.session-invalid');
  });

  it('leaves nothing behind', async () => {
    for (let number = 0; number < 3; number += 1) await newOperator();
    later(604_801);
    const left = () =>
      Promise.all(
        ['sessions', 'used_challenges', 'invitations'].map(
          async (table) => (await identity.owner.query(`select from ${table}`)).rowCount ?? 0,
        ),
      );
    const remove = () =>
      tenancy.acrossApplications((rows) => removeEnded(rows, Math.floor(world.clock.nowMs / 1000), 1_800, 2));
    const before = await left();
    expect(Math.max(...before)).toBeGreaterThan(2);
    expect(await remove()).toBe(true);
    expect(await left()).toEqual(before.map((count) => Math.max(0, count - 2)));
    while (await remove());
    expect(await left()).toEqual([0, 0, 0]);
  });
});
