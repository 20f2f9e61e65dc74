import { removeMember } from '../src/people/members.js';
import { operatorGrant } from './identity-replicas.js';
import { ownerGrant, peopleWorld, type PeopleWorld } from './people-world.js';

// Names for the ids in records, on a real database.

let world: PeopleWorld;
beforeAll(async () => {
  world = await peopleWorld('identity_named_people');
});
afterAll(() => world.identity.close());

it('names whom it is asked about, also who has left, and nobody of another application', async () => {
  const applicationId = await world.newApplication();
  const owner = await world.newMember(applicationId, 'owner');
  const left = await world.newMember(applicationId, 'developer');
  const unasked = await world.newMember(applicationId, 'auditor');
  const stranger = await world.newMember(await world.newApplication(), 'owner');
  const by = ownerGrant(applicationId, owner);
  await removeMember(world.deps, { applicationId, personId: left.personId }, by);
  const personIds = [owner.personId, left.personId, stranger.personId, 'nobody'];
  const { people = [] } = await world.identity.replica().NamePeople({ applicationId, personIds });
  expect(people.map(({ personId, name }) => [personId, name]).sort()).toEqual(
    [
      [owner.personId, 'owner'],
      [left.personId, 'developer'],
    ].sort(),
  );
  expect(people.map(({ personId }) => personId)).not.toContain(unasked.personId);
});

it('names a thousand people at most', async () => {
  const applicationId = await world.newApplication();
  const personIds = Array.from({ length: 1_001 }, () => operatorGrant.keyId);
  await expect(world.identity.replica().NamePeople({ applicationId, personIds })).rejects.toMatchObject({
    code: 'request.invalid',
  });
});
