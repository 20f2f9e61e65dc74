import { personKeyId } from '@wallet-service/grants';
import { actFor } from '@wallet-service/grpc';
import { createAuthenticator } from '@wallet-service/passkeys/testing';
import { installationId } from '@wallet-service/values';
import { disablePerson, renewInvitation } from '../src/people/manage-people.js';
import { addMember, removeMember } from '../src/people/members.js';
import { addPasskey, endSession, removePasskey } from '../src/people/own-access.js';
import { signIn, stepUp } from '../src/people/sign-in.js';
import { approveIn, askIn, newShopOf, rule } from './change-shop.js';
import { operatorGrant } from './identity-replicas.js';
import { codeOf, origin, peopleWorld, type PeopleWorld, type SignedIn } from './people-world.js';

// What the journals of applications, and that of the installation, get of people's access, on a real database.

let world: PeopleWorld;
beforeAll(async () => {
  world = await peopleWorld('identity_people_journal');
});
beforeEach(() => {
  world.clock.nowMs = Date.now();
});
afterAll(() => world.identity.close());

type Details = {
  readonly actor: object | null;
  readonly reason: string | null;
  readonly before: object | null;
  readonly after: object | null;
};
type Entry = { readonly operation: string; readonly details: Details; readonly traceId: string };

/** What waits for a journal, and is about a person. */
async function entriesOf(applicationId: string, { personId }: Pick<SignedIn, 'personId'>): Promise<Entry[]> {
  const { rows } = await world.identity.owner.query<{
    operation: string;
    details: string;
    trace_id: string;
  }>(
    `select operation, details, trace_id from change_outbox
     where application_id = $1 and details like '%' || $2 || '%' order by number`,
    [applicationId, personId],
  );
  return rows.map(({ operation, details, trace_id: traceId }) => ({
    ...{ operation, traceId },
    details: JSON.parse(details) as Details,
  }));
}

async function operationsOf(applicationId: string, person: Pick<SignedIn, 'personId'>): Promise<string[]> {
  return (await entriesOf(applicationId, person)).map(({ operation }) => operation.replace('admin.', ''));
}

const begun = ['invitation_accepted', 'person_signed_in'];

it('has in each application of a person, and in the installation, what becomes of their access', async () => {
  const { deps, ask, newApplication, newMember, signInWith } = world;
  const [one, two, other] = [await newApplication(), await newApplication(), await newApplication()];
  const ada = await newMember(one, 'auditor');
  const asked = { applicationId: two, personId: ada.personId, name: '', role: 'owner' };
  await addMember(deps, asked, operatorGrant);
  const phone = createAuthenticator({ origin });
  const json = phone.create(await ask('passkey', { session: ada.session }));
  await addPasskey(deps, ada.session, { json, label: 'phone', traceId: 'trace' });
  await removePasskey(deps, ada.session, { credentialId: phone.credentialId, traceId: 'trace' });
  const second = await signInWith(ada.authenticator);
  await world.confirm(ada);
  await endSession(deps, ada.session, { sessionId: second.session.id, traceId: 'trace' });
  await endSession(deps, ada.session, { sessionId: '', traceId: 'trace' });
  await renewInvitation(deps, ada.personId);
  await disablePerson(deps, ada.personId);
  const afterwards = [
    ...['passkey_added', 'passkey_removed', 'person_signed_in', 'person_stepped_up', 'session_ended'],
    ...['person_signed_out', 'person_reinvited', 'person_disabled'],
  ];
  const left = 'member_removed';
  expect(await operationsOf(one, ada)).toEqual(['member_added', ...begun, ...afterwards, left]);
  expect(await operationsOf(two, ada)).toEqual(['member_added', ...afterwards, left]);
  expect(await operationsOf(installationId, ada)).toEqual([...begun, ...afterwards]);
  expect(await operationsOf(other, ada)).toEqual([]);

  const found = await entriesOf(one, ada);
  const detailsOf = (name: string) => found.findLast(({ operation }) => operation === `admin.${name}`);
  const actor = { kind: 'person', id: ada.personId, name: 'auditor' };
  expect(detailsOf('passkey_added')).toMatchObject({
    traceId: 'trace',
    details: {
      ...{ actor, reason: null, before: null },
      after: { person_id: ada.personId, id: phone.credentialId, label: 'phone' },
    },
  });
  expect(detailsOf('person_signed_in')).toMatchObject({
    traceId: 'trace',
    details: {
      ...{ actor, before: null },
      after: { person_id: ada.personId, session_id: second.session.id, with_passkey: true },
    },
  });
});

