import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { createAuthenticator } from '@wallet-service/passkeys/testing';
import { keySet, startKeySetHost, type KeySetHost } from '@wallet-service/test-kit/key-set-host';
import { authenticateSession } from '../src/people/authenticate-session.js';
import { createIdTokens } from '../src/people/id-tokens.js';
import { acceptInvitation } from '../src/people/invitations.js';
import { disablePerson, invitePerson, renewInvitation } from '../src/people/manage-people.js';
import { addMember, listMembers } from '../src/people/members.js';
import { addPasskey } from '../src/people/own-access.js';
import type { PeopleDeps } from '../src/people/people-deps.js';
import { signInByToken } from '../src/people/sign-in-by-token.js';
import { createObserveKeySet } from '../src/witnesses/observe-key-set.js';
import { operatorGrant } from './identity-replicas.js';
import { codeOf, origin, peopleWorld, type PeopleWorld } from './people-world.js';
import { discoverable } from './trust-world.js';

// People who sign in at an identity provider, whose keys real witnesses fetch, on a real database.

type Key = { readonly kid: string; readonly jwk: object; readonly privateKey: KeyObject };

const clientId = 'console';
const nonce = 'a-nonce-of-this-sign-in';
let world: PeopleWorld;
let host: KeySetHost;
let deps: PeopleDeps;
let issuer: string;
let key: Key;
let subjects = 0;
beforeAll(async () => {
  [world, host] = await Promise.all([peopleWorld('identity_people_accounts'), startKeySetHost()]);
  key = newKey('first');
  issuer = discoverable(host, keySet(key.jwk));
  deps = withProvider();
});
beforeEach(() => {
  world.clock.nowMs = Date.now();
});
afterAll(async () => {
  await host.close();
  await world.identity.close();
});

/** As a process that has just started. */
function withProvider(): PeopleDeps {
  const { ask, baked } = world.identity.witnesses;
  const root = () => Promise.resolve({ inForce: baked, signed: undefined });
  const observeKeySet = createObserveKeySet({ witnesses: ask, root, now: Date.now });
  const verify = createIdTokens({ issuer, clientId, observeKeySet, now: () => world.clock.nowMs });
  return { ...world.deps, verifyIdToken: () => verify };
}

function newKey(kid: string): Key {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'ES256' };
  return { kid, jwk, privateKey };
}

type Content = { readonly claims?: object; readonly header?: object; readonly by?: Key };

