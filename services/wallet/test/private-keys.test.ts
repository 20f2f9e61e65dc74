import { randomBytes, randomUUID } from 'node:crypto';
import type { ReceivedResponseOf, WalletDefinition } from '@wallet-service/grpc';
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import {
  suiteWithApplications,
  call,
  idempotencyOf,
  made,
  otherAccessKey,
  type ApplicationUnderTest,
} from './application-under-test.js';
import { hpkeRecipient, hpkeSealTo } from '@wallet-service/test-kit/hpke';
import { issuer, type RealSuite } from './real-suite.js';

// Keys leave and enter through HPKE. The test uses another HPKE library than the signer.

let suite: RealSuite;
let app: ApplicationUnderTest;
let policies: ApplicationUnderTest;

beforeAll(async () => {
  ({ suite, app, other: policies } = await suiteWithApplications('wallet_private_keys'));
});
afterAll(() => suite.stop());

type Exported = ReceivedResponseOf<WalletDefinition['ExportPrivateKey']>;

async function recipient() {
  const { publicKey, open } = await hpkeRecipient();
  return {
    publicKey,
    open: async (exported: Exported) =>
      JSON.parse((await open(exported)).toString()) as { private_key: string; mnemonic?: string },
  };
}

const exportOf = (subject: string, publicKey: Buffer, choice: object, on = app) =>
  on.client.call(
    'ExportPrivateKey',
    { user: on.user(subject), recipientPublicKey: publicKey, ...choice },
    call,
  );

describe('an export', () => {
  it('opens for the recipient, and gives the key and the words of a Core wallet', async () => {
    const { wallet, accessKey } = await app.create('alice');
    const { publicKey, open } = await recipient();
    const exported = await exportOf('alice', publicKey, { walletId: wallet.id, accessKey });
    expect(exported).toMatchObject({ walletId: wallet.id, address: wallet.address });
    const key = await open(exported);
    expect(privateKeyToAccount(`0x${key.private_key}`).address).toBe(wallet.address);
    expect(mnemonicToAccount(key.mnemonic ?? '').address).toBe(wallet.address);
    const told = (await app.events()).find(({ type }) => type === 'wallet.exported');
    expect(told).toMatchObject({ walletId: wallet.id, data: { request_id: exported.requestId } });
  });

  it('opens for the recipient, and gives the key of an Express wallet', async () => {
    const { address } = await app.client.call(
      'GetOrCreateWallet',
      { user: app.user('alice'), chain: 'ETH' },
      call,
    );
    const { publicKey, open } = await recipient();
    const key = await open(await exportOf('alice', publicKey, { chain: 'ETH' }));
    expect(privateKeyToAccount(`0x${key.private_key}`).address).toBe(address);
  });

  it('is refused to others, without the access key, and for an invalid public key', async () => {
    const { wallet, accessKey } = await app.create('alice');
    const { publicKey } = await recipient();
    const choice = { walletId: wallet.id, accessKey };
    await expect(exportOf('mallory', publicKey, choice)).rejects.toMatchObject({
      code: 'wallet.owner-mismatch',
    });
    await expect(
      exportOf('alice', publicKey, { ...choice, accessKey: otherAccessKey() }),
    ).rejects.toMatchObject({ code: 'wallet.access-key-invalid' });
    for (const key of [Buffer.alloc(0), randomBytes(31), randomBytes(33), Buffer.alloc(32)])
      await expect(exportOf('alice', key, choice)).rejects.toMatchObject({ code: 'request.invalid' });
  });

  it('is not a signature: Sign refuses its payload', async () => {
    const { wallet, accessKey } = await app.create('alice');
    const operation = { exportPrivateKey: { recipientPublicKey: randomBytes(32) } };
    const answer = app.client.call(
      'Sign',
      { user: app.user('alice'), walletId: wallet.id, accessKey, operation },
      call,
    );
    await expect(answer).rejects.toMatchObject({ code: 'request.invalid' });
  });

  it('is refused while any policy is active, unless a policy allows it', async () => {
    const { applicationId } = policies;
    const { publicKey } = await recipient();
    const { wallet, accessKey } = await policies.create('alice');
    const choice = { walletId: wallet.id, accessKey };
    const policy = suite.policyClient();
    await policy.call('UpdateSettings', { applicationId, changes: { policyEvaluationEnabled: true } }, call);
    const create = (name: string, method: string, action: string, after: number) =>
      policy.call(
        'CreatePolicy',
        {
          applicationId,
          policy: {
            name,
            chain: 'ETH',
            scope: 'GLOBAL',
            rules: [
              {
                name: 'r',
                method,
                action,
                conditions: [
                  {
                    ...{ fieldSource: 'system', field: 'current_unix_timestamp', operator: 'gt' },
                    number: after,
                  },
                ],
              },
            ],
          },
        },
        call,
      );
    await create('blocks transactions in the far future', 'eth_signTransaction', 'DENY', 9_000_000_000);
    await expect(exportOf('alice', publicKey, choice, policies)).rejects.toMatchObject({
      code: 'policy.denied',
    });
    const denied = (await policies.events()).at(-1);
    expect(denied).toMatchObject({ type: 'signature.denied', data: { operation: 'export_private_key' } });
    await create('lets keys out', 'exportPrivateKey', 'ALLOW', 1);
    expect((await exportOf('alice', publicKey, choice, policies)).walletId).toBe(wallet.id);
  });
});

