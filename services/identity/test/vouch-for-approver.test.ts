import { endSession } from '../src/people/own-access.js';
import { removeMember } from '../src/people/members.js';
import { vouchForApprover } from '../src/people/vouch-for-approver.js';
import { codeOf, ownerGrant, peopleWorld, type PeopleWorld } from './people-world.js';

// For whom identity vouches, on a real database.

let world: PeopleWorld;
beforeAll(async () => {
  world = await peopleWorld('identity_vouch_for_approver');
});
afterAll(() => world.identity.close());

const vouch = (applicationId: string, session: string, credentialId?: string) =>
  vouchForApprover(world.deps, { applicationId, session, credentialId });

it('names an owner, the console and their passkeys, or one of them', async () => {
  const applicationId = await world.newApplication();
  const { personId, session, authenticator } = await world.newMember(applicationId, 'owner');
  const { credentialId } = authenticator;
  const said = await vouch(applicationId, session);
  expect(said).toMatchObject({
    ...{ applicationId, personId, issuedAt: world.clock.nowMs },
    relyingParty: { id: 'example.com', origins: ['https://console.example.com'] },
    passkeys: [{ credentialId, algorithm: -7 }],
  });
  expect(Object.keys(said.relyingParty)).toEqual(['id', 'origins']);
  expect((await vouch(applicationId, session, credentialId)).passkeys).toEqual(said.passkeys);
  expect((await vouch(applicationId, session, 'AAAA')).passkeys).toEqual([]);
});

it.each(['developer', 'auditor', 'support'] as const)('refuses a person who is %s', async (role) => {
  const applicationId = await world.newApplication();
  const { session } = await world.newMember(applicationId, role);
  expect(await codeOf(vouch(applicationId, session))).toBe('auth.scope-missing');
});

it('refuses owners of other applications, those who are owners no more, and sessions that have ended', async () => {
  const [applicationId, other] = [await world.newApplication(), await world.newApplication()];
  const [ada, ben] = [
    await world.newMember(applicationId, 'owner'),
    await world.newMember(applicationId, 'owner'),
  ];
  expect(await codeOf(vouch(other, ada.session))).toBe('auth.scope-missing');
  const gone = { applicationId, personId: ben.personId };
  await removeMember(world.deps, gone, ownerGrant(applicationId, ada));
  expect(await codeOf(vouch(applicationId, ben.session))).toBe('auth.scope-missing');
  await endSession(world.deps, ada.session, { sessionId: '', traceId: 't' });
  expect(await codeOf(vouch(applicationId, ada.session))).toBe('auth.session-invalid');
});
