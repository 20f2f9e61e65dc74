import { randomUUID } from 'node:crypto';
import type { App } from '../src/app.js';
import type { StoredDecision } from '../src/decisions/decision.js';
import { mallory, payment } from './operations.js';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';
import {
  context,
  createPolicy,
  enableEvaluation,
  serviceOn,
  signingRequest,
  verdictPublicKey,
} from './policy-service.js';
import { isProven } from './proven.js';

let database: PolicyDatabase;
let app: App;

beforeAll(async () => {
  database = await policyDatabase('proven_decisions');
  app = serviceOn(database.pool);
});
afterAll(async () => {
  await app.drain();
  await database.drop();
});

it('every stored decision, as the journal has it, is proven by the verdict key, and no edited one is', async () => {
  const applications = [randomUUID(), randomUUID()];
  for (const id of applications) {
    await enableEvaluation(app, id);
    const condition = { field_source: 'ethereum_transaction', field: 'to', operator: 'eq', value: mallory };
    const rules = [
      { name: 'not to her', method: 'eth_signTransaction', action: 'DENY', conditions: [condition] },
    ];
    await createPolicy(app, id, { name: 'no mallory', chain: 'ETH', scope: 'GLOBAL', rules });
  }
  const answers = await Promise.all(
    applications.flatMap((id) =>
      Array.from({ length: 9 }, (_, nonce) =>
        app.handlers.Evaluate(signingRequest(id, payment({ nonce })), context),
      ),
    ),
  );
  await app.drain();
  const { rows } = await database.owner.query<{ record: string; proof: string }>(
    'select record_json as record, proof from policy.decisions where application_id = any ($1)',
    [applications],
  );
  expect(rows.map(({ record }) => record).sort()).toEqual(
    answers.map(({ decisionJson }) => decisionJson).sort(),
  );
  for (const { record, proof } of rows) {
    expect(isProven(record, proof, verdictPublicKey)).toBe(true);
    expect(isProven(record.replace('"allow"', '"deny"'), proof, verdictPublicKey)).toBe(false);
    const { id, application_id: applicationId } = JSON.parse(record) as StoredDecision;
    const found = await app.handlers.GetDecision({ applicationId, decisionId: id }, context);
    expect(found).toMatchObject({ id, recordJson: record, proof });
  }
});

it('a decision that an earlier release stored comes without a proof, and lists have none', async () => {
  const applicationId = randomUUID();
  await enableEvaluation(app, applicationId);
  await app.handlers.Evaluate(signingRequest(applicationId, payment({ nonce: 1 })), context);
  const page = { applicationId, policyId: '', before: '', limit: 10, filter: null };
  const { decisions = [] } = await app.handlers.ListDecisions(page, context);
  for (const name of ['recordJson', 'proof']) expect(decisions[0]).not.toHaveProperty(name);
  await database.owner.query('update policy.decisions set proof = null where application_id = $1', [
    applicationId,
  ]);
  const decisionId = decisions[0]?.id ?? '';
  const found = await app.handlers.GetDecision({ applicationId, decisionId }, context);
  expect(found).toMatchObject({ id: decisionId });
  for (const name of ['recordJson', 'proof']) expect(found).not.toHaveProperty(name);
});
