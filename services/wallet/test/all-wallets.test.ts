import { randomUUID } from 'node:crypto';
import type { ApplicationUnderTest } from './application-under-test.js';
import { call, suiteWithApplications } from './application-under-test.js';
import { asOwnerOf, refusedWithIncident } from './hostile-kit.js';
import type { RealSuite, Running } from './real-suite.js';

// The lists of all wallets and users of an application, on running processes: what they show is what a signer verified.

let suite: RealSuite;
let app: ApplicationUnderTest;
let other: ApplicationUnderTest;

beforeAll(async () => {
  ({ suite, app, other } = await suiteWithApplications('wallet_all_wallets', { assertsEmail: true }));
});
afterAll(() => suite.stop());

const list = (filter: object = {}, of = app) =>
  of.client.call('ListAllWallets', { applicationId: of.applicationId, ...filter }, call);
const users = (filter: object = {}, of = app) =>
  of.client.call('ListUsers', { applicationId: of.applicationId, ...filter }, call);
const ids = async (filter: object = {}) => (await list(filter)).wallets.map(({ id }) => id);

it('lists Express, Core and pre-generated wallets, and their users', async () => {
  const { applicationId, client } = app;
  const express = await client.call('GetOrCreateWallet', { user: app.user('alice'), chain: 'SOL' }, call);
  const { wallet: core } = await app.create('alice', { resourceId: 'mine' });
  const { wallet: bitcoin } = await app.create('bob', { network: 'BTC_REGTEST' });
  const email = `${randomUUID()}@example.com`;
  const { results } = await client.call('PregenerateWallets', { applicationId, emails: [email] }, call);
  const waiting = results[0]?.wallet;
  await other.create('alice');

  const { wallets, next } = await list();
  expect(next).toBe('');
  expect(wallets.map(({ id }) => id)).toEqual([waiting?.walletId, bitcoin.id, core.id, express.id]);
  expect(wallets.slice(1)).toEqual([bitcoin, core, express]);
  expect(wallets[0]).toMatchObject({ interface: 'pregenerated', address: '', subject: '', issuer: '' });
  expect(wallets[0]?.publicKey).toHaveLength(0);

  expect(await ids({ subject: 'alice' })).toEqual([core.id, express.id]);
  expect(await ids({ subject: 'Alice' })).toEqual([]);
  expect(await ids({ interface: 'express' })).toEqual([express.id]);
  expect(await ids({ network: 'BTC_REGTEST' })).toEqual([bitcoin.id]);
  expect(await ids({ chain: 'SOL' })).toEqual([express.id]);
  expect(await ids({ address: core.address.toLowerCase() })).toEqual([core.id]);
  // Nobody has verified the address of an unclaimed wallet.
  expect(await ids({ address: waiting?.address ?? '' })).toEqual([]);
  expect(await ids({ until: core.timeCreated })).not.toContain(core.id);
  expect(await ids({ since: core.timeCreated })).toContain(core.id);

  const page = await list({ limit: 2 });
  expect(page.wallets.map(({ id }) => id)).toEqual([waiting?.walletId, bitcoin.id]);
  expect(await ids({ after: page.next })).toEqual([core.id, express.id]);
  for (const after of ['x', randomUUID()])
    await expect(list({ after })).rejects.toMatchObject({ fields: [{ path: '/after' }] });
  await expect(list({ after: core.id }, other)).rejects.toMatchObject({ fields: [{ path: '/after' }] });

  const all = await users();
  expect(all.users.map(({ subject }) => subject)).toEqual(['alice', 'bob']);
  expect(all.users[0]?.wallets).toEqual([core, express]);
  const first = await users({ limit: 1 });
  expect(first.users.map(({ subject }) => subject)).toEqual(['alice']);
  expect((await users({ after: first.next })).users.map(({ subject }) => subject)).toEqual(['bob']);
  expect((await users({ subject: 'bob' })).users).toHaveLength(1);

  // Claimed, it is verified like every other wallet.
  const claims = { email, email_verified: true };
  const user = app.user('carol', { assertsEmail: true, claims });
  await client.call('GetOrCreateWallet', { user, chain: 'ETH' }, call);
  expect(await ids({ address: waiting?.address ?? '' })).toEqual([waiting?.walletId]);
});

it('shows at most 10 wallets of a user, and about 100 on a page', async () => {
  for (let index = 0; index < 12; index += 1) await other.create('dave');
  const [dave] = (await users({ subject: 'dave' }, other)).users;
  expect(dave?.wallets).toHaveLength(10);
  expect(dave?.moreWallets).toBe(true);
});

describe('a row that somebody else wrote', () => {
  let fresh: Running;
  beforeAll(async () => {
    // A process that has verified nothing yet.
    fresh = await suite.startWallet(1);
  });
  const write = (sql: string, ...values: unknown[]) => asOwnerOf(suite.database.url, sql, ...values);

  it.each([
    ['address', `'0x0000000000000000000000000000000000000001'`, 'address-mismatch'],
    ['owner_subject', `'mallory'`, 'context-mismatch'],
    ['network', `'OTHER'`, 'context-mismatch'],
    ['resource_id', `'theirs'`, 'context-mismatch'],
  ])('is an incident in both lists: %s', async (column, value, finding) => {
    const { wallet } = await app.create(`victim-${column}`);
    const reading = suite.client(1);
    const { applicationId } = app;
    const before = `(select ${column} from wallet.wallets where wallet_id = $1)`;
    await write(`create table if not exists public.kept_value as select null::text as value where false`);
    await write(`insert into public.kept_value select ${before}::text`, wallet.id);
    await write(`update wallet.wallets set ${column} = ${value} where wallet_id = $1`, wallet.id);
    for (const method of ['ListAllWallets', 'ListUsers'] as const)
      await refusedWithIncident(fresh, finding, () => reading.call(method, { applicationId }, call));
    await write(
      `update wallet.wallets set ${column} = (select value from public.kept_value limit 1) where wallet_id = $1`,
      wallet.id,
    );
    await write('delete from public.kept_value');
    await expect(reading.call('ListAllWallets', { applicationId }, call)).resolves.toBeDefined();
  });

  it('that makes a waiting wallet of another network is an incident', async () => {
    const { applicationId, client } = app;
    const emails = [`${randomUUID()}@example.com`];
    const { results } = await client.call('PregenerateWallets', { applicationId, emails }, call);
    const id = results[0]?.wallet?.walletId ?? '';
    await write(`update wallet.wallets set network = 'OTHER' where wallet_id = $1`, id);
    await refusedWithIncident(fresh, 'wallet-exchanged', () =>
      suite.client(1).call('ListAllWallets', { applicationId }, call),
    );
  });
});
