import { disablePerson } from '../src/people/manage-people.js';
import { addMember, listFormerMembers, removeMember } from '../src/people/members.js';
import { ownerGrant, peopleWorld, type PeopleWorld } from './people-world.js';

// Who left an application, on a real database.

let identity: PeopleWorld['identity'];
let newApplication: PeopleWorld['newApplication'];
let newMember: PeopleWorld['newMember'];
let deps: PeopleWorld['deps'];
let forged: PeopleWorld['forged'];
beforeAll(async () => {
  ({ identity, newApplication, newMember, deps, forged } = await peopleWorld('identity_former_members'));
});
beforeEach(() => {
  forged.length = 0;
});
afterAll(() => identity.close());

it('knows by name who has left, until they are back', async () => {
  const applicationId = await newApplication();
  const by = ownerGrant(applicationId, await newMember(applicationId, 'owner'));
  const [dev, aud] = [await newMember(applicationId, 'developer'), await newMember(applicationId, 'auditor')];
  const former = async () =>
    (await listFormerMembers(deps, applicationId)).map(({ personId, role }) => [personId, role]);
  expect(await former()).toEqual([]);
  await removeMember(deps, { applicationId, personId: dev.personId }, by);
  await disablePerson(deps, aud.personId);
  expect((await former()).sort()).toEqual(
    [
      [dev.personId, 'developer'],
      [aud.personId, 'auditor'],
    ].sort(),
  );
  const { members = [] } = await identity.replica().ListMembers({ applicationId, former: true });
  expect(members.map(({ name }) => name).sort()).toEqual(['auditor', 'developer']);
  expect(members.every(({ timeRemoved }) => Number(timeRemoved) > 0)).toBe(true);
  await addMember(deps, { applicationId, personId: dev.personId, name: '', role: 'support' }, by);
  expect(await former()).toEqual([[aud.personId, 'auditor']]);
  await removeMember(deps, { applicationId, personId: dev.personId }, by);
  expect(await former()).toContainEqual([dev.personId, 'support']);
  expect(await listFormerMembers(deps, await newApplication())).toEqual([]);
});

it('names all applications of somebody who is disabled, also the second time', async () => {
  const [left, present] = [await newApplication(), await newApplication()];
  const { personId } = await newMember(left, 'owner');
  const by = ownerGrant(left, await newMember(left, 'owner'));
  await addMember(deps, { applicationId: present, personId, name: '', role: 'owner' }, by);
  await removeMember(deps, { applicationId: left, personId }, by);
  for (const _ of ['first', 'again'])
    expect([...(await disablePerson(deps, personId))].sort()).toEqual([left, present].sort());
});

it('believes no row that somebody else wrote', async () => {
  const applicationId = await newApplication();
  const by = ownerGrant(applicationId, await newMember(applicationId, 'owner'));
  const dev = await newMember(applicationId, 'developer');
  await removeMember(deps, { applicationId, personId: dev.personId }, by);
  const sql = `update former_members set role = 'owner' where person_id = $1`;
  await identity.owner.query(sql, [dev.personId]);
  expect(await listFormerMembers(deps, applicationId)).toEqual([]);
  expect(forged[0]?.table).toBe('former_members');
});
