import { randomUUID } from 'node:crypto';
import { AppError } from '@wallet-service/errors';
import pg from 'pg';
import {
  suiteWithApplications,
  call,
  idempotencyOf,
  made,
  otherAccessKey,
  type ApplicationUnderTest,
} from './application-under-test.js';
import { nowSeconds, type RealSuite, type Running } from './real-suite.js';

let suite: RealSuite;
let signer: Running;
let app: ApplicationUnderTest;
let foreign: ApplicationUnderTest;
let owner: pg.Client;

beforeAll(async () => {
  ({ suite, signer, app, other: foreign } = await suiteWithApplications('wallet_core'));
  owner = new pg.Client({ connectionString: suite.database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await suite.stop();
});

describe('wallet groups', () => {
  it('are created, read and listed, each in its application', async () => {
    const { applicationId, client } = app;
    const one = await client.call('CreateWalletGroup', { applicationId, resourceId: 'team-1' }, call);
    const two = await client.call('CreateWalletGroup', { applicationId }, call);
    expect(one).toMatchObject({ resourceId: 'team-1', timeUpdated: one.timeCreated });
    expect(two.resourceId).toBeUndefined();
    expect(await client.call('GetWalletGroup', { applicationId, groupId: one.id }, call)).toEqual(one);
    const page = await client.call('ListWalletGroups', { applicationId, limit: 1 }, call);
    const rest = await client.call('ListWalletGroups', { applicationId, after: page.next }, call);
    expect([...page.groups, ...rest.groups].map(({ id }) => id)).toEqual([one.id, two.id]);
    expect(rest.next).toBe('');
    const answer = client.call(
      'GetWalletGroup',
      { applicationId: foreign.applicationId, groupId: one.id },
      call,
    );
    await expect(answer).rejects.toMatchObject({ code: 'wallet-group.not-found' });
    await expect(foreign.create('eve', { groupId: one.id })).rejects.toMatchObject({
      code: 'wallet-group.not-found',
    });
  });

  it('are created once for one idempotency key', async () => {
    const request = { applicationId: app.applicationId, idempotency: idempotencyOf('group') };
    const first = await app.client.call('CreateWalletGroup', request, call);
    expect(await app.client.call('CreateWalletGroup', request, call)).toEqual(first);
    const { rows } = await owner.query<{ details: string }>(
      `select details from wallet.journal_pending where operation = 'admin.wallet_group_created'
       union all select details from wallet.journal_entries where operation = 'admin.wallet_group_created'`,
    );
    const entries = rows.map(({ details }) => JSON.parse(details) as { after: { id: string } });
    expect(entries.filter(({ after }) => after.id === first.id)).toMatchObject([
      { actor: { kind: 'secret-key' }, before: null, after: { resource_id: null } },
    ]);
  });
});

describe('a wallet', () => {
  it.each([
    ['ETH_MAINNET', 'ETH', 'secp256k1', /^0x[0-9a-fA-F]{40}$/],
    ['POLYGON', 'ETH', 'secp256k1', /^0x[0-9a-fA-F]{40}$/],
    ['BTC_MAINNET', 'BTC', 'secp256k1', /^bc1q/],
    ['BTC_TESTNET', 'BTC', 'secp256k1', /^tb1q/],
    ['BTC_REGTEST', 'BTC', 'secp256k1', /^bcrt1q/],
    ['SOL_MAINNET', 'SOL', 'ed25519', /^[1-9A-HJ-NP-Za-km-z]{32,44}$/],
    ['SOL_TESTNET', 'SOL', 'ed25519', /^[1-9A-HJ-NP-Za-km-z]{32,44}$/],
  ])('on %s is of chain %s', async (network, chain, keyType, address) => {
    const { wallet, accessKey } = await app.create('alice', { network, resourceId: 'r' });
    expect(wallet).toMatchObject({ network, chain, keyType, interface: 'core', timeUpdated: '0' });
    expect(wallet).toMatchObject({ accessKeyRequired: true, recoverable: true, resourceId: 'r' });
    expect(wallet.address).toMatch(address);
    expect(accessKey).toHaveLength(32);
  });

  it('signs for its owner with its access key, and a user can have any number', async () => {
    const wallets = await Promise.all([app.create('carol'), app.create('carol')]);
    const [one, two] = wallets;
    expect(one.wallet.address).not.toBe(two.wallet.address);
    for (const { wallet, accessKey } of wallets)
      expect(await app.signerOf('carol', wallet.id, accessKey)).toBe(wallet.address);
    await expect(app.signerOf('carol', one.wallet.id, two.accessKey)).rejects.toMatchObject({
      code: 'wallet.access-key-invalid',
    });
  });

  it('distinguishes a wrong access key, a wrong identity and a wrong wallet', async () => {
    const { wallet, accessKey } = await app.create('dave');
    const code = (promise: Promise<unknown>) =>
      promise.then(
        () => 'signed',
        (error: unknown) => (error instanceof AppError ? error.code : 'no AppError'),
      );
    expect(await code(app.signerOf('dave', wallet.id, otherAccessKey()))).toBe('wallet.access-key-invalid');
    expect(await code(app.signerOf('dave', wallet.id, Buffer.alloc(0)))).toBe('request.invalid');
    expect(await code(app.signerOf('mallory', wallet.id, accessKey))).toBe('wallet.owner-mismatch');
    expect(await code(app.signerOf('dave', randomUUID(), accessKey))).toBe('wallet.not-found');
    expect(await code(app.signerOf('dave', 'x', accessKey))).toBe('wallet.not-found');
    expect(await code(foreign.signerOf('dave', wallet.id, accessKey))).toBe('wallet.not-found');
  });

  it('refuses an operation token that lives longer than 5 minutes', async () => {
    const { wallet, accessKey } = await app.create('dave');
    const now = nowSeconds();
    const user = app.user('dave', { claims: { iat: now, exp: now + 301 } });
    const operation = { message: { message: Buffer.from('x'), format: 'eip191' } };
    const answer = app.client.call('Sign', { user, walletId: wallet.id, accessKey, operation }, call);
    await expect(answer).rejects.toMatchObject({ code: 'auth.token-lifetime-too-long' });
  });

  it('of the Express interface is not found on the Core interface', async () => {
    const express = await app.client.call(
      'GetOrCreateWallet',
      { user: app.user('dave'), chain: 'ETH' },
      call,
    );
    expect(express.interface).toBe('express');
    await expect(app.signerOf('dave', express.id, Buffer.alloc(32))).rejects.toMatchObject({
      code: 'wallet.not-found',
    });
  });

  it.each([
    ['a network of 65 characters', { network: 'x'.repeat(65) }, 'request.invalid'],
    ['no network', { network: '' }, 'request.invalid'],
    ['a resource id with a NUL character', { resourceId: 'a\0' }, 'request.invalid'],
    ['a group that cannot exist', { groupId: 'x' }, 'wallet-group.not-found'],
    ['a group that does not exist', { groupId: randomUUID() }, 'wallet-group.not-found'],
  ])('is not created with %s', async (_, more, code) => {
    await expect(app.create('alice', more)).rejects.toMatchObject({ code });
  });
});

describe('rotating an access key', () => {
  const rotate = (
    target: ApplicationUnderTest,
    subject: string,
    walletId: string,
    accessKey: Buffer,
    more: object = {},
  ) =>
    target.client
      .call('RotateAccessKey', { user: target.user(subject), walletId, accessKey, ...more }, call)
      .then(made);

  it('gives a new one and kills the old one, even for a signer that knows nothing of it', async () => {
    const { wallet, accessKey } = await app.create('frank');
    const rotated = await rotate(app, 'frank', wallet.id, accessKey);
    expect(rotated.wallet).toMatchObject({ id: wallet.id, address: wallet.address });
    expect(rotated.wallet.timeUpdated).not.toBe('0');
    expect(await app.signerOf('frank', wallet.id, rotated.accessKey)).toBe(wallet.address);
    await expect(app.signerOf('frank', wallet.id, accessKey)).rejects.toMatchObject({
      code: 'wallet.access-key-invalid',
    });
    expect(
      (await app.events()).filter(({ walletId }) => walletId === wallet.id).map(({ type }) => type),
    ).toEqual(['wallet.created', 'access_key.rotated', 'signature.created', 'signature.denied']);
  });

  it('needs the old one and the owner', async () => {
    const { wallet, accessKey } = await app.create('frank');
    await expect(rotate(app, 'frank', wallet.id, otherAccessKey())).rejects.toMatchObject({
      code: 'wallet.access-key-invalid',
    });
    await expect(rotate(app, 'mallory', wallet.id, accessKey)).rejects.toMatchObject({
      code: 'wallet.owner-mismatch',
    });
    await expect(rotate(foreign, 'frank', wallet.id, accessKey)).rejects.toMatchObject({
      code: 'wallet.not-found',
    });
    expect(await app.signerOf('frank', wallet.id, accessKey)).toBe(wallet.address);
  });

  it('lets one of two concurrent requests win, and the other changes nothing', async () => {
    const { wallet, accessKey } = await app.create('frank');
    const all = await Promise.allSettled([1, 2, 3].map(() => rotate(app, 'frank', wallet.id, accessKey)));
    const won = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(won).toHaveLength(1);
    for (const one of all)
      if (one.status === 'rejected')
        expect(['wallet.changed-meanwhile', 'wallet.access-key-invalid']).toContain(
          (one.reason as { code: string }).code,
        );
    const key = won[0]?.accessKey ?? Buffer.alloc(0);
    expect(await app.signerOf('frank', wallet.id, key)).toBe(wallet.address);
  });

  it('can be repeated where losing the answer would lose the wallet, and there it must be repeatable', async () => {
    const { wallet, accessKey } = await app.create('frank', { recoverable: false });
    await expect(rotate(app, 'frank', wallet.id, accessKey)).rejects.toMatchObject({
      code: 'request.invalid',
    });
    const idempotency = idempotencyOf(randomUUID());
    const first = await rotate(app, 'frank', wallet.id, accessKey, { idempotency });
    expect(await rotate(app, 'frank', wallet.id, accessKey, { idempotency })).toEqual(first);
    expect(await app.signerOf('frank', wallet.id, first.accessKey)).toBe(wallet.address);
  });

  it('changes nothing while the policy service is unreachable', async () => {
    const { wallet, accessKey } = await app.create('grace');
    await suite.kill(suite.policy());
    const brief = { ...call, deadlineMs: 1_000 };
    const answer = app.client.call(
      'RotateAccessKey',
      { user: app.user('grace'), walletId: wallet.id, accessKey },
      brief,
    );
    await expect(answer).rejects.toMatchObject({
      kind: expect.stringMatching(/unavailable|timeout/) as string,
    });
    await suite.startPolicy();
    expect(await app.signerOf('grace', wallet.id, accessKey)).toBe(wallet.address);
  });

  it('cannot be undone by putting the old record back, also after a restart of the signer', async () => {
    const { wallet, accessKey } = await app.create('grace');
    const rowOf = async () =>
      (
        await owner.query<Record<string, unknown>>(
          'select record_version, sealed, recovery_record from wallet.wallets where wallet_id = $1',
          [wallet.id],
        )
      ).rows[0] ?? {};
    const before = await rowOf();
    const { accessKey: newKey } = await rotate(app, 'grace', wallet.id, accessKey);
    const after = await rowOf();
    const put = (row: Record<string, unknown>) =>
      owner.query(
        'update wallet.wallets set record_version = $2, sealed = $3, recovery_record = $4 where wallet_id = $1',
        [wallet.id, row['record_version'], row['sealed'], row['recovery_record']],
      );
    await put(before);
    await suite.kill(signer);
    signer = await suite.startSigner();
    await expect(app.signerOf('grace', wallet.id, accessKey)).rejects.toMatchObject({
      code: 'wallet.record-rolled-back',
    });
    await put(after);
    expect(await app.signerOf('grace', wallet.id, newKey)).toBe(wallet.address);
  });
});

describe('recovering an access key', () => {
  const recover = (subject: string, walletId: string, claims: object = {}) =>
    app.client.call('RecoverAccessKey', { user: app.user(subject, { claims }), walletId }, call).then(made);

  it('gives the owner a new one and kills the old one', async () => {
    const { wallet, accessKey } = await app.create('heidi');
    const recovered = await recover('heidi', wallet.id);
    expect(await app.signerOf('heidi', wallet.id, recovered.accessKey)).toBe(wallet.address);
    await expect(app.signerOf('heidi', wallet.id, accessKey)).rejects.toMatchObject({
      code: 'wallet.access-key-invalid',
    });
    const again = await recover('heidi', wallet.id);
    expect(await app.signerOf('heidi', wallet.id, again.accessKey)).toBe(wallet.address);
    expect((await app.events()).map(({ type }) => type)).toContain('access_key.recovered');
  });

  it('is refused for a wallet without recovery, for anybody else, and with an old token', async () => {
    const fixed = await app.create('heidi', { recoverable: false });
    await expect(recover('heidi', fixed.wallet.id)).rejects.toMatchObject({ code: 'wallet.not-recoverable' });
    const { wallet } = await app.create('heidi');
    await expect(recover('mallory', wallet.id)).rejects.toMatchObject({ code: 'wallet.owner-mismatch' });
    const now = nowSeconds();
    const hour = { iat: now - 600, exp: now + 3000 };
    await expect(recover('heidi', wallet.id, hour)).rejects.toMatchObject({
      code: 'auth.token-lifetime-too-long',
    });
  });
});
