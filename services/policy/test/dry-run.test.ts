import { randomUUID } from 'node:crypto';
import { PublicKey, SystemProgram } from '@solana/web3.js';
import type { App } from '../src/app.js';
import {
  alice,
  btcWallet,
  ethWallet,
  mallory,
  payment,
  psbt,
  solKey,
  solOperation,
  solWallet,
} from './operations.js';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';
import { receivedDraft } from './policy-on-wire.js';
import { context, createPolicy, enableEvaluation, serviceOn, receivedOperation } from './policy-service.js';

let database: PolicyDatabase;
let app: App;
let applicationId: string;

beforeAll(async () => {
  database = await policyDatabase('dry_run');
  app = serviceOn(database.pool);
});
afterAll(async () => {
  await app.drain();
  await database.drop();
});
beforeEach(async () => {
  applicationId = randomUUID();
  await enableEvaluation(app, applicationId, {
    embedded_wallet_provider_ids: ['embedded'],
    embedded_wallet_issuers: ['https://embedded.example'],
  });
});

const condition = { field_source: 'ethereum_transaction', field: 'to', operator: 'eq', value: mallory };
const noMallory = {
  name: 'no mallory',
  chain: 'ETH',
  scope: 'GLOBAL',
  rules: [{ name: 'not to her', method: 'eth_signTransaction', action: 'DENY', conditions: [condition] }],
};
const mfaForMallory = {
  ...noMallory,
  scope: 'STEP_UP',
  rules: [{ ...noMallory.rules[0], action: 'require_mfa' }],
};
const toMallory = payment({ to: mallory });

