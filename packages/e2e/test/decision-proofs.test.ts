import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createServerClient } from '@wallet-service/sdk/server';
import { verdictKeysOf, verifyDecision, verifySelfSignedAttestation } from '@wallet-service/sdk/verify';
import { until } from '@wallet-service/test-kit/until';
import { demoCustomer, freshToken, type Customer } from './http/customer.js';
import { outcomeOf } from './sdk/verify/outcome-of.js';
import { sharedStack, type SharedStack } from './stacks.js';

// That the policy service decided something can be shown to somebody who trusts neither the database nor the gateway.

let stack: SharedStack;
let customer: Customer;
let database: pg.Client;
let verdictKeys: readonly Uint8Array[];

const server = () => createServerClient({ url: stack.expressUrl, secretKey: customer.secretKey() });

beforeAll(async () => {
  stack = await sharedStack('decision-proofs');
  customer = demoCustomer(stack.stack);
  database = new pg.Client({ connectionString: stack.databaseUrl });
  await database.connect();
  await server().application.update({ policy_evaluation_enabled: true });
  verdictKeys = await attestedVerdictKeys();
});
afterAll(() => database.end());

async function attestedVerdictKeys(): Promise<readonly Uint8Array[]> {
  const nonce = new Uint8Array(randomBytes(32));
  const { attestations } = await server().attestation.get({ nonce: Buffer.from(nonce).toString('hex') });
  const claims = await verifySelfSignedAttestation(attestations[0]?.document ?? '', { nonce });
  const { signed_root_document: root } = await server().trust.get();
  return verdictKeysOf(root ?? '', claims);
}

/** Signs a message, and resolves to its decision once it is stored. */
async function decided(text: string) {
  const token = await freshToken(customer, 'alice');
  await customer.express.wallet(token, 'ETH');
  const known = await storedIds();
  const body = { message_base64: Buffer.from(text).toString('base64') };
  expect((await customer.express.post('/v2/wallet/sign/message', token, 'ETH', body)).status).toBe(200);
  const isNew = (id: string) => !known.includes(id);
  await until('the decision is stored', async () => (await storedIds()).some(isNew));
  return server().decisions.get((await storedIds()).find(isNew) ?? '');
}

async function storedIds(): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { id } of server().decisions.list()) ids.push(id);
  return ids;
}

const outcomeFor = (decision: unknown, id: string) =>
  outcomeOf(verifyDecision(decision, { id, verdictKeys, applicationId: customer.id }));

it('the decision of a signature is proven, by the key that the attested root document names', async () => {
  const decision = await decided('hello');
  const verified = await verifyDecision(decision, { id: decision.id, verdictKeys });
  expect(verified).toMatchObject({ outcome: 'allow', method: 'personal_sign', application_id: customer.id });
  expect(verified).not.toHaveProperty('claims');
  expect(decision).toHaveProperty('claims');
});

it('a denial is proven as soon as it is answered', async () => {
  const denies = { name: 'no secrets', method: 'personal_sign', action: 'DENY' } as const;
  const { id: policyId } = await server().policies.create({
    ...{ name: 'no secrets', chain: 'ETH', scope: 'GLOBAL' },
    rules: [
      {
        ...denies,
        conditions: [{ field_source: 'message', field: 'content', operator: 'contains', value: 'sesame' }],
      },
    ],
  });
  const token = await freshToken(customer, 'alice');
  await customer.express.wallet(token, 'ETH');
  const body = { message_base64: Buffer.from('sesame').toString('base64') };
  const denial = await customer.express.post('/v2/wallet/sign/message', token, 'ETH', body);
  await server().policies.delete(policyId);
  const { decision_id: id } = denial.body as { readonly decision_id: string };
  const verified = await verifyDecision(await server().decisions.get(id), { id, verdictKeys });
  expect(verified).toMatchObject({ outcome: 'deny', rules: [{ action: 'DENY', policy_id: policyId }] });
});

it.each([
  [
    'changes the outcome',
    `record_json = replace(record_json, '"outcome":"allow"', '"outcome":"deny"')`,
    'decision-not-included',
  ],
  ['changes a character', `record_json = replace(record_json, 'ETH', 'BTC')`, 'decision-not-included'],
  ['adds a blank', `record_json = record_json || ' '`, 'decision-not-included'],
  ['takes the proof away', 'proof = null', 'proof-missing'],
  ['changes the signature', `proof = regexp_replace(proof, '.....\\n$', E'AAAA=\\n')`, 'decision-signature'],
  [
    'puts another decision in its place, with its proof',
    `(record_json, proof) = (select record_json, proof from policy.decisions
       where application_id = $1 and decision_id <> $2 limit 1)`,
    'decision-mismatch',
  ],
])('shows it when a writer to the database %s', async (title, change, refusal) => {
  const { id } = await decided(title);
  expect(await outcomeFor(await server().decisions.get(id), id)).toBe('verified');
  const where = 'where application_id = $1 and decision_id = $2';
  const { rowCount } = await database.query(`update policy.decisions set ${change} ${where}`, [
    customer.id,
    id,
  ]);
  expect(rowCount).toBe(1);
  expect(await outcomeFor(await server().decisions.get(id), id)).toBe(refusal);
});
