import { randomUUID } from 'node:crypto';
import { actFor } from '@wallet-service/grpc';
import type { App } from '../src/app.js';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';
import { context, createPolicy, enableEvaluation, serviceOn } from './policy-service.js';

// Changes wait here until the wallet service has written them to the journals.

let database: PolicyDatabase;
let app: App;
const refused: unknown[] = [];
beforeAll(async () => {
  database = await policyDatabase('change_outbox');
  app = serviceOn(database.pool, undefined, (row, details) => refused.push([row, details]));
});
afterAll(async () => {
  await app.drain();
  await database.drop();
});

const short = { field_source: 'message', field: 'length', operator: 'lt', value: 100 };
const rules = [{ name: 'short', method: 'personal_sign', action: 'ALLOW', conditions: [short] }];
const allowing = (name: string) => ({ name, chain: 'ETH', scope: 'GLOBAL', rules });
const grant = { audience: 'policy', keyId: 'the key', issuedAt: 0, expiresAt: 0 } as const;

async function waiting(applicationId = '', limit = 0) {
  const { changes = [] } = await app.handlers.ListChanges({ applicationId, limit }, context);
  return changes.map(({ detailsJson = '', ...change }) => ({
    ...change,
    details: JSON.parse(detailsJson) as { actor: unknown; reason: unknown; after: { name?: string } | null },
  }));
}

it('keeps changes in their order, in the name of who made them, until they are known', async () => {
  const id = randomUUID();
  await actFor({ ...grant, applicationId: id }, { reason: 'ticket 42', traceId: 't1' }, async () => {
    for (const name of ['one', 'two']) await createPolicy(app, id, allowing(name));
  });
  const [one, two, ...none] = await waiting(id);
  expect(none).toEqual([]);
  expect([one?.details.after?.name, two?.details.after?.name]).toEqual(['one', 'two']);
  expect(one).toMatchObject({
    operation: 'admin.policy_created',
    traceId: 't1',
    details: { actor: { kind: 'secret-key', id: 'the key' }, reason: 'ticket 42' },
  });
  const known = [{ applicationId: id, id: one?.id ?? '' }];
  await app.handlers.ForgetChanges({ changes: known }, context);
  expect((await waiting(id)).map((change) => change.id)).toEqual([two?.id]);
});

it('gives each application its turn, however many changes one has made', async () => {
  const [busy, quiet] = [randomUUID(), randomUUID()];
  for (let index = 0; index < 5; index += 1) await createPolicy(app, busy, allowing(`policy ${index}`));
  await createPolicy(app, quiet, allowing('mine'));
  const first = await waiting('', 3);
  expect(first.map(({ applicationId }) => applicationId)).toContain(quiet);
  await expect(waiting('', 501)).rejects.toMatchObject({ code: 'request.invalid' });
});

it('tells of no row that the service did not write, removes it and raises an alarm', async () => {
  const id = randomUUID();
  await enableEvaluation(app, id);
  const [genuine] = await waiting(id);
  const copy = `insert into policy.change_outbox (application_id, change_id, time_ms, operation, details, trace_id, mac)
    select application_id, change_id, time_ms, operation, details, trace_id, mac from policy.change_outbox
    where application_id = $1`;
  await database.owner.query(copy, [id]);
  const changed = `update policy.change_outbox set details = replace(details, 'true', 'false')
    where application_id = $1 and number = (select max(number) from policy.change_outbox where application_id = $1)`;
  await database.owner.query(changed, [id]);
  refused.length = 0;
  const found = await waiting(id);
  expect(found).toEqual([genuine]);
  expect(refused).toEqual([['change', expect.objectContaining({ applicationId: id })]]);
});
