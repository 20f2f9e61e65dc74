import { renewInvitation } from '../src/people/manage-people.js';
import { addMember, listMembers, updateMember } from '../src/people/members.js';
import { operatorGrant } from './identity-replicas.js';
import { peopleWorld, type PeopleWorld } from './people-world.js';

// Who has accepted their invitation, on a real database.

let world: PeopleWorld;
beforeAll(async () => {
  world = await peopleWorld('identity_invited_members');
});
beforeEach(() => {
  world.clock.nowMs = Date.now();
  world.forged.length = 0;
});
afterAll(() => world.identity.close());

const weekSeconds = 604_800;

async function invited() {
  const applicationId = await world.newApplication();
  const asked = { applicationId, personId: '', name: 'Ben', role: 'auditor' };
  const { person, invitation } = await addMember(world.deps, asked, operatorGrant);
  if (!invitation) throw new Error('somebody new has an invitation');
  const { token, timeExpires } = invitation;
  const shown = async () => {
    const [one] = await listMembers(world.deps, applicationId);
    return [one?.state, one?.timeInvitationExpires];
  };
  return { applicationId, personId: person.id, token, timeExpires, shown };
}

it('tells who is invited and until when, and who has accepted it', async () => {
  const { applicationId, personId, token, timeExpires, shown } = await invited();
  expect(timeExpires).toBe(Math.floor(world.clock.nowMs / 1000) + weekSeconds);
  expect(await shown()).toEqual(['invited', timeExpires]);
  const { members } = await world.identity.replica().ListMembers({ applicationId });
  expect(members).toMatchObject([{ state: 'invited', timeInvitationExpires: timeExpires, email: '' }]);
  const changed = await updateMember(
    world.deps,
    { applicationId, personId, role: 'developer' },
    operatorGrant,
  );
  expect(changed).toMatchObject({ state: 'invited', role: 'developer', timeInvitationExpires: timeExpires });
  await world.accept(token);
  expect(await shown()).toEqual(['active', undefined]);
});

it('tells whose invitation has expired, also when its row is gone, until they are invited again', async () => {
  const { personId, shown } = await invited();
  world.clock.nowMs += weekSeconds * 1000;
  expect(await shown()).toEqual(['expired', undefined]);
  await world.identity.owner.query('delete from invitations where person_id = $1', [personId]);
  expect(await shown()).toEqual(['expired', undefined]);
  const { timeExpires } = await renewInvitation(world.deps, personId);
  expect(await shown()).toEqual(['invited', timeExpires]);
});

it('takes an invitation for another passkey for no reason to wait', async () => {
  const { personId, token, shown } = await invited();
  await world.accept(token);
  await renewInvitation(world.deps, personId);
  expect(await shown()).toEqual(['active', undefined]);
});

it('believes no invitation that somebody else wrote', async () => {
  const { personId, shown } = await invited();
  const sql = `update invitations set time_expires = time_expires + interval '1 year' where person_id = $1`;
  await world.identity.owner.query(sql, [personId]);
  expect(await shown()).toEqual(['expired', undefined]);
  expect(world.forged[0]?.table).toBe('invitations');
});