describe('an import', () => {
  async function sealed(subject: string, network: string, privateKey: Uint8Array) {
    const { applicationId, client } = app;
    const key = await client.call('GetImportKey', { applicationId, issuer, subject, network }, call);
    return hpkeSealTo(key, privateKey);
  }
  const importFor = (subject: string, network: string, key: object, more: object = {}) =>
    app.client
      .call(
        'ImportPrivateKey',
        { user: app.user(subject), network, recoverable: true, ...key, ...more },
        call,
      )
      .then(made);

  it('is a wallet with that key: it signs, and exports the same key without words', async () => {
    const privateKey = randomBytes(32);
    const { address } = privateKeyToAccount(`0x${privateKey.toString('hex')}`);
    const imported = await importFor('bob', 'ETH_MAINNET', await sealed('bob', 'ETH_MAINNET', privateKey));
    expect(imported.wallet).toMatchObject({ address, origin: 'imported', accessKeyRequired: true });
    expect(await app.signerOf('bob', imported.wallet.id, imported.accessKey)).toBe(address);
    const { publicKey, open } = await recipient();
    const choice = { walletId: imported.wallet.id, accessKey: imported.accessKey };
    expect(await open(await exportOf('bob', publicKey, choice))).toEqual({
      private_key: privateKey.toString('hex'),
    });
    expect((await app.events()).map(({ type }) => type)).toContain('wallet.imported');
  });

  it('can be repeated', async () => {
    const key = await sealed('bob', 'SOL_MAINNET', randomBytes(32));
    const idempotency = idempotencyOf(randomUUID());
    const first = await importFor('bob', 'SOL_MAINNET', key, { idempotency });
    expect(await importFor('bob', 'SOL_MAINNET', key, { idempotency })).toEqual(first);
  });

  it('without recovery must be repeatable: a key whose answer is lost could not be imported again', async () => {
    const key = await sealed('bob', 'ETH_MAINNET', randomBytes(32));
    const lasting = { recoverable: false };
    await expect(importFor('bob', 'ETH_MAINNET', key, lasting)).rejects.toMatchObject({
      code: 'request.invalid',
      fields: [{ path: 'header Idempotency-Key' }],
    });
    const idempotency = idempotencyOf(randomUUID());
    const first = await importFor('bob', 'ETH_MAINNET', key, { ...lasting, idempotency });
    expect(await importFor('bob', 'ETH_MAINNET', key, { ...lasting, idempotency })).toEqual(first);
  });

  it('of one key gives a user one wallet per network, and the second import names it', async () => {
    const privateKey = randomBytes(32);
    const again = async (subject: string, network: string) =>
      importFor(subject, network, await sealed(subject, network, privateKey));
    const attempts = await Promise.allSettled(Array.from({ length: 5 }, () => again('carol', 'ETH_MAINNET')));
    const won = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value.wallet] : []));
    expect(won).toHaveLength(1);
    const taken = { code: 'wallet.already-imported', details: { wallet_id: won[0]?.id } };
    for (const attempt of attempts)
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject(taken);
    await expect(again('carol', 'ETH_MAINNET')).rejects.toMatchObject(taken);
    // The holder of the key may import it on another network, and under another identity.
    expect((await again('carol', 'POLYGON')).wallet.address).toBe(won[0]?.address);
    expect((await again('dave', 'ETH_MAINNET')).wallet.address).toBe(won[0]?.address);
  });

  it('of a key that was made here and exported is refused to its owner', async () => {
    const { wallet, accessKey } = await app.create('erin');
    const { publicKey, open } = await recipient();
    const { private_key } = await open(await exportOf('erin', publicKey, { walletId: wallet.id, accessKey }));
    const back = await sealed('erin', wallet.network, Buffer.from(private_key, 'hex'));
    await expect(importFor('erin', wallet.network, back)).rejects.toMatchObject({
      code: 'wallet.already-imported',
      details: { wallet_id: wallet.id },
    });
  });

  it('is refused when sealed for somebody else or another network, and when it is not a key', async () => {
    const key = await sealed('bob', 'ETH_MAINNET', randomBytes(32));
    const refused = { code: 'wallet.sealed-key-invalid', fields: [{ path: '/ciphertext' }] };
    await expect(importFor('mallory', 'ETH_MAINNET', key)).rejects.toMatchObject(refused);
    await expect(importFor('bob', 'POLYGON', key)).rejects.toMatchObject(refused);
    await expect(
      importFor('bob', 'ETH_MAINNET', { ...key, ciphertext: randomBytes(48) }),
    ).rejects.toMatchObject(refused);
    for (const bad of [Buffer.alloc(32), randomBytes(31), Buffer.alloc(32, 0xff)])
      await expect(
        importFor('bob', 'ETH_MAINNET', await sealed('bob', 'ETH_MAINNET', bad)),
      ).rejects.toMatchObject(refused);
  });
});