describe('EvaluateDryRun', () => {
  const dryRun = async (overrides: object = {}) => {
    const { explanation, ...rest } = await app.handlers.EvaluateDryRun(
      {
        applicationId,
        chain: 'ETH',
        network: 'EVM',
        publicKey: Buffer.alloc(0),
        address: ethWallet.address,
        walletId: '',
        issuer: '',
        operation: receivedOperation(toMallory),
        policy: null,
        policyId: '',
        ...overrides,
      },
      context,
    );
    return { ...explanation, ...rest };
  };

  it('explains every rule and condition, with the decision that signing would get', async () => {
    const two = {
      ...noMallory,
      rules: [
        ...noMallory.rules,
        { ...noMallory.rules[0], name: 'nor alice', conditions: [{ ...condition, value: alice }] },
      ],
    };
    await createPolicy(app, applicationId, two);
    expect(await dryRun()).toMatchObject({
      outcome: 'deny',
      reason: 'rule',
      method: 'eth_signTransaction',
      rules: [
        {
          rule: 'not to her',
          result: 'true',
          conditions: [{ result: 'true', valueSeen: { text: mallory } }],
        },
        {
          rule: 'nor alice',
          result: 'false',
          conditions: [{ result: 'false', valueSeen: { text: mallory } }],
        },
      ],
    });
    const { decisions } = await app.handlers.ListDecisions(
      { applicationId, policyId: '', before: '', limit: 0, filter: null },
      context,
    );
    expect(decisions).toEqual([]);
  });

  it('evaluates an unsaved policy alone, and even while evaluation is off', async () => {
    await createPolicy(app, applicationId, noMallory);
    const harmless = {
      ...noMallory,
      rules: [{ ...noMallory.rules[0], conditions: [{ ...condition, value: alice }] }],
    };
    expect(await dryRun({ policy: receivedDraft(harmless) })).toMatchObject({ outcome: 'allow' });
    await enableEvaluation(app, applicationId, { policy_evaluation_enabled: false });
    expect(await dryRun({ policy: receivedDraft(noMallory) })).toMatchObject({
      outcome: 'deny',
      evaluationEnabled: false,
    });
    await expect(dryRun({ policy: receivedDraft({ rules: [] }) })).rejects.toMatchObject({
      code: 'request.invalid',
    });
    await expect(dryRun({ policy: receivedDraft({ ...noMallory, chain: 'SOL' }) })).rejects.toMatchObject({
      code: 'request.invalid',
    });
  });

  it('evaluates a saved policy that is not active', async () => {
    const { id } = await createPolicy(app, applicationId, { ...noMallory, is_active: false });
    expect(await dryRun()).toMatchObject({ outcome: 'allow' });
    expect(await dryRun({ policyId: id })).toMatchObject({ outcome: 'deny' });
    await expect(dryRun({ policyId: randomUUID() })).rejects.toMatchObject({ code: 'policy.not-found' });
  });

  it('reads transactions on SOL and BTC for a wallet of which only the address is known', async () => {
    const friend = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
    const onBitcoin = {
      name: 'not to her',
      chain: 'BTC',
      scope: 'GLOBAL',
      rules: [
        {
          name: 'r',
          method: 'signTransaction',
          action: 'DENY',
          conditions: [
            { field_source: 'bitcoin_transaction', field: 'output_address', operator: 'neq', value: friend },
          ],
        },
      ],
    };
    const of = (
      operation: Parameters<typeof receivedOperation>[0],
      chain: string,
      network: string,
      address: string,
    ) => dryRun({ operation: receivedOperation(operation), chain, network, address, policy: null });
    await createPolicy(app, applicationId, onBitcoin);
    const toFriend = psbt([
      { address: friend, amount: 50_000n },
      { address: btcWallet.address, amount: 40_000n },
    ]);
    const bitcoin = ['BTC', 'BTC_MAINNET', btcWallet.address] as const;
    expect(await of(toFriend, ...bitcoin)).toMatchObject({ outcome: 'allow', method: 'signTransaction' });
    const toOther = psbt([{ address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', amount: 50_000n }]);
    expect(await of(toOther, ...bitcoin)).toMatchObject({ outcome: 'deny' });
    await expect(of(toFriend, 'BTC', 'BTC_MAINNET', '')).rejects.toMatchObject({
      fields: [{ path: '/address' }],
    });
    await expect(of(toFriend, 'BTC', 'BTC_MAINNET', friend)).rejects.toMatchObject({
      code: 'request.invalid',
    });
    await expect(of(toFriend, 'BTC', 'BTC_MAINNET', 'bc1x')).rejects.toMatchObject({
      fields: [{ path: '/address' }],
    });
    const hello = { kind: 'message', message: Buffer.from('hello'), format: 'bip322' } as const;
    expect(await of(hello, ...bitcoin)).toMatchObject({ outcome: 'allow', method: 'signMessage' });
    const pay = SystemProgram.transfer({
      fromPubkey: solKey,
      toPubkey: new PublicKey(Buffer.alloc(32, 9)),
      lamports: 5,
    });
    expect(await of(solOperation([pay]), 'SOL', 'SOL_MAINNET', solWallet.address)).toMatchObject({
      outcome: 'allow',
    });
    const text = { ...hello, format: 'raw' } as const;
    expect(await of(text, 'SOL', 'SOL_MAINNET', '')).toMatchObject({ method: 'signMessage' });
  });

  it('says whether a user would need MFA', async () => {
    await createPolicy(app, applicationId, mfaForMallory);
    expect(await dryRun({ issuer: 'https://embedded.example' })).toMatchObject({
      outcome: 'require_mfa',
      mfa: { maxAgeSeconds: 900, acrValues: [] },
    });
    expect(await dryRun({ issuer: 'https://other.example' })).toMatchObject({ outcome: 'allow', mfa: null });
  });

  it('says which STEP_UP policies do not reach the user, and why', async () => {
    const { id } = await createPolicy(app, applicationId, mfaForMallory);
    const notApplicable = (because: string) => ({
      outcome: 'allow',
      policiesEvaluated: [],
      policiesNotApplicable: [
        { policy: { id, name: mfaForMallory.name }, because: expect.stringContaining(because) as string },
      ],
    });
    expect(await dryRun({ issuer: 'https://other.example' })).toMatchObject(
      notApplicable('embedded_wallet_provider_ids'),
    );
    expect(await dryRun()).toMatchObject(notApplicable('provider_id is not given'));
    for (const alone of [{ policy: receivedDraft(mfaForMallory) }, { policyId: id }]) {
      // Asked about alone, the policy shows what it would decide for users whom it reaches.
      expect(await dryRun(alone)).toMatchObject({
        outcome: 'require_mfa',
        policiesNotApplicable: [],
        assumptions: [expect.stringContaining('provider_id is not given')],
      });
      expect(await dryRun({ ...alone, issuer: 'https://other.example' })).toMatchObject({
        outcome: 'allow',
        policiesNotApplicable: [{ policy: { name: mfaForMallory.name } }],
      });
      const reached = await dryRun({ ...alone, issuer: 'https://embedded.example' });
      expect(reached).toMatchObject({ outcome: 'require_mfa', policiesNotApplicable: [] });
    }
  });

  it('says what it assumes about earlier spending', async () => {
    const limit = { field_source: 'spending_window', field: 'native_amount', operator: 'gt', value: 1 };
    const windowed = {
      ...noMallory,
      rules: [{ ...noMallory.rules[0], conditions: [{ ...limit, window_seconds: 60 }] }],
    };
    const policy = receivedDraft(windowed);
    expect(await dryRun({ policy })).toMatchObject({
      assumptions: [expect.stringContaining('wallet_id is not given')],
    });
    expect(await dryRun({ policy, walletId: 'nope' })).toMatchObject({
      assumptions: [expect.stringContaining('or no wallet of this application')],
    });
    expect(await dryRun()).toMatchObject({ assumptions: [] });
  });

  it('says that policies of any chain close exports', async () => {
    const recipientPublicKey = Buffer.alloc(32, 9);
    const operation = receivedOperation({ kind: 'export_private_key', recipientPublicKey });
    expect(await dryRun({ operation })).toMatchObject({ outcome: 'allow', method: 'exportPrivateKey' });
    const time = { field_source: 'system', field: 'current_unix_timestamp', operator: 'gt', value: 1 };
    const rules = [{ ...noMallory.rules[0], method: 'signMessage', conditions: [time] }];
    const { id } = await createPolicy(app, applicationId, { ...noMallory, chain: 'SOL', rules });
    expect(await dryRun({ operation })).toMatchObject({
      outcome: 'deny',
      reason: 'export',
      causedBy: [{ id }],
    });
  });

  it.each([
    ['ETH', 'EVM', 'zz', 'eip191'],
    ['ETH', 'EVM', '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdg', 'eip191'],
    ['SOL', 'SOL_MAINNET', 'zz', 'raw'],
    ['BTC', 'BTC_MAINNET', 'zz', 'bip322'],
  ] as const)(
    "refuses an address that is not a wallet's on %s (%s): %s",
    async (chain, network, address, format) => {
      const operation = receivedOperation({ kind: 'message', message: Buffer.from('hello'), format });
      await expect(dryRun({ chain, network, address, operation })).rejects.toMatchObject({
        code: 'request.invalid',
        fields: [{ path: '/address' }],
      });
    },
  );
});
