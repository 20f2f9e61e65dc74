import type { Grant } from '@wallet-service/grants';
import {
  askForChange,
  beginChange,
  challengeOfApproval,
  checkChangeGrant,
  declineChange,
  endChange,
  listChangeRequests,
} from '../src/people/change-requests.js';
import { removeOldChangeRequests } from '../src/people/change-request-store.js';
import { disablePerson } from '../src/people/manage-people.js';
import { removeMember, updateMember } from '../src/people/members.js';
import { createSecretKey } from '../src/secret-keys/create-secret-key.js';
import { revokeSecretKey } from '../src/secret-keys/revoke-secret-key.js';
import { approveIn, askIn, change, newShopOf, rule, type Shop } from './change-shop.js';
import { operatorGrant } from './identity-replicas.js';
import { codeOf, ownerGrant, peopleWorld, type PeopleWorld, type SignedIn } from './people-world.js';

// Changes whose askers may ask for no such change any more, on a real database.

let world: PeopleWorld;
let deps: PeopleWorld['deps'];
beforeAll(async () => {
  world = await peopleWorld('identity_lapsed_change_requests');
  ({ deps } = world);
});
beforeEach(() => {
  world.clock.nowMs = Date.now();
});
afterAll(() => world.identity.close());

const traceId = 't';

/** One that an owner and another one have approved, so that it could be carried out. */
async function approved(shop: Shop, by: Grant, asked: object = {}): Promise<string> {
  const all = { applicationId: shop.applicationId, reason: '', traceId, ...change, ...asked };
  const { id } = (await askForChange(deps, all, by)).request;
  for (const owner of shop.owners.slice(0, 2)) await approveIn(world, shop, id, owner);
  return id;
}

const begin = ({ applicationId, owners }: Shop, id: string) =>
  beginChange(deps, { applicationId, id }, ownerGrant(applicationId, owners[0]));

async function lapsedOf(applicationId: string): Promise<Readonly<Record<string, boolean>>> {
  const listed = await listChangeRequests(deps, applicationId, { before: undefined, limit: 10 });
  return Object.fromEntries(listed.map(({ request, isLapsed }) => [request.id, isLapsed]));
}

async function newKey(applicationId: string, timeExpires = 0): Promise<Grant> {
  const asked = { applicationId, label: '', scopes: ['read', 'policies'], timeExpires };
  const { kept } = await createSecretKey(deps, asked, operatorGrant);
  return { ...operatorGrant, applicationId, keyId: kept.id };
}

it('removes a backlog of old ones in pieces, the oldest first', async () => {
  const shop = await newShopOf(world, rule);
  const ids: string[] = [];
  for (let number = 0; number < 3; number += 1) {
    world.clock.nowMs += 1_000;
    ids.push(await approved(shop, ownerGrant(shop.applicationId, shop.owners[0])));
  }
  const seconds = Math.floor(world.clock.nowMs / 1000);
  const remove = () => world.tenancy.acrossApplications((rows) => removeOldChangeRequests(rows, seconds, 2));
  const left = async () => Object.keys(await lapsedOf(shop.applicationId));
  expect(await remove()).toBe(true);
  expect(await left()).toEqual(ids.slice(2));
  expect(await remove()).toBe(false);
  expect(await left()).toEqual([]);
});

it.each<[string, (shop: Shop, asker: SignedIn) => Promise<unknown>]>([
  [
    'is removed',
    ({ applicationId }, { personId }) => removeMember(deps, { applicationId, personId }, operatorGrant),
  ],
  [
    'gets a role without the power',
    ({ applicationId }, { personId }) =>
      updateMember(deps, { applicationId, personId, role: 'auditor' }, operatorGrant),
  ],
  ['is disabled by the operator', (_, { personId }) => disablePerson(deps, personId)],
])('a change request lapses when who asked %s', async (_, end) => {
  const shop = await newShopOf(world, rule);
  const { applicationId, owners } = shop;
  const asker = await world.newMember(applicationId, 'developer');
  const id = await approved(shop, ownerGrant(applicationId, asker));
  const kept = (await askIn(world, shop, {}, owners[0])).request;
  await end(shop, asker);
  expect(await lapsedOf(applicationId)).toEqual({ [id]: true, [kept.id]: false });
  const of = { applicationId, id, session: owners[2].session };
  expect(await codeOf(challengeOfApproval(deps, of))).toBe('change-request.closed');
  expect(await codeOf(begin(shop, id))).toBe('change-request.closed');
  // So that it does not come back with the right.
  expect((await declineChange(deps, { ...of, traceId, reason: '' })).request.state).toBe('declined');
});

it('lapses when the key that asked is revoked or expires, and not with another key', async () => {
  const shop = await newShopOf(world, rule);
  const { applicationId } = shop;
  const hourMs = 3_600_000;
  const expiring = await newKey(applicationId, Math.floor((world.clock.nowMs + hourMs) / 1000));
  const [revoked, other] = [await newKey(applicationId), await newKey(applicationId)];
  const ids: string[] = [];
  for (const by of [expiring, revoked, other]) ids.push(await approved(shop, by));
  const [ofExpiring = '', ofRevoked = '', ofOther = ''] = ids;
  await revokeSecretKey(deps, applicationId, revoked.keyId, operatorGrant);
  expect(await lapsedOf(applicationId)).toEqual({
    ...{ [ofExpiring]: false, [ofRevoked]: true, [ofOther]: false },
  });
  world.clock.nowMs += hourMs;
  expect(await lapsedOf(applicationId)).toMatchObject({ [ofExpiring]: true, [ofOther]: false });
  for (const id of [ofExpiring, ofRevoked])
    expect(await codeOf(begin(shop, id))).toBe('change-request.closed');
  expect((await begin(shop, ofOther)).state).toBe('begun');
});

it('lapses when who asked keeps a role that has another power alone', async () => {
  const shop = await newShopOf(world, rule);
  const { applicationId } = shop;
  const leaving = await world.newMember(applicationId, 'owner');
  const asked = {
    scope: 'members',
    method: 'DELETE',
    path: `/v1/member/${shop.owners[2].personId}`,
    body: '',
  };
  const id = await approved(shop, ownerGrant(applicationId, leaving), asked);
  const policy = await approved(shop, ownerGrant(applicationId, leaving));
  await updateMember(deps, { applicationId, personId: leaving.personId, role: 'developer' }, operatorGrant);
  expect(await lapsedOf(applicationId)).toEqual({ [id]: true, [policy]: false });
});

it('what has begun goes on when who asked, or who approved, loses the right', async () => {
  const shop = await newShopOf(world, rule);
  const { applicationId, owners } = shop;
  const asker = await world.newMember(applicationId, 'developer');
  const id = await approved(shop, ownerGrant(applicationId, asker));
  await begin(shop, id);
  for (const { personId } of [asker, owners[1]])
    await removeMember(deps, { applicationId, personId }, operatorGrant);
  const carried: Grant = { ...operatorGrant, applicationId, keyId: `chg_${id}`, scopes: ['policies'] };
  expect(await checkChangeGrant(deps, carried, id)).toBe(carried);
  const ended = await endChange(deps, { applicationId, id, status: 200, code: '', traceId });
  expect(ended).toMatchObject({ request: { state: 'done' }, isLapsed: false });
});
