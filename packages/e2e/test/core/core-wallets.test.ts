import { randomUUID } from 'node:crypto';
import { privateKeyToAddress } from 'viem/accounts';
import { codeOf } from '../http/customer.js';
import { startCore, someKey, type Core, type CoreWallet } from './core-client.js';

// The Core interface over all real processes, as a customer sees it: over HTTP. Only what independent libraries can
// verify counts.

let core: Core;
beforeAll(async () => {
  core = await startCore('core wallets');
});

describe('the Core interface of the whole suite', () => {
  it('makes groups and wallets in them, and finds them again', async () => {
    const group = await core.succeed<{ data: { uuid: string } }>('POST', '/v1/api/wallet_group', {
      metadata: { resource_id: 'team' },
    });
    const made = await core.succeed<CoreWallet>('POST', '/v2/api/wallet', {
      auth_jwt: await core.users.token('alice'),
      network: 'SOL_MAINNET',
      wallet_group_id: group.data.uuid,
      metadata: { resource_id: 'first' },
    });
    expect(made).toMatchObject({
      data: {
        network: 'SOL_MAINNET',
        wallet_group_id: group.data.uuid,
        metadata: { resource_id: 'first' },
        key_type: 'ed25519',
        time_updated: null,
      },
      wallet_id: made.data.uuid,
      wallet_address: made.data.public_address,
    });
    const listed = await core.succeed<{ data: { uuid: string }[] }>(
      'GET',
      `/v2/api/wallets?wallet_group_id=${group.data.uuid}&resource_id=first&network=SOL_MAINNET`,
    );
    expect(listed.data.map(({ uuid }) => uuid)).toEqual([made.data.uuid]);
    const groups = await core.succeed<{ data: { uuid: string }[] }>('GET', '/v1/api/wallet_groups');
    expect(groups.data.map(({ uuid }) => uuid)).toContain(group.data.uuid);
  });

  it('signs for the owner with the access key, and for nobody else', async () => {
    const wallet = await core.newWallet('alice');
    await core.expectSigns('alice', wallet);
    const foreign = await core.signsFor('mallory', wallet);
    expect([foreign.status, codeOf(foreign)]).toEqual([403, 'WALLET_OWNER_MISMATCH']);
    const other = await core.newWallet('alice');
    const wrongKey = await core.signsFor('alice', wallet, other.data.access_key);
    expect([wrongKey.status, codeOf(wrongKey)]).toEqual([403, 'INVALID_ACCESS_KEY']);
    const unknown = await core.signsFor('alice', { ...wallet, data: { ...wallet.data, uuid: randomUUID() } });
    expect([unknown.status, codeOf(unknown)]).toEqual([404, 'WALLET_NOT_FOUND']);
  });

  it('a repeated create gives the same wallet and access key, and another body is 422', async () => {
    const key = { 'idempotency-key': `"${randomUUID()}"` };
    const first = await core.newWallet('alice', key);
    expect(await core.newWallet('alice', key)).toEqual(first);
    await core.expectSigns('alice', first);
    const body = { auth_jwt: await core.users.token('alice'), network: 'BTC_MAINNET' };
    const other = await core.manage('POST', '/v2/api/wallet', body, key);
    expect([other.status, codeOf(other)]).toEqual([422, 'REQUEST_IDEMPOTENCY_MISMATCH']);
    const stranger = { auth_jwt: await core.users.token('mallory'), network: 'EVM' };
    expect((await core.manage('POST', '/v2/api/wallet', stranger, key)).status).toBe(422);
  });

  it('access keys are rotated and recovered, and the previous one is dead', async () => {
    const wallet = await core.newWallet('alice');
    const rotated = await core.succeed<CoreWallet>('POST', '/v2/api/wallet/rotate_access_key', {
      op_jwt: await core.operationToken('alice'),
      access_key: wallet.data.access_key,
      wallet_id: wallet.data.uuid,
    });
    expect(codeOf(await core.signsFor('alice', wallet))).toBe('INVALID_ACCESS_KEY');
    await core.expectSigns('alice', rotated);
    const recovered = await core.succeed<CoreWallet>('POST', '/v2/api/wallet/recover_access_key', {
      auth_jwt: await core.users.token('alice'),
      wallet_id: wallet.data.uuid,
    });
    expect(codeOf(await core.signsFor('alice', rotated))).toBe('INVALID_ACCESS_KEY');
    await core.expectSigns('alice', recovered);
  });

  it('a key is exported, sealed to the caller, and imported again', async () => {
    const wallet = await core.newWallet('alice');
    const exported = await core.exportKey('alice', wallet.data.uuid, wallet.data.access_key);
    expect(privateKeyToAddress(`0x${exported}`)).toBe(wallet.data.public_address);

    const key = someKey(randomUUID());
    const body = await core.importBody('alice', 'EVM', key);
    const made = await core.succeed<CoreWallet>('POST', '/v2/api/wallet/import', body);
    expect(made.data.public_address).toBe(privateKeyToAddress(`0x${key.toString('hex')}`));
    await core.expectSigns('alice', made);
    const stolen = { ...body, auth_jwt: await core.operationToken('mallory') };
    expect((await core.manage('POST', '/v2/api/wallet/import', stolen)).status).toBe(400);
  });

  it('an e-mail address has one wallet, which its owner claims by signing in', async () => {
    const email = `${randomUUID()}@Example.com`;
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => core.manage('POST', '/v1/admin/pregen/wallet', { email })),
    );
    const addresses = answers.map(({ body }) => (body as { public_address: string }).public_address);
    expect([new Set(answers.map(({ status }) => status)), new Set(addresses).size]).toEqual([
      new Set([200]),
      1,
    ]);
    const unverified = await core.users.token('eve', { email, email_verified: 'false' });
    expect(await core.users.wallet(unverified, 'ETH')).not.toBe(addresses[0]);
    const owner = await core.users.token(`owner-${randomUUID()}`, { email });
    expect(await core.users.wallet(owner, 'ETH')).toBe(addresses[0]);
    const status = await core.succeed<object>(
      'GET',
      `/v1/admin/pregen/wallet?email=${encodeURIComponent(email)}`,
    );
    expect(status).toMatchObject({ public_address: addresses[0], status: 'claimed' });
  });

  it('the journal records all of it without a gap', async () => {
    type Page = {
      data: { seq: number; leaf_hash: string; operation: string }[];
      next: string | null;
      size: number;
    };
    const entries: Page['data'] = [];
    let page: Page;
    let after = '0';
    do {
      page = await core.succeed<Page>('GET', `/v1/audit?limit=50&after=${after}`);
      entries.push(...page.data);
      after = page.next ?? '';
    } while (page.next !== null);
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_entry, index) => index + 1));
    expect(page.size).toBe(entries.length);
    const operations = entries.map(({ operation }) => operation);
    for (const event of [
      'wallet.created',
      'access_key.rotated',
      'access_key.recovered',
      'export_private_key',
      'wallet.imported',
      'wallet.claimed',
    ])
      expect(operations).toContain(event);
  });
});
