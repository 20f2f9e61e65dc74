import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { maxStalenessMs } from '@wallet-service/values';
import type { App, AppOptions } from '../src/app.js';
import { payment } from './operations.js';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';
import {
  context,
  createPolicy,
  enableEvaluation,
  serviceOn,
  signingRequest,
  updatePolicy,
} from './policy-service.js';

// The database loses a change that was confirmed, as after a failover to an asynchronous standby. A process that has
// seen the change lives on.

let database: PolicyDatabase;
let owner: pg.Client;
let app: App;
let refused: unknown[] = [];
const onRowRefused: AppOptions['onRowRefused'] = (row, details) => refused.push({ row, ...details });

beforeAll(async () => {
  database = await policyDatabase('lost_changes');
  owner = new pg.Client({ connectionString: database.migrationUrl });
  await owner.connect();
  app = serviceOn(database.pool, undefined, onRowRefused);
});
afterAll(async () => {
  await app.drain();
  await owner.end();
  await database.drop();
});
beforeEach(() => {
  refused = [];
});

const to = `0x${'de'.repeat(20)}` as const;
const rulesThat = (action: 'ALLOW' | 'DENY') => [
  {
    ...{ name: 'to one address', method: 'eth_signTransaction', action },
    conditions: [{ field_source: 'ethereum_transaction', field: 'to', operator: 'eq', value: to }],
  },
];

const pay = (on: App, applicationId: string) =>
  on.handlers
    .Evaluate(signingRequest(applicationId, payment({ to })), context)
    .then(() => 'signed')
    .catch((error: unknown) => (error as { code: string }).code);

/** A policy that denies, which the application then changes to one that allows. `lose`: the change never was. */
async function changed() {
  const id = randomUUID();
  const written = { chain: 'ETH', scope: 'GLOBAL', name: 'one', rules: rulesThat('DENY') };
  const { id: policyId = '' } = await createPolicy(app, id, written);
  await enableEvaluation(app, id, { default_action: 'deny' });
  expect(await pay(app, id)).toBe('policy.denied');
  const tables = ['application_revisions', 'policies', 'policy_revisions'];
  const rowsOf = async (table: string) =>
    (
      await owner.query<{ rows: string }>(
        `select jsonb_agg(to_jsonb(t))::text as rows from policy.${table} as t where application_id = $1`,
        [id],
      )
    ).rows[0]?.rows;
  const before = new Map<string, unknown>();
  for (const table of tables) before.set(table, await rowsOf(table));
  await updatePolicy(app, id, policyId, { rules: rulesThat('ALLOW') });
  expect(await pay(app, id)).toBe('signed');
  const lose = async (): Promise<void> => {
    await owner.query('begin; set local session_replication_role = replica');
    for (const [table, rows] of before) {
      await owner.query(`delete from policy.${table} where application_id = $1`, [id]);
      await owner.query(
        `insert into policy.${table} select * from jsonb_populate_recordset(null::policy.${table}, $1::jsonb)`,
        [rows],
      );
    }
    await owner.query('commit');
  };
  const change = (action: 'ALLOW' | 'DENY') => updatePolicy(app, id, policyId, { rules: rulesThat(action) });
  return { id, lose, change };
}

it('a process that has seen the change refuses to sign, and raises an alarm', async () => {
  const { id, lose } = await changed();
  await lose();
  // The process looks at the revision again.
  await sleep(2 * maxStalenessMs);
  expect(await pay(app, id)).toBe('policy.record-mismatch');
  expect(refused).toEqual([expect.objectContaining({ row: 'rules', applicationId: id })]);
  const another = serviceOn(database.secondPool);
  expect(await pay(another, id)).toBe('policy.denied');
  await another.drain();
});

it('what the application changes then is in force, though the lost change had the same revision', async () => {
  const { id, lose, change } = await changed();
  await lose();
  await change('DENY');
  expect(await pay(app, id)).toBe('policy.denied');
  await change('ALLOW');
  expect(await pay(app, id)).toBe('signed');
});
