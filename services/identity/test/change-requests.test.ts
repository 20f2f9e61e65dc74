import { randomUUID } from 'node:crypto';
import { personKeyId, type Grant } from '@wallet-service/grants';
import { setApprovalRule } from '../src/people/approval-rule.js';
import { authenticateSession, checkPersonGrant } from '../src/people/authenticate-session.js';
import { hashOf } from '../src/people/change-request.js';
import {
  approveChange,
  askForChange,
  beginChange,
  challengeOfApproval,
  checkChangeGrant,
  declineChange,
  endChange,
  getChangeRequest,
  listChangeRequests,
} from '../src/people/change-requests.js';
import { addMember, updateMember } from '../src/people/members.js';
import { approveIn, askIn, change, newShopOf, rule, type Shop } from './change-shop.js';
import { operatorGrant } from './identity-replicas.js';
import { codeOf, ownerGrant, peopleWorld, type PeopleWorld, type SignedIn } from './people-world.js';

// Changes that owners approve, on a real database. Passkeys are real signatures.

let world: PeopleWorld;
let deps: PeopleWorld['deps'];
beforeAll(async () => {
  world = await peopleWorld('identity_change_requests');
  ({ deps } = world);
});
beforeEach(() => {
  world.clock.nowMs = Date.now();
  world.forged.length = 0;
});
afterAll(() => world.identity.close());

const traceId = 't';

const newShop = (changes: object = {}): Promise<Shop> => newShopOf(world, { ...rule, ...changes });
const ask = (shop: Shop, asked: object = {}, by: SignedIn = shop.owners[0]) => askIn(world, shop, asked, by);
const approve = (shop: Shop, id: string, by: SignedIn) => approveIn(world, shop, id, by);

describe('a rule', () => {
  it('takes away what it covers, from people and at once from grants, and leaves the rest', async () => {
    const { applicationId, owners } = await newShop();
    const [ada] = owners;
    const acting = await authenticateSession(deps, ada.session, applicationId);
    expect(acting.scopes?.toSorted()).toEqual([
      'approvals',
      'keys',
      'providers',
      'read',
      'settings',
      'webhooks',
    ]);
    expect(acting.afterApproval).toEqual(['policies', 'members']);
    const old: Grant = { ...ownerGrant(applicationId, ada), scopes: ['read', 'policies'] };
    expect(await codeOf(checkPersonGrant(deps, old, ada.personId))).toBe('auth.session-invalid');
    const { scopes } = await authenticateSession(deps, ada.session, await otherApplicationOf(ada));
    expect(scopes).toContain('policies');
  });

  it.each([
    [{ needed: 4 }, 'approval-rule.too-many'],
    [{ needed: 11 }, 'request.invalid'],
    [{ scopes: ['sign', 'members'] }, 'request.invalid'],
    [{ scopes: ['policies'] }, 'request.invalid'],
    [{ needed: 0 }, 'request.invalid'],
    [{ scopes: [] }, 'request.invalid'],
  ])('is refused: %j', async (wrong, code) => {
    expect(await codeOf(newShop(wrong))).toBe(code);
  });

  it('is made by no secret key, and taken back by the operator', async () => {
    const { applicationId, owners } = await newShop();
    const key: Grant = { ...operatorGrant, applicationId, keyId: randomUUID() };
    expect(await codeOf(setRule(applicationId, key))).toBe('auth.people-only');
    await setApprovalRule(deps, { applicationId, needed: 0, scopes: [] }, operatorGrant);
    const { scopes } = await authenticateSession(deps, owners[0].session, applicationId);
    expect(scopes).toContain('policies');
  });

  const setRule = (applicationId: string, by: Grant) =>
    Promise.resolve().then(() => setApprovalRule(deps, { applicationId, needed: 0, scopes: [] }, by));
});

async function otherApplicationOf({ personId }: SignedIn): Promise<string> {
  const applicationId = await world.newApplication();
  await addMember(deps, { applicationId, personId, name: '', role: 'owner' }, operatorGrant);
  return applicationId;
}

