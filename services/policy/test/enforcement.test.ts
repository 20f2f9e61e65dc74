import { createHash, randomUUID } from 'node:crypto';
import { decodeVerdict } from '@wallet-service/signer-protocol';
import type { App } from '../src/app.js';
import { alice, mallory, payment, solKey, solOperation, solWallet } from './operations.js';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';
import {
  context,
  createPolicy,
  enableEvaluation,
  serviceOn,
  signingRequest,
  verdictPublicKey,
  playedSigners,
  updatePolicy,
} from './policy-service.js';

const embedded = 'https://embedded.example';

let database: PolicyDatabase;
let app: App;
let replica: App;
let applicationId: string;

beforeAll(async () => {
  database = await policyDatabase('enforcement');
  app = serviceOn(database.pool);
  replica = serviceOn(database.secondPool);
});
afterAll(async () => {
  await Promise.all([app.drain(), replica.drain()]);
  await database.drop();
});
beforeEach(async () => {
  applicationId = randomUUID();
  await enableEvaluation(app, applicationId, {
    embedded_wallet_provider_ids: ['embedded'],
    embedded_wallet_issuers: [embedded],
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

const evaluate = (on: App, operation = toMallory, overrides: object = {}) =>
  on.handlers.Evaluate(signingRequest(applicationId, operation, overrides), context);
const isAllowed = (on: App, operation = toMallory, overrides: object = {}) =>
  evaluate(on, operation, overrides).then(
    () => true,
    (error: unknown) => {
      if ((error as { code?: string }).code === 'policy.denied') return false;
      throw error;
    },
  );

describe('Evaluate', () => {
  it('names policy, rule, condition and the value seen in a denial', async () => {
    const { id } = await createPolicy(app, applicationId, noMallory);
    await expect(evaluate(app)).rejects.toMatchObject({
      code: 'policy.denied',
      message:
        'denied by policy "no mallory", rule "not to her": ethereum_transaction.to eq ' +
        '"0x2222222222222222222222222222222222222222", seen ' +
        '"0x2222222222222222222222222222222222222222"',
      details: {
        policy_id: id,
        policy_name: 'no mallory',
        rule: 'not to her',
        condition: { index: 0, ...condition },
        value_seen: mallory,
        reason: 'rule',
        decision: { outcome: 'deny', method: 'eth_signTransaction', wallet_id: 'wallet-1' },
      },
    });
    await expect(evaluate(app, payment())).resolves.toBeDefined();
  });

  it('makes a verdict that demands MFA within the recency window, only of users of embedded wallets', async () => {
    await createPolicy(app, applicationId, mfaForMallory);
    await enableEvaluation(app, applicationId, { recency_window_minutes: 7 });
    const { verdict, mac, mandate, decisionJson } = await evaluate(app, toMallory, { issuer: embedded });
    const sent = { verdict: verdict as Buffer, mac: mac as Buffer, mandate: mandate as Buffer };
    expect(playedSigners.accept(sent, verdictPublicKey)).toBe(true);
    expect(decodeVerdict(verdict as Buffer)?.mfa).toEqual({ maxAgeSeconds: 420, acrValues: [] });
    expect(JSON.parse(decisionJson ?? '')).toMatchObject({
      outcome: 'require_mfa',
      mfa: { max_age_seconds: 420, acr_values: [] },
    });
    // Matched by issuer. It does not matter which of the issuer's providers the user came through.
    const plain = await evaluate(app, toMallory, {});
    expect(decodeVerdict(plain.verdict as Buffer)?.mfa).toBeNull();
    const harmless = await evaluate(app, payment(), { issuer: embedded });
    expect(decodeVerdict(harmless.verdict as Buffer)?.mfa).toBeNull();
  });

  it('demands one of the acr values that the application lists', async () => {
    await createPolicy(app, applicationId, mfaForMallory);
    const mfa_acr_values = ['urn:phr', 'urn:mfa'];
    await enableEvaluation(app, applicationId, { mfa_acr_values });
    const { verdict, decisionJson } = await evaluate(app, toMallory, { issuer: embedded });
    const expected = { maxAgeSeconds: 900, acrValues: mfa_acr_values };
    expect(decodeVerdict(verdict as Buffer)?.mfa).toEqual(expected);
    expect(JSON.parse(decisionJson ?? '')).toMatchObject({ mfa: { acr_values: mfa_acr_values } });
  });

  it('reaches users of an issuer that an embedded-wallet provider got later, and of the earlier one', async () => {
    await createPolicy(app, applicationId, mfaForMallory);
    const moved = 'https://moved.example';
    await enableEvaluation(app, applicationId, { embedded_wallet_issuers: [moved] });
    for (const issuer of [embedded, moved]) {
      const { verdict } = await evaluate(app, toMallory, { issuer });
      expect(decodeVerdict(verdict as Buffer)?.mfa).not.toBeNull();
    }
    await enableEvaluation(app, applicationId, {
      embedded_wallet_provider_ids: ['embedded'],
      embedded_wallet_issuers: [moved],
    });
    const { verdict } = await evaluate(app, toMallory, { issuer: embedded });
    expect(decodeVerdict(verdict as Buffer)?.mfa).toBeNull();
  });

  it('reaches every user when the list of providers is older than that of their issuers', async () => {
    await createPolicy(app, applicationId, mfaForMallory);
    await database.owner.query(
      'update policy.settings set embedded_wallet_issuers = null where application_id = $1',
      [applicationId],
    );
    // A list that was written before rows had MACs.
    await database.owner.query(
      'update policy.application_revisions set mac = null where application_id = $1',
      [applicationId],
    );
    const adoptRowsUntilMs = Date.now() + 60_000;
    const upgraded = serviceOn(database.pool, undefined, undefined, { adoptRowsUntilMs });
    await enableEvaluation(upgraded, applicationId, {
      recency_window_minutes: 5,
      embedded_wallet_issuers: ['x'],
    });
    const { verdict } = await evaluate(app, toMallory, { issuer: 'https://anybody.example' });
    expect(decodeVerdict(verdict as Buffer)?.mfa).not.toBeNull();
  });

  it('refuses a bare hash with its own error code while a policy covers the chain', async () => {
    const hash = { kind: 'raw_hash', hash: Buffer.alloc(32, 1) } as const;
    await expect(evaluate(app, hash as never)).resolves.toBeDefined();
    const { id: policyId = '' } = await createPolicy(app, applicationId, noMallory);
    const caused_by = [{ policy_id: policyId, policy_name: 'no mallory' }];
    await expect(evaluate(app, hash as never)).rejects.toMatchObject({
      code: 'policy.raw-hash-refused',
      details: { caused_by },
    });
    const page = { applicationId, policyId, before: '', limit: 0, filter: null };
    const { decisions } = await app.handlers.ListDecisions(page, context);
    const causedBy = [{ id: policyId, name: 'no mallory' }];
    expect(decisions).toMatchObject([
      { explanation: { outcome: 'deny', reason: 'raw_hash_signing', causedBy } },
    ]);
    await enableEvaluation(app, applicationId, { raw_hash_signing: 'allow' });
    await expect(evaluate(app, hash as never)).resolves.toBeDefined();
  });

  it('applies nothing while evaluation is off, and no policies of other chains and applications', async () => {
    await createPolicy(app, applicationId, noMallory);
    await enableEvaluation(app, applicationId, { policy_evaluation_enabled: false });
    expect(await isAllowed(app)).toBe(true);
    await enableEvaluation(app, applicationId);
    expect(await isAllowed(app)).toBe(false);
    const sol = { chain: 'SOL', network: 'SOL_MAINNET', publicKey: Buffer.from(solWallet.publicKey) };
    expect(await isAllowed(app, solOperation([]) as never, sol).catch(() => true)).toBe(true);
    expect(solKey.toBase58()).toBe(solWallet.address);
    applicationId = randomUUID();
    await enableEvaluation(app, applicationId);
    expect(await isAllowed(app)).toBe(true);
  });

  it('denies what no rule allows when the default action is deny', async () => {
    await enableEvaluation(app, applicationId, { default_action: 'deny' });
    await expect(evaluate(app)).rejects.toMatchObject({
      code: 'policy.denied',
      details: { reason: 'default_action' },
    });
    const [only] = noMallory.rules;
    await createPolicy(app, applicationId, {
      ...noMallory,
      rules: [{ ...only, action: 'ALLOW', conditions: [{ ...condition, value: alice }] }],
    });
    expect(await isAllowed(app, payment())).toBe(true);
    expect(await isAllowed(app)).toBe(false);
  });
});

describe('a change of policies', () => {
  it('applies on every replica to all evaluations that start after its answer, under load', async () => {
    const broken: string[] = [];
    let version = 0; // Even: allowed. Odd: denied. Raised after the answer to each change.
    let stop = false;
    const replicas = [app, replica];
    const streams = Array.from({ length: 8 }, async (_, index) => {
      const on = replicas[index % 2] ?? app;
      while (!stop) {
        // Evaluations with a revision from memory never wait, and would starve everything else.
        await new Promise((resolve) => setTimeout(resolve, 2));
        const before = version;
        const allowed = await isAllowed(on);
        // While a change is under way either answer is right.
        if (version === before && !changing && allowed !== (before % 2 === 0)) broken.push(`${before}`);
      }
    });
    let changing = false;
    const change = async (work: () => Promise<unknown>) => {
      changing = true;
      await work();
      version += 1;
      changing = false;
      for (const on of replicas) {
        const allowed = await Promise.all([isAllowed(on), isAllowed(on)]);
        for (const each of allowed) if (each !== (version % 2 === 0)) broken.push(`after ${version}`);
      }
    };
    for (let round = 0; round < 10; round += 1) {
      const [writer, other] = round % 2 === 0 ? [app, replica] : [replica, app];
      let id = '';
      await change(async () => {
        id = (await createPolicy(writer, applicationId, noMallory)).id ?? '';
      });
      const patch = (changes: object) => updatePolicy(other, applicationId, id, changes);
      await change(() => patch({ is_active: false }));
      await change(() => patch({ is_active: true }));
      await change(() =>
        writer.handlers.DeletePolicy({ applicationId, policyId: id, expectedRevision: 0 }, context),
      );
    }
    stop = true;
    await Promise.all(streams);
    expect(broken).toEqual([]);
  });
});

describe('ListDecisions', () => {
  it('pages through the decisions that name a policy, newest first', async () => {
    const { id: policyId = '' } = await createPolicy(app, applicationId, noMallory);
    // Decisions of one millisecond have no order.
    const nextMillisecond = () => new Promise((resolve) => setTimeout(resolve, 2));
    for (let denials = 0; denials < 3; denials += 1) {
      await expect(evaluate(app)).rejects.toThrow();
      await nextMillisecond();
      // None of its rules fires.
      await evaluate(app, payment({ nonce: denials }));
      await nextMillisecond();
    }
    const page = (before = '', limit = 2) =>
      app.handlers.ListDecisions({ applicationId, policyId, before, limit, filter: null }, context);
    const first = await page();
    const outcomes = ({ decisions = [] }: typeof first) =>
      decisions.map(({ explanation }) => explanation?.outcome);
    expect(outcomes(first)).toEqual(['deny', 'deny']);
    const second = await page(first.next);
    expect(outcomes(second)).toEqual(['deny']);
    expect(second.next).toBe('');
    const all = await app.handlers.ListDecisions(
      { applicationId, policyId: '', before: '', limit: 0, filter: null },
      context,
    );
    expect(all.decisions).toHaveLength(6);
    const stranger = await app.handlers.ListDecisions(
      { applicationId: randomUUID(), policyId, before: '', limit: 0, filter: null },
      context,
    );
    expect(stranger.decisions).toEqual([]);
    await expect(page('', 101)).rejects.toMatchObject({ code: 'request.invalid' });
    await expect(page('yesterday')).rejects.toMatchObject({ fields: [{ path: '/before' }] });
  });

  it('shows a denial on every replica as soon as it was answered', async () => {
    await createPolicy(app, applicationId, noMallory);
    await expect(evaluate(app)).rejects.toThrow();
    const { decisions } = await replica.handlers.ListDecisions(
      { applicationId, policyId: '', before: '', limit: 0, filter: null },
      context,
    );
    expect(decisions).toHaveLength(1);
  });
});

it('hashes the payload that the chain encoder makes of the operation, whatever the policies say', async () => {
  const { verdict } = await evaluate(app, payment());
  const { unsigned } = payment() as { unsigned: Uint8Array };
  const { keccak256 } = await import('viem');
  const digest = Buffer.from(keccak256(unsigned).slice(2), 'hex');
  expect(decodeVerdict(verdict as Buffer)?.payloadHashes).toEqual([
    new Uint8Array(createHash('sha256').update(digest).digest()),
  ]);
});
