import { randomUUID } from 'node:crypto';
import type { App } from '../src/app.js';
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
  }
});