it('has in the installation alone what becomes of people in no application, without secrets', async () => {
  const { deps, newOperator } = world;
  const olga = await newOperator();
  await renewInvitation(deps, olga.personId);
  await disablePerson(deps, olga.personId);
  await disablePerson(deps, olga.personId);
  expect(await operationsOf(installationId, olga)).toEqual([
    ...['person_invited', ...begun, 'person_reinvited', 'person_disabled'],
  ]);
  const [invited, accepted] = await entriesOf(installationId, olga);
  expect(invited?.details).toEqual({
    ...{ actor: null, reason: null, before: null },
    after: { person_id: olga.personId, name: 'Olga', is_operator: true },
  });
  expect(accepted?.details.actor).toEqual({ kind: 'person', id: olga.personId, name: 'Olga' });
  expect(JSON.stringify(await entriesOf(installationId, olga))).not.toMatch(/ses_|inv_/);
});

it('has a session that ends because there are 20 newer ones', async () => {
  const { newApplication, newMember, signInWith } = world;
  const applicationId = await newApplication();
  const ada = await newMember(applicationId, 'auditor');
  const [first] = await world.identity.owner
    .query<{ id: string }>('select session_id as id from sessions where person_id = $1', [ada.personId])
    .then(({ rows }) => rows);
  for (let count = 1; count <= 20; count += 1) {
    world.clock.nowMs += 1_000;
    await signInWith(ada.authenticator);
  }
  const ended = (await entriesOf(applicationId, ada)).filter(
    ({ operation }) => operation === 'admin.session_ended',
  );
  expect(ended.map(({ details }) => details.before)).toEqual([
    { person_id: ada.personId, session_id: first?.id },
  ]);
});

it('names an operator in what they did to an application, and nowhere else', async () => {
  const { deps, newOperator, newApplication, newMember } = world;
  const [touched, other] = [await newApplication(), await newApplication()];
  const [olga, ben] = [await newOperator(), await newMember(touched, 'developer')];
  await newMember(other, 'owner');
  const grant = { ...operatorGrant, keyId: personKeyId(olga.personId) };
  await actFor(grant, { reason: 'they left', traceId: 'trace' }, () =>
    removeMember(deps, { applicationId: touched, personId: ben.personId }, grant),
  );
  expect(await entriesOf(touched, olga)).toMatchObject([
    {
      operation: 'admin.member_removed',
      details: {
        actor: { kind: 'person', id: olga.personId, role: 'operator', name: 'Olga' },
        reason: 'they left',
      },
    },
  ]);
  expect(await entriesOf(other, olga)).toEqual([]);
});