describe('a change request', () => {
  it('is carried out once, when enough owners have approved, each of whom counts once', async () => {
    const shop = await newShop();
    const { applicationId, owners } = shop;
    const [ada, ben] = owners;
    const { request } = await ask(shop);
    const { id } = request;
    const begin = () => beginChange(deps, { applicationId, id }, ownerGrant(applicationId, ben));
    expect((await approve(shop, id, ada)).approvals.map(({ personId }) => personId)).toEqual([ada.personId]);
    expect(await codeOf(approve(shop, id, ada))).toBe('change-request.approved-already');
    expect(await codeOf(begin())).toBe('change-request.not-approved');
    expect((await approve(shop, id, ben)).approvals).toHaveLength(2);
    const carried: Grant = { ...operatorGrant, applicationId, keyId: `chg_${id}`, scopes: ['policies'] };
    expect(await codeOf(checkChangeGrant(deps, carried, id))).toBe('auth.grant-invalid');
    const begun = await Promise.allSettled([begin(), begin(), begin()]);
    expect(begun.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await checkChangeGrant(deps, carried, id)).toBe(carried);
    const end = () => endChange(deps, { applicationId, id, status: 201, code: '', traceId });
    expect((await end()).request).toMatchObject({ state: 'done', status: 201 });
    expect(await codeOf(end())).toBe('change-request.closed');
    expect(await codeOf(checkChangeGrant(deps, carried, id))).toBe('auth.grant-invalid');
    expect((await getChangeRequest(deps, { applicationId, id })).request.state).toBe('done');
  });

  it('is approved by what passkeys sign over exactly this request, for exactly this person', async () => {
    const shop = await newShop();
    const { applicationId, owners } = shop;
    const [ada, ben] = owners;
    const [one, other] = [(await ask(shop)).request, (await ask(shop)).request];
    expect(hashOf(one)).not.toBe(hashOf(other));
    const optionsOf = async (id: string, { session }: SignedIn) =>
      (await challengeOfApproval(deps, { applicationId, id, session })) as never;
    const send = (id: string, { session }: SignedIn, json: string) =>
      codeOf(approveChange(deps, { applicationId, id, session, traceId, json }));
    const ofOne = ada.authenticator.get(await optionsOf(one.id, ada));
    expect(await send(other.id, ada, ofOne)).toBe('auth.passkey-invalid');
    expect(await send(one.id, ben, ofOne)).toBe('auth.passkey-invalid');
    const foreign = ben.authenticator.get(await optionsOf(one.id, ada));
    expect(await send(one.id, ada, foreign)).toBe('auth.passkey-invalid');
    const stepUp = ada.authenticator.get(await world.ask('step-up', { session: ada.session }));
    expect(await send(one.id, ada, stepUp)).toBe('auth.passkey-invalid');
    expect((await getChangeRequest(deps, { applicationId, id: one.id })).approvals).toEqual([]);
  });

  it('counts only owners who can sign in when it is carried out', async () => {
    const shop = await newShop();
    const { applicationId, owners } = shop;
    const [ada, ben, cem] = owners;
    const dev = await world.newMember(applicationId, 'developer');
    const { id } = (await ask(shop, {}, dev)).request;
    expect(await codeOf(approve(shop, id, dev))).toBe('auth.scope-missing');
    await approve(shop, id, ada);
    await approve(shop, id, ben);
    await updateMember(deps, { applicationId, personId: ben.personId, role: 'auditor' }, operatorGrant);
    const begin = () => beginChange(deps, { applicationId, id }, ownerGrant(applicationId, ada));
    expect(await codeOf(begin())).toBe('change-request.not-approved');
    await approve(shop, id, cem);
    expect((await begin()).state).toBe('begun');
  });

  it('needs as many as the rule says now, if that is more', async () => {
    const shop = await newShop();
    const { applicationId, owners } = shop;
    const { id } = (await ask(shop)).request;
    await approve(shop, id, owners[0]);
    await approve(shop, id, owners[1]);
    await setApprovalRule(deps, { applicationId, ...rule, needed: 3 }, operatorGrant);
    const begin = () => beginChange(deps, { applicationId, id }, ownerGrant(applicationId, owners[0]));
    expect(await codeOf(begin())).toBe('change-request.not-approved');
  });

  it('ends when it is declined, and after a week', async () => {
    const shop = await newShop();
    const { applicationId, owners } = shop;
    const [ada, ben] = owners;
    const dev = await world.newMember(applicationId, 'developer');
    const other = await world.newMember(applicationId, 'developer');
    const { id } = (await ask(shop, {}, dev)).request;
    const decline = ({ session }: SignedIn, of = id) =>
      declineChange(deps, { applicationId, id: of, session, traceId, reason: '' });
    expect(await codeOf(decline(other))).toBe('auth.scope-missing');
    expect((await decline(dev)).request.state).toBe('declined');
    expect(await codeOf(approve(shop, id, ada))).toBe('change-request.closed');
    const late = (await ask(shop)).request;
    expect((await decline(ben, late.id)).request.state).toBe('declined');
    const old = (await ask(shop)).request;
    await approve(shop, old.id, ada);
    world.clock.nowMs += 7 * 86_400_000;
    const { session } = (await world.signInWith(ben.authenticator)) as unknown as SignedIn & {
      token: string;
    };
    expect(session).toBeDefined();
    const begin = beginChange(deps, { applicationId, id: old.id }, ownerGrant(applicationId, ada));
    expect(await codeOf(begin)).toBe('change-request.closed');
  });

  it('with a secret in its answer is carried out by who asked alone', async () => {
    const shop = await newShop();
    const { applicationId, owners } = shop;
    const [ada, ben] = owners;
    const { id } = (await ask(shop, { scope: 'members', path: '/v1/member', body: '{"name":"Eve"}' }))
      .request;
    await approve(shop, id, ada);
    await approve(shop, id, ben);
    const begin = (by: SignedIn) => beginChange(deps, { applicationId, id }, ownerGrant(applicationId, by));
    expect(await codeOf(begin(ben))).toBe('change-request.asker-only');
    expect((await begin(ada)).state).toBe('begun');
    const asked = { applicationId, personId: '', name: 'Eve', role: 'owner' };
    const carried: Grant = { ...operatorGrant, applicationId, keyId: `chg_${id}`, scopes: ['members'] };
    expect((await addMember(deps, asked, carried)).invitation).toBeDefined();
  });

  it.each<[string, object, string]>([
    ['what the rule does not cover', { scope: 'settings' }, 'change-request.not-needed'],
    ['a path that is none', { path: '/v1/../x y' }, 'request.invalid'],
    ['a path that hides another', { path: '/v1/policy/../application' }, 'request.invalid'],
    ['an empty segment', { path: '/v1//policy' }, 'request.invalid'],
    ['a query', { path: '/v1/policy?x=1' }, 'request.invalid'],
    ['a reason that no header takes', { reason: 'a\nb' }, 'request.invalid'],
    ['a broken character in the reason', { reason: '\ud800' }, 'request.invalid'],
    ['reading', { method: 'GET' }, 'request.invalid'],
  ])('is not taken for %s', async (_, asked, code) => {
    const shop = await newShop();
    expect(await codeOf(Promise.resolve().then(() => ask(shop, asked)))).toBe(code);
  });

  it('is asked for by those alone who could make the change without a rule', async () => {
    const shop = await newShop();
    const { applicationId } = shop;
    const [auditor, dev] = [
      await world.newMember(applicationId, 'auditor'),
      await world.newMember(applicationId, 'developer'),
    ];
    expect(await codeOf(ask(shop, {}, auditor))).toBe('auth.scope-missing');
    expect(await codeOf(ask(shop, { scope: 'members' }, dev))).toBe('auth.scope-missing');
    expect((await ask(shop, {}, dev)).request.askedBy).toBe(personKeyId(dev.personId));
    const stranger: Grant = { ...operatorGrant, applicationId, keyId: randomUUID() };
    const asked = { applicationId, reason: '', traceId, ...change };
    expect(await codeOf(askForChange(deps, asked, stranger))).toBe('auth.scope-missing');
  });

  it('of an application is not that of another', async () => {
    const [shop, other] = [await newShop(), await newShop()];
    const { id } = (await ask(shop)).request;
    const of = { applicationId: other.applicationId, id };
    expect(await codeOf(getChangeRequest(deps, of))).toBe('change-request.not-found');
    expect(await codeOf(approve(other, id, other.owners[0]))).toBe('change-request.not-found');
    expect(await listChangeRequests(deps, other.applicationId, { before: undefined, limit: 10 })).toEqual([]);
  });

  it('and its approvals count only as identity wrote them', async () => {
    const shop = await newShop();
    const { applicationId, owners } = shop;
    const { id } = (await ask(shop)).request;
    await approve(shop, id, owners[0]);
    const edit = (sql: string) => world.identity.owner.query(sql, [applicationId, id]);
    // As if somebody else had approved.
    await edit(`insert into identity.change_approvals select application_id, request_id,
      (select person_id from identity.members where application_id = $1 and person_id <> a.person_id limit 1),
      passkey_json, time_created, mac from identity.change_approvals as a
      where application_id = $1 and request_id = $2`);
    expect((await getChangeRequest(deps, { applicationId, id })).approvals).toHaveLength(1);
    await edit(
      `update identity.change_requests set body = '{}' where application_id = $1 and request_id = $2`,
    );
    expect(await codeOf(getChangeRequest(deps, { applicationId, id }))).toBe('change-request.not-found');
    expect(new Set(world.forged.map(({ table }) => table))).toEqual(
      new Set(['change_approvals', 'change_requests']),
    );
  });
});