function tokenOf(subject: string, email: string, { claims, header, by = key }: Content = {}): string {
  const now = Math.floor(world.clock.nowMs / 1000);
  const parts = [
    { alg: 'ES256', kid: by.kid, typ: 'JWT', ...header },
    {
      ...{ iss: issuer, aud: clientId, sub: subject, iat: now, exp: now + 3_600, nonce, email },
      ...{ email_verified: true, jti: randomBytes(8).toString('hex'), ...claims },
    },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const text = parts.join('.');
  const signature = sign('sha256', Buffer.from(text), { key: by.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

const signIn = (idToken: string, of: PeopleDeps = deps, sent = nonce) =>
  signInByToken(of, { idToken, nonce: sent, traceId: 'trace' });

const newSubject = () => `subject-${(subjects += 1)}`;
const newEmail = () => `person-${(subjects += 1)}@example.com`;
const later = (seconds: number): void => {
  world.clock.nowMs += seconds * 1000;
};

async function invited(email: string, isOperator = true) {
  const { person, invitation } = await invitePerson(deps, { name: 'Ada', email, isOperator });
  return { personId: person.id, token: invitation.token };
}

async function known() {
  const [subject, email] = [newSubject(), newEmail()];
  const { personId } = await invited(email);
  await signIn(tokenOf(subject, email));
  return { subject, email, personId };
}

describe('the first sign-in', () => {
  it('takes the open invitation for a verified address, once, and then the subject alone counts', async () => {
    const [subject, email] = [newSubject(), newEmail()];
    const { personId, token } = await invited(` ${email.toUpperCase()} `);
    const first = await signIn(tokenOf(subject, email));
    expect([first.person.id, first.person.email]).toEqual([personId, email]);
    expect(await codeOf(world.ask('invitation', { invitation: token }))).toBe('auth.invitation-invalid');
    expect((await signIn(tokenOf(subject, 'another@example.com'))).person.id).toBe(personId);
    expect((await signIn(tokenOf(subject, email, { claims: { email_verified: false } }))).person.id).toBe(
      personId,
    );
    expect(await codeOf(signIn(tokenOf(newSubject(), email)))).toBe('auth.not-invited');
  });

  it.each<[string, object]>([
    ['not verified', { email_verified: false }],
    ['not said to be verified', { email_verified: undefined }],
    ['verified by a text', { email_verified: 'true' }],
    ['absent', { email: undefined }],
    ['nobody’s', { email: 'nobody@example.com' }],
  ])('is refused with an address that is %s', async (_, claims) => {
    const email = newEmail();
    const { token } = await invited(email);
    expect(await codeOf(signIn(tokenOf(newSubject(), email, { claims })))).toBe('auth.not-invited');
    await world.ask('invitation', { invitation: token });
  });

  it('is refused without an open invitation, or when two people have the address', async () => {
    const [late, twice, gone] = [newEmail(), newEmail(), newEmail()];
    await invited(late);
    later(604_800);
    expect(await codeOf(signIn(tokenOf(newSubject(), late)))).toBe('auth.not-invited');
    await invited(twice);
    await invited(twice);
    expect(await codeOf(signIn(tokenOf(newSubject(), twice)))).toBe('auth.not-invited');
    const { personId } = await invited(gone);
    await disablePerson(deps, personId);
    expect(await codeOf(signIn(tokenOf(newSubject(), gone)))).toBe('auth.not-invited');
  });

  it('gives one person one account, however many come at once', async () => {
    const email = newEmail();
    const { personId } = await invited(email);
    const outcomes = await Promise.allSettled(
      [newSubject(), newSubject(), newSubject()].map((subject) => signIn(tokenOf(subject, email))),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await renewInvitation(deps, personId);
    expect(await codeOf(signIn(tokenOf(newSubject(), email)))).toBe('auth.not-invited');
  });

  it('leaves the invitation for another passkey of somebody who had one', async () => {
    const [subject, email] = [newSubject(), newEmail()];
    const { personId, token } = await invited(email);
    await world.accept(token);
    const next = await renewInvitation(deps, personId);
    expect((await signIn(tokenOf(subject, email))).person.id).toBe(personId);
    expect((await world.accept(next.token)).personId).toBe(personId);
  });

  it('is in the journal of each application of the person', async () => {
    const applicationId = await world.newApplication();
    const [subject, email] = [newSubject(), newEmail()];
    const asked = { applicationId, personId: '', name: 'Ben', email, role: 'developer' };
    const { person } = await addMember(deps, asked, operatorGrant);
    await signIn(tokenOf(subject, email));
    expect(await listMembers(deps, applicationId)).toMatchObject([{ personId: person.id, email }]);
    const { rows } = await world.identity.owner.query<{ details: string; trace_id: string }>(
      `select details, trace_id from change_outbox
       where application_id = $1 and operation = 'admin.invitation_accepted'`,
      [applicationId],
    );
    expect(rows.map(({ details, trace_id }) => [JSON.parse(details) as object, trace_id])).toEqual([
      [
        {
          ...{ actor: { kind: 'person', id: person.id, name: 'Ben' }, reason: null, before: null },
          after: { person_id: person.id, issuer, subject },
        },
        'trace',
      ],
    ]);
  });
});

describe('an id token', () => {
  it('counts once, in any spelling of its signature, on all replicas', async () => {
    const { subject, email } = await known();
    const token = tokenOf(subject, email);
    const both = await Promise.allSettled([signIn(token), signIn(token, withProvider())]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [header = '', claims = ''] = token.split('.');
    const signature = sign('sha256', Buffer.from(`${header}.${claims}`), {
      ...{ key: key.privateKey, dsaEncoding: 'ieee-p1363' as const },
    });
    const again = `${header}.${claims}.${signature.toString('base64url')}`;
    expect(createHash('sha256').update(again).digest()).not.toEqual(
      createHash('sha256').update(token).digest(),
    );
    expect(await codeOf(signIn(again))).toBe('auth.id-token-invalid');
  });

  it('is taken for five minutes after it was issued', async () => {
    const { subject, email } = await known();
    const [early, late] = [tokenOf(subject, email), tokenOf(subject, email)];
    later(309);
    await signIn(early);
    later(1);
    expect(await codeOf(signIn(late))).toBe('auth.id-token-invalid');
  });

  it.each<[string, Content]>([
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['another audience', { claims: { aud: 'wallets' } }],
    ['a second audience', { claims: { aud: [clientId, 'wallets'] } }],
    ['another nonce', { claims: { nonce: 'a-nonce-of-another-sign-in' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['the type of access tokens', { header: { typ: 'at+jwt' } }],
    ['the type of logout tokens', { header: { typ: 'logout+jwt' } }],
    ['no signature', { header: { alg: 'none' } }],
    ['an end in the past', { claims: { exp: 1_700_000_000, iat: 1_699_999_000 } }],
    ['a start in the future', { claims: { iat: Math.floor(Date.now() / 1000) + 600 } }],
  ])('is refused with %s', async (_, content) => {
    const { subject, email } = await known();
    expect(await codeOf(signIn(tokenOf(subject, email, content)))).toBe('auth.id-token-invalid');
  });

  it('is refused when somebody else signed it, and when the nonce is short or not its own', async () => {
    const { subject, email } = await known();
    const forged = tokenOf(subject, email, { by: { ...newKey('first') } });
    expect(await codeOf(signIn(forged))).toBe('auth.id-token-invalid');
    for (const sent of ['', 'a-nonce', `${nonce}x`])
      expect(await codeOf(signIn(tokenOf(subject, email), deps, sent))).toBe('auth.id-token-invalid');
    const short = tokenOf(subject, email, { claims: { nonce: 'short' } });
    expect(await codeOf(signIn(short, deps, 'short'))).toBe('auth.id-token-invalid');
    for (const text of ['x', 'a.b.c', '..']) expect(await codeOf(signIn(text))).toBe('auth.id-token-invalid');
  });

  it('of a new key of the provider is taken within seconds, and its keys are needed', async () => {
    const { subject, email } = await known();
    const next = newKey('next');
    expect(await codeOf(signIn(tokenOf(subject, email, { by: next })))).toBe('auth.id-token-invalid');
    const before = issuer;
    issuer = discoverable(host, keySet(key.jwk, next.jwk));
    expect(await codeOf(signIn(tokenOf(subject, email), withProvider()))).toBe('auth.not-invited');
    host.answerWith((_, response) => response.writeHead(500).end());
    issuer = host.newUri().replace('/jwks', '/gone');
    expect(await codeOf(signIn(tokenOf(subject, email), withProvider()))).toBe('service.unavailable');
    issuer = before;
  });
});

describe('a session after an id token', () => {
  it('is no step-up, and lets its person make their first passkey while it is new', async () => {
    const { subject, email, personId } = await known();
    const { token } = await signIn(tokenOf(subject, email));
    expect(await world.scopesOf(token, '')).toEqual(['read']);
    const add = async (session: string) => {
      const phone = createAuthenticator({ origin });
      const json = phone.create(await world.ask('passkey', { session }));
      await addPasskey(deps, session, { json, label: 'phone', traceId: 't' });
      return phone;
    };
    later(300);
    expect(await codeOf(add(token))).toBe('auth.step-up-required');
    const fresh = await signIn(tokenOf(subject, email));
    const authenticator = await add(fresh.token);
    expect(await codeOf(add(fresh.token))).toBe('auth.step-up-required');
    await world.confirm({ personId, session: fresh.token, authenticator });
    expect(await world.scopesOf(fresh.token, '')).toBeUndefined();
  });

  it('makes one first passkey, however many answers come at once', async () => {
    const { subject, email } = await known();
    const { token: session } = await signIn(tokenOf(subject, email));
    const answers = [];
    for (const label of ['one', 'two']) {
      const json = createAuthenticator({ origin }).create(await world.ask('passkey', { session }));
      answers.push({ json, label, traceId: 't' });
    }
    const outcomes = await Promise.allSettled(answers.map((answer) => addPasskey(deps, session, answer)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('ends with its person, whose account is free for somebody new', async () => {
    const { subject, email, personId } = await known();
    const { token } = await signIn(tokenOf(subject, email));
    await disablePerson(deps, personId);
    expect(await codeOf(authenticateSession(deps, token, ''))).toBe('auth.session-invalid');
    expect(await codeOf(signIn(tokenOf(subject, email)))).toBe('auth.not-invited');
    const next = await invited(email);
    expect((await signIn(tokenOf(subject, email))).person.id).toBe(next.personId);
  });
});

describe('rows that somebody else wrote', () => {
  it.each([
    ['an account of another person', 'update person_accounts set person_id = $2 where person_id = $1'],
    ['an account of another subject', `update person_accounts set subject = 'evil' where person_id = $1`],
  ])('make nobody of %s', async (_, sql) => {
    const { subject, email, personId } = await known();
    const { personId: victim } = await invited(newEmail());
    await world.identity.owner.query(sql, sql.includes('$2') ? [personId, victim] : [personId]);
    world.forged.length = 0;
    const as = sql.includes('evil') ? 'evil' : subject;
    expect(await codeOf(signIn(tokenOf(as, email)))).toBe('auth.not-invited');
    expect(world.forged[0]?.table).toBe('person_accounts');
  });

  it('invite nobody by another address', async () => {
    const email = newEmail();
    const { personId, token } = await invited(newEmail());
    await world.identity.owner.query('update people set email = $2 where person_id = $1', [personId, email]);
    expect(await codeOf(signIn(tokenOf(newSubject(), email)))).toBe('auth.not-invited');
    const json = createAuthenticator({ origin }).create({ challenge: 'x', rp: { id: 'example.com' } });
    const accepted = { token, json, label: '', traceId: 't' };
    expect(await codeOf(acceptInvitation(deps, accepted))).toBe('auth.invitation-invalid');
  });
});
