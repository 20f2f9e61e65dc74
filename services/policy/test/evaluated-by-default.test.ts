import { randomBytes } from 'node:crypto';
import { refusalOf } from '@wallet-service/test-kit/refusal-of';
import { uuidV7 } from '@wallet-service/values';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';
import { context, createPolicy, serviceOn, signingRequest, updateSettings } from './policy-service.js';
import type { App } from '../src/app.js';

// Which applications are evaluated that never set it: those that are made from now on.

let database: PolicyDatabase;
let app: App;
const refused: unknown[] = [];
beforeAll(async () => {
  database = await policyDatabase('policy_by_default');
  app = serviceOn(database.pool, undefined, (...alarm) => refused.push(alarm));
});
afterAll(() => database.drop());

const hour = 3_600_000;
const madeAt = (ms: number) => uuidV7(ms, randomBytes(10));
const newApplication = () => madeAt(Date.now());
const olderApplication = () => madeAt(Date.now() - hour);

const denyAll = {
  name: 'nothing',
  chain: 'ETH',
  scope: 'GLOBAL',
  rules: [
    {
      name: 'never',
      method: '*',
      action: 'DENY',
      conditions: [{ field_source: 'system', field: 'current_unix_timestamp', operator: 'gt', value: 1 }],
    },
  ],
};
const operation = { kind: 'message', message: Buffer.from('hi'), format: 'eip191' } as const;
const sign = (applicationId: string) =>
  app.handlers.Evaluate(signingRequest(applicationId, operation), context);
const isEnabled = async (applicationId: string) =>
  (await app.handlers.GetSettings({ applicationId }, context)).policyEvaluationEnabled;

it('a new application’s first policy is in force when its creation is answered', async () => {
  for (const id of [newApplication(), madeAt(Date.now() + hour), 'application-1']) {
    expect(await isEnabled(id)).toBe(true);
    await sign(id);
    await createPolicy(app, id, denyAll);
    expect((await refusalOf(sign(id))).code).toBe('policy.denied');
    expect(await isEnabled(id)).toBe(true);
  }
});

it('an application from before keeps evaluation off, whatever else it sets, until it turns it on', async () => {
  const id = olderApplication();
  expect(await isEnabled(id)).toBe(false);
  await createPolicy(app, id, denyAll);
  await sign(id);
  await updateSettings(app.handlers, id, { denial_detail: 'full' });
  expect(await isEnabled(id)).toBe(false);
  await sign(id);
  await updateSettings(app.handlers, id, { policy_evaluation_enabled: true });
  expect((await refusalOf(sign(id))).code).toBe('policy.denied');
});

it('a new application that turned evaluation off keeps it off', async () => {
  const id = newApplication();
  await updateSettings(app.handlers, id, { policy_evaluation_enabled: false });
  await createPolicy(app, id, denyAll);
  await sign(id);
  expect(await isEnabled(id)).toBe(false);
});

it('nobody with the service’s role in the database turns it off, or says that a new application is old', async () => {
  const id = newApplication();
  await createPolicy(app, id, denyAll);
  await expect(
    database.pool.query("update policy.evaluation_default set since = 'infinity'"),
  ).rejects.toThrow(/permission denied/);
  await expect(database.pool.query('delete from policy.evaluation_default')).rejects.toThrow(
    /permission denied/,
  );
  const client = await database.secondPool.connect();
  try {
    await client.query('begin');
    await client.query("select set_config('app.application_id', $1, true)", [id]);
    await client.query(
      `insert into settings (application_id, policy_evaluation_enabled, recency_window_minutes, default_action,
         raw_hash_signing, eip7702_any_chain, embedded_wallet_provider_ids, embedded_wallet_issuers, mfa_acr_values,
         plain_chain_ids, denial_detail, time_updated)
       values ($1, false, 15, 'allow', 'refuse', 'refuse', '{}', '{}', '{}', '{}', 'brief', now())`,
      [id],
    );
    await client.query('update application_revisions set revision = revision + 1 where application_id = $1', [
      id,
    ]);
    await client.query('commit');
  } finally {
    client.release();
  }
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect((await refusalOf(sign(id))).code).toBe('policy.record-mismatch');
  expect(refused).not.toEqual([]);
});
