import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { emulatedMeasurements, makeNsmAuthority } from '@wallet-service/nitro-emulator';
import { encodeAttestedClaims } from '@wallet-service/signer-protocol';
import { build } from 'esbuild';
import { demoCustomer, freshToken, newCustomer, type Customer } from '../http/customer.js';
import { sharedStack, type SharedStack } from '../stacks.js';
import { runtimes } from './runtimes/launch.js';
import type { Outcome, Settings } from './runtimes/outcome.js';

// The SDK in every runtime that it promises, each the real one, against the running service. The checks are one module.

const folder = mkdtempSync(path.join(tmpdir(), 'runtimes-'));
const deniedTo = `0x${'de'.repeat(20)}` as const;
const stepUpTo = `0x${'5e'.repeat(20)}` as const;
const seen = new Map<string, readonly string[]>();
let stack: SharedStack;
let customer: Customer;
let guarded: Customer;

beforeAll(async () => {
  stack = await sharedStack('sdk runtimes');
  customer = demoCustomer(stack.stack);
  guarded = await newCustomer(stack.stack, 'sdk runtimes with policies');
  const policies = { policy_evaluation_enabled: true };
  const embedded_wallet_provider_ids = [guarded.provider.id];
  await guarded.succeed('PATCH', '/v1/application', { ...policies, embedded_wallet_provider_ids });
  await guarded.succeed('POST', '/v1/policy', policyFor('GLOBAL', 'DENY', 'denied', deniedTo));
  await guarded.succeed('POST', '/v1/policy', policyFor('STEP_UP', 'require_mfa', 'step up', stepUpTo));
  await build({
    entryPoints: [fileURLToPath(new URL('runtimes/checks.ts', import.meta.url))],
    outfile: path.join(folder, 'checks.mjs'),
    ...{ bundle: true, format: 'esm', platform: 'browser', target: 'es2022', logLevel: 'warning' },
  });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function policyFor(scope: string, action: string, rule: string, to: string) {
  const conditions = [{ field_source: 'ethereum_transaction', field: 'to', operator: 'eq', value: to }];
  const rules = [{ name: rule, method: 'eth_signTransaction', action, conditions }];
  return { name: rule, chain: 'ETH', scope, rules };
}

async function settingsFor(isPage: boolean): Promise<Settings> {
  const subject = `runtime-${randomUUID()}`;
  const ofNow = { amr: 'mfa', auth_time: String(Math.floor(Date.now() / 1000)) };
  return {
    ...{ url: stack.expressUrl, apiKey: customer.apiKey, providerId: customer.provider.id },
    ...{ secretKey: isPage ? undefined : customer.secretKey(), deniedTo, stepUpTo },
    ...{ webhook: delivery(), nitro: await enclave(), decision: provenDecision() },
    guarded: { apiKey: guarded.apiKey, providerId: guarded.provider.id },
    token: await freshToken(customer, subject),
    strongToken: await freshToken(customer, subject, ofNow),
    otherToken: await freshToken(customer, `other-${subject}`),
    operationToken: await freshToken(customer, `core-${subject}`),
  };
}

/** What an emulated enclave says of itself. */
async function enclave(): Promise<Settings['nitro']> {
  const now = Date.now();
  const nonce = randomBytes(32);
  const build = '1.2.3';
  const [tlsKeyHash, receiptPublicKey, rootHash] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  const claims = { tlsKeyHash, receiptPublicKey, rootVersion: 7, rootHash, build };
  const { document, root } = await makeNsmAuthority(now);
  const fields = { nonce, user_data: Buffer.from(encodeAttestedClaims(claims)) };
  return {
    document: Buffer.from(document({ timestamp: now, fields })).toString('base64'),
    ...{ nonce: `0x${nonce.toString('hex')}`, pcrs: emulatedMeasurements(), root, now, build },
  };
}

function provenDecision(): Settings['decision'] {
  const file = new URL('../../../sdk/vectors/signatures.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as Pick<Settings, 'decision'>).decision;
}

/** By Node's own HMAC (Standard Webhooks 1.0.0). */
function delivery(): Settings['webhook'] {
  const key = randomBytes(32);
  const body = JSON.stringify({
    type: 'wallet.created',
    timestamp: '2026-01-01T00:00:00Z',
    data: { id: '✓' },
  });
  const [id, timestamp] = [randomUUID(), '1790000000'];
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  return { headers, body, secret: `whsec_${key.toString('base64')}` };
}

for (const { name, isHere, isPage = false, run } of runtimes) {
  const itHere = isHere || process.env['CI'] ? it : it.skip;
  if (!isHere) console.warn(`the SDK is not tested in ${name}, which this machine lacks`);
  itHere(`runs in ${name}`, async () => {
    const own = path.join(folder, name);
    mkdirSync(own);
    copyFileSync(path.join(folder, 'checks.mjs'), path.join(own, 'checks.mjs'));
    const allow = (origin: string) => {
      const settings = { allowed_origins: [origin] };
      return Promise.all(
        [customer, guarded].map((each) => each.succeed('PATCH', '/v1/application', settings)),
      );
    };
    const outcomes = await run(own, await settingsFor(isPage), allow);
    expect(outcomes.filter(({ failure }) => failure !== undefined)).toEqual([]);
    seen.set(name, namesOf(outcomes));
  });
}

const namesOf = (outcomes: readonly Outcome[]) => outcomes.map(({ name }) => name);

it('makes the same checks in all of them', () => {
  const { 'Node of this machine': all = [], Chromium: ofPages, ...others } = Object.fromEntries(seen);
  expect(all.length).toBeGreaterThan(30);
  for (const names of Object.values(others)) expect(names).toEqual(all);
  // The service answers pages only the operations of users.
  if (ofPages) expect(ofPages.slice(0, -1)).toEqual(all.slice(0, -6));
});
