import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { decodeVerdict } from '@wallet-service/signer-protocol';
import { planSigning } from '@wallet-service/chains';
import { serializeTransaction, zeroAddress, type Hex } from 'viem';
import { createApp } from '../src/app.js';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';
import { playedSigners, updateSettings } from './policy-service.js';

const context = {
  caller: 'wallet',
  reason: '',
  traceId: 'test',
  signal: new AbortController().signal,
  deadline: Date.now() + 60_000,
};
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const ethKey = Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex');
const now = new Date('2026-11-21T00:00:00.500Z');

let database: PolicyDatabase;
let app: ReturnType<typeof createApp>['handlers'];

function appOn(pool: PolicyDatabase['pool']) {
  const onDecisionsLost = (_count: number, error: unknown) => {
    throw error;
  };
  return createApp({
    pool,
    verdictKey: privateKey,
    now: () => now,
    onDecision: () => undefined,
    onDecisionsLost,
    onOldDecisionsKept: (error) => {
      throw error;
    },
    onRowRefused: () => undefined,
    identityKeys: [],
  }).handlers;
}

beforeAll(async () => {
  database = await policyDatabase('evaluate');
  app = appOn(database.pool);
});
afterAll(async () => {
  await database.drop();
});

function request(applicationId: string, overrides: object = {}) {
  return {
    applicationId,
    walletId: 'wallet-1',
    chain: 'ETH',
    network: 'EVM',
    publicKey: ethKey,
    issuer: 'https://issuer.example',
    subject: 'alice',
    jwtHash: Buffer.alloc(32, 7),
    claimsJson: '',
    recordVersion: 1,
    exchangeKey: playedSigners.publicKey,
    operation: { kind: 'rawHash' as const, rawHash: { hash: Buffer.alloc(32, 9) } },
    ...overrides,
  };
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const delegation = (chainId: string) => ({
  operation: {
    kind: 'eip7702Authorization' as const,
    eip7702Authorization: { chainId, address: Buffer.alloc(20, 1), nonce: '0' },
  },
});

describe('Evaluate', () => {
  it('makes a verdict over the bytes that it computed itself, valid for 20 seconds', async () => {
    const message = Buffer.from('hello');
    const operation = { kind: 'message' as const, message: { message, format: 'eip191' } };
    const { verdict, mac, mandate } = await app.Evaluate(request('app-1', { operation }), context);
    const sent = { verdict: verdict as Buffer, mac: mac as Buffer, mandate: mandate as Buffer };
    expect(playedSigners.accept(sent, publicKey)).toBe(true);
    const { payloads } = planSigning(
      { chain: 'ETH', network: 'EVM', publicKey: ethKey, address: '' },
      { kind: 'message', message, format: 'eip191' },
    );
    expect(decodeVerdict(verdict as Buffer)).toEqual({
      applicationId: 'app-1',
      walletId: 'wallet-1',
      chain: 'ETH',
      network: 'EVM',
      publicKey: new Uint8Array(ethKey),
      issuer: 'https://issuer.example',
      subject: 'alice',
      operation: 'message',
      payloadHashes: payloads.map((payload) => new Uint8Array(sha256(payload))),
      jwtHash: new Uint8Array(32).fill(7),
      recordVersion: 1,
      policyRevision: '0',
      mfa: null,
      issuedAt: Math.floor(now.getTime() / 1000),
      expiresAt: Math.floor(now.getTime() / 1000) + 20,
    });
  });

  it('refuses an EIP-7702 authorization for every chain until the application allows it', async () => {
    await expect(app.Evaluate(request('app-2', delegation('0')), context)).rejects.toMatchObject({
      code: 'policy.denied',
      details: { reason: 'eip7702_any_chain' },
    });
    await expect(app.Evaluate(request('app-2', delegation('1')), context)).resolves.toBeDefined();
    await updateSettings(app, 'app-2', { eip7702_any_chain: 'allow' });
    await expect(app.Evaluate(request('app-2', delegation('0')), context)).resolves.toBeDefined();
    await expect(app.Evaluate(request('app-3', delegation('0')), context)).rejects.toMatchObject({
      code: 'policy.denied',
    });
  });

  describe('for a wallet whose network has a known chain id', () => {
    const transaction = (unsigned: Hex) => ({
      kind: 'transaction' as const,
      transaction: { unsigned: Buffer.from(unsigned.slice(2), 'hex') },
    });
    const onChain = (chainId: number) =>
      transaction(serializeTransaction({ type: 'eip1559', chainId, to: zeroAddress, gas: 21_000n }));
    const typedData = (domain: object, declared?: object[]) => {
      const types = { T: [], ...(declared && { EIP712Domain: declared }) };
      const json = JSON.stringify({ types, primaryType: 'T', domain, message: {} });
      return { kind: 'typedData' as const, typedData: { version: 'v4', json } };
    };
    const outcomes = async (applicationId: string, network: string) => {
      const operations: Record<string, object> = {
        own: onChain(137),
        other: onChain(1),
        'no chain id': transaction(serializeTransaction({ type: 'legacy', to: zeroAddress, gas: 21_000n })),
        'own delegation': delegation('137').operation,
        'other delegation': delegation('1').operation,
        'own typed data': typedData({ chainId: 137 }),
        'other typed data': typedData({ chainId: 1 }),
        'typed data without chain id': typedData({ name: 'x' }),
        'typed data that does not sign its chain id': typedData({ name: 'x', chainId: 1 }, [
          { name: 'name', type: 'string' },
        ]),
        'bare hash': request('').operation,
        message: { kind: 'message' as const, message: { message: Buffer.from('hi'), format: 'eip191' } },
      };
      const refused: string[] = [];
      for (const [name, operation] of Object.entries(operations))
        await app
          .Evaluate(request(applicationId, { network, operation }), context)
          .catch((error: unknown) => {
            expect([name, error]).toEqual([
              name,
              expect.objectContaining({
                code: 'policy.chain-id-refused',
                details: expect.objectContaining({ reason: 'chain_id' }) as object,
              }),
            ]);
            refused.push(name);
          });
      return refused;
    };
    const all = ['other', 'no chain id', 'other delegation', 'other typed data'];

    it('refuses what is for another chain, with and without policies, unless the setting is off', async () => {
      for (const network of ['eip155:137', 'POLYGON_MAINNET', 'polygon'])
        expect([network, await outcomes('app-c1', network)]).toEqual([network, all]);
      await updateSettings(app, 'app-c1', { policy_evaluation_enabled: true });
      expect(await outcomes('app-c1', 'eip155:137')).toEqual(all);
      await updateSettings(app, 'app-c1', { chain_id_check: 'off' });
      expect(await outcomes('app-c1', 'eip155:137')).toEqual([]);
      await updateSettings(app, 'app-c1', { chain_id_check: 'enforce' });
      expect(await outcomes('app-c1', 'eip155:137')).toEqual(all);
    });

    it('refuses nothing where the network says nothing about the chain', async () => {
      for (const network of ['EVM', 'ETH', 'SOLAXY', 'TRON', 'SOL_DEVNET', 'x'])
        expect([network, await outcomes('app-c2', network)]).toEqual([network, []]);
    });

    it('leaves authorizations for every chain to their own setting', async () => {
      const everywhere = request('app-c3', { network: 'eip155:137', ...delegation('0') });
      await expect(app.Evaluate(everywhere, context)).rejects.toMatchObject({
        details: { reason: 'eip7702_any_chain' },
      });
      await updateSettings(app, 'app-c3', { eip7702_any_chain: 'allow' });
      await expect(app.Evaluate(everywhere, context)).resolves.toBeDefined();
    });
  });

  it('refuses a sealed record that is older than one it has seen, whichever replica saw it', async () => {
    const other = appOn(database.secondPool);
    const walletId = randomBytes(8).toString('hex');
    await app.Evaluate(request('app-4', { walletId, recordVersion: 1 }), context);
    await app.Evaluate(request('app-4', { walletId, recordVersion: 3 }), context);
    for (const recordVersion of [1, 2]) {
      await expect(
        other.Evaluate(request('app-4', { walletId, recordVersion }), context),
      ).rejects.toMatchObject({
        code: 'wallet.record-rolled-back',
      });
    }
    await expect(
      other.Evaluate(request('app-4', { walletId, recordVersion: 3 }), context),
    ).resolves.toBeDefined();
    await expect(
      other.Evaluate(request('app-5', { walletId, recordVersion: 1 }), context),
    ).resolves.toBeDefined();
  });

  it.each([
    ['an unknown chain', { chain: 'DOGE' }, 'request.invalid'],
    ['a token hash of another length', { jwtHash: Buffer.alloc(31) }, 'request.invalid'],
    ['a record version of 0', { recordVersion: 0 }, 'request.invalid'],
    ['a missing wallet id', { walletId: '' }, 'request.invalid'],
    ['a missing operation', { operation: null }, 'request.invalid'],
    [
      'a hash on SOL',
      { chain: 'SOL', network: 'SOL_MAINNET', publicKey: Buffer.alloc(32, 1) },
      'chain.operation-unsupported',
    ],
  ])('refuses %s', async (_what, overrides, code) => {
    await expect(app.Evaluate(request('app-6', overrides), context)).rejects.toMatchObject({ code });
  });
});

describe('UpdateSettings', () => {
  it('changes only what is given, and keeps applications apart', async () => {
    await updateSettings(app, 'app-7', {
      recency_window_minutes: 5,
      embedded_wallet_provider_ids: ['p1'],
      embedded_wallet_issuers: ['https://p1.example'],
      mfa_acr_values: ['urn:mfa'],
      plain_chain_ids: [9_007_199_254_740_991],
      denial_detail: 'full',
    });
    await updateSettings(app, 'app-7', { default_action: 'deny' });
    expect(await app.GetSettings({ applicationId: 'app-7' }, context)).toEqual({
      policyEvaluationEnabled: true,
      recencyWindowMinutes: 5,
      defaultAction: 'deny',
      rawHashSigning: 'refuse',
      eip7702AnyChain: 'refuse',
      chainIdCheck: 'enforce',
      embeddedWalletProviderIds: ['p1'],
      mfaAcrValues: ['urn:mfa'],
      plainChainIds: ['9007199254740991'],
      denialDetail: 'full',
    });
    expect(await app.GetSettings({ applicationId: 'app-8' }, context)).toMatchObject({
      recencyWindowMinutes: 15,
    });
  });

  it('only checks when asked to validate only', async () => {
    const answer = await updateSettings(app, 'app-9', { recency_window_minutes: 60 }, true);
    expect(answer).toMatchObject({ recencyWindowMinutes: 60 });
    expect(await app.GetSettings({ applicationId: 'app-9' }, context)).toMatchObject({
      recencyWindowMinutes: 15,
    });
  });

  // Other types and other names are not part of the message. The gateway refuses them.
  it.each<[string, object, string]>([
    ['a window of zero minutes', { recency_window_minutes: 0 }, '/recency_window_minutes'],
    ['a window of more than 30 days', { recency_window_minutes: 43_201 }, '/recency_window_minutes'],
    ['an invalid chain id', { plain_chain_ids: [1, 0] }, '/plain_chain_ids/1'],
    ['a chain id that a double would round', { plain_chain_ids: ['9007199254740993'] }, '/plain_chain_ids/0'],
    ['a duplicate chain id', { plain_chain_ids: [5, 5] }, '/plain_chain_ids/1'],
    [
      'more than 100 chain ids',
      { plain_chain_ids: Array.from({ length: 101 }, (_, id) => id + 1) },
      '/plain_chain_ids',
    ],
    ['another detail of denials', { denial_detail: 'all' }, '/denial_detail'],
    ['another default action', { default_action: 'ALLOW' }, '/default_action'],
    ['an unknown choice', { raw_hash_signing: '' }, '/raw_hash_signing'],
    [
      'a duplicate provider id',
      { embedded_wallet_provider_ids: ['a', 'a'], embedded_wallet_issuers: [] },
      '/embedded_wallet_provider_ids/1',
    ],
    ['providers without their issuers', { embedded_wallet_provider_ids: ['a'] }, '/embedded_wallet_issuers'],
    ['an acr value with a space', { mfa_acr_values: ['urn:mfa', 'a b'] }, '/mfa_acr_values/1'],
    ['an acr value that breaks out of a challenge', { mfa_acr_values: ['a"b'] }, '/mfa_acr_values/0'],
    ['an acr value of zero length', { mfa_acr_values: ['0'] }, '/mfa_acr_values/0'],
  ])('refuses %s and names the field', async (_what, changes, path) => {
    await expect(updateSettings(app, 'app-10', changes)).rejects.toMatchObject({
      code: 'request.invalid',
      fields: [{ path }],
    });
  });

  it('empties a list that is given empty, and changes nothing when nothing is named', async () => {
    await updateSettings(app, 'app-11', { mfa_acr_values: ['urn:mfa'], recency_window_minutes: 7 });
    await updateSettings(app, 'app-11', {});
    const kept = { mfaAcrValues: ['urn:mfa'], recencyWindowMinutes: 7 };
    expect(await app.GetSettings({ applicationId: 'app-11' }, context)).toMatchObject(kept);
    const emptied = { mfaAcrValues: [], recencyWindowMinutes: 7 };
    expect(await updateSettings(app, 'app-11', { mfa_acr_values: [] })).toMatchObject(emptied);
  });

  it('is invisible to another application, even when a query forgets the application id', async () => {
    const client = await database.pool.connect();
    try {
      await client.query(`begin; select set_config('app.application_id', 'app-8', true)`);
      const { rows } = await client.query('select application_id from settings');
      expect(rows).toEqual([]);
      await client.query('rollback');
    } finally {
      client.release();
    }
  });
});