describe('a refused passkey', () => {
  const refusedOf = async (applicationId: string, person: SignedIn) =>
    (await entriesOf(applicationId, person))
      .filter(({ operation }) => operation === 'admin.passkey_refused')
      .map(({ details }) => details.after);

  it('is recorded at a step-up, once for a challenge', async () => {
    const { deps, ask, newApplication, newMember, newOperator } = world;
    const applicationId = await newApplication();
    const [ada, stranger] = [await newMember(applicationId, 'support'), await newOperator()];
    const options = await ask('step-up', { session: ada.session });
    const confirmed = (json: string) => codeOf(stepUp(deps, ada.session, { json, traceId: 'trace' }));
    for (let time = 0; time < 3; time += 1)
      expect(await confirmed(stranger.authenticator.get(options))).toBe('auth.passkey-invalid');
    const wrong = ada.authenticator.get(await ask('step-up', { session: ada.session }), {
      origin: 'https://evil.example',
    });
    expect(await confirmed(wrong)).toBe('auth.passkey-invalid');
    // It answers no challenge.
    expect(await confirmed(ada.authenticator.get(await ask('sign-in')))).toBe('auth.passkey-invalid');
    const common = { person_id: ada.personId, purpose: 'step-up' };
    for (const id of [applicationId, installationId])
      expect(await refusedOf(id, ada)).toEqual([
        { ...common, refusal: 'other-person' },
        { ...common, refusal: 'other-origin' },
      ]);
    expect(await refusedOf(installationId, stranger)).toEqual([]);
  });

  it('is recorded at a sign-in only if the key of a known person signed it', async () => {
    const { deps, ask, newApplication, newMember } = world;
    const applicationId = await newApplication();
    const ada = await newMember(applicationId, 'support');
    const refused = async (wrong: object) => {
      const json = ada.authenticator.get(await ask('sign-in'), wrong);
      expect(await codeOf(signIn(deps, { json, traceId: 'trace' }))).toBe('auth.passkey-invalid');
    };
    // Anybody can send these, who has seen the id of the passkey.
    for (const wrong of [{ origin: 'https://evil.example' }, { flags: 0 }]) await refused(wrong);
    expect(await refusedOf(applicationId, ada)).toEqual([]);
    await world.signInWith(ada.authenticator, { signCount: 9 });
    await refused({ signCount: 9 });
    const common = { person_id: ada.personId, purpose: 'sign-in' };
    expect(await refusedOf(applicationId, ada)).toEqual([{ ...common, refusal: 'counter-not-grown' }]);
    await disablePerson(deps, ada.personId);
    await refused({ signCount: 10 });
    expect(await refusedOf(applicationId, ada)).toHaveLength(1);
    expect(await refusedOf(installationId, ada)).toEqual([
      { ...common, refusal: 'counter-not-grown' },
      { ...common, refusal: 'no-access' },
    ]);
  });

  it('is recorded at an approval of a change, in its application alone, once for a request', async () => {
    const shop = await newShopOf(world, rule);
    const { applicationId, owners } = shop;
    const [ada, ben, eve] = owners;
    const { request } = await askIn(world, shop, {}, ada);
    const { id } = request;
    const approve = (by: SignedIn) => approveIn(world, shop, id, by);
    const copied = { ...ben, authenticator: eve.authenticator };
    for (let time = 0; time < 2; time += 1)
      expect(await codeOf(approve(copied))).toBe('auth.passkey-invalid');
    const common = { purpose: 'change-approval', request_id: id };
    expect(await refusedOf(applicationId, ben)).toEqual([
      { ...common, person_id: ben.personId, refusal: 'other-person' },
    ]);
    const [entry] = (await entriesOf(applicationId, ben)).filter(({ operation }) =>
      operation.endsWith('passkey_refused'),
    );
    expect(entry?.details.actor).toEqual({ kind: 'person', id: ben.personId });
    const unknown = { ...eve, authenticator: createAuthenticator({ origin }) };
    unknown.authenticator.create({ challenge: 'AAAA', rp: { id: 'example.com' } });
    expect(await codeOf(approve(unknown))).toBe('auth.passkey-invalid');
    expect(await refusedOf(applicationId, eve)).toEqual([
      { ...common, person_id: eve.personId, refusal: 'unknown' },
    ]);
    for (const one of [ben, eve]) expect(await refusedOf(installationId, one)).toEqual([]);
    expect((await approve(ben)).approvals).toHaveLength(1);
  });
});
