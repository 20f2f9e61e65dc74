import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { App } from '../src/app.js';
import { payment } from './operations.js';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';
import { context, createPolicy, enableEvaluation, serviceOn, signingRequest } from './policy-service.js';

// A process with the service's role can write anything in the database. These tests show what that does not undo.

let database: PolicyDatabase;
let app: App;
let hostile: Pool;
let applicationId: string;

beforeAll(async () => {
  database = await policyDatabase('hostile_writer');
  app = serviceOn(database.pool);
  hostile = database.secondPool;
});
afterAll(async () => {
  await app.drain();
  await database.drop();
});
beforeEach(async () => {
  applicationId = randomUUID();
  await enableEvaluation(app, applicationId);
  const limit = {
    ...{ field_source: 'spending_window', field: 'native_amount', operator: 'gt', value: '3' },
    window_seconds: 3600,
  };
  const rule = { name: 'limit', method: 'eth_signTransaction', action: 'DENY', conditions: [limit] };
  await createPolicy(app, applicationId, { name: 'three', chain: 'ETH', scope: 'GLOBAL', rules: [rule] });
});

const spend = (nonce: number, recordVersion = 1) =>
  app.handlers.Evaluate(
    signingRequest(applicationId, payment({ nonce, value: 1n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }), {
      recordVersion,
    }),
    context,
  );

/** Writes with the service's role for the application, and returns PostgreSQL's error message. */
async function write(sql: string): Promise<string> {
  const client = await hostile.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('app.application_id', $1, true)`, [applicationId]);
    await client.query(`select set_config('app.every_application', 'on', true)`);
    const { rowCount } = await client.query(sql);
    await client.query('commit');
    return `${rowCount} rows`;
  } catch (error) {
    await client.query('rollback');
    return (error as { code: string }).code;
  } finally {
    client.release();
  }
}

const notPermitted = '42501';
const broken = '23000';

it('does not empty a window: reservations are neither deleted, lowered, moved nor made older', async () => {
  for (let nonce = 0; nonce < 3; nonce += 1) await spend(nonce);
  await database.owner.query(
    `update policy.spending_reservations set time = time - interval '10 minutes' where application_id = $1`,
    [applicationId],
  );
  const mine = `where application_id = '${applicationId}'`;
  expect(await write(`delete from policy.spending_reservations ${mine}`)).toBe('0 rows');
  expect(await write(`update policy.spending_reservations set amount = 0 ${mine}`)).toBe(broken);
  for (const change of [
    `time = time - interval '2 hours'`,
    `wallet_id = 'other'`,
    `application_id = 'other'`,
    `asset = 'other'`,
    `payload_hash = decode(repeat('00', 32), 'hex')`,
  ])
    expect(await write(`update policy.spending_reservations set ${change} ${mine}`)).toBe(notPermitted);
  const older = `select 'r', application_id, wallet_id, asset, decode(repeat('07', 32), 'hex'), 1,
    clock_timestamp() - interval '2 hours'
                   from policy.spending_reservations ${mine} limit 1`;
  expect(
    await write(
      `insert into policy.spending_reservations (reservation_id, application_id, wallet_id, asset, payload_hash,
        amount, time) ${older}`,
    ),
  ).toBe(notPermitted);
  expect(await write('truncate policy.spending_reservations')).toBe(notPermitted);
  await expect(spend(3)).rejects.toMatchObject({ code: 'policy.denied' });
});

it('does not bring an older record back: a minimum version is neither lowered, moved nor deleted', async () => {
  await spend(0, 5);
  const mine = `where application_id = '${applicationId}'`;
  expect(await write(`update policy.record_floors set version = 2 ${mine}`)).toBe(broken);
  expect(await write(`update policy.record_floors set wallet_id = 'other' ${mine}`)).toBe(notPermitted);
  expect(await write(`delete from policy.record_floors ${mine}`)).toBe(notPermitted);
  expect(await write(`update policy.floor_revisions set revision = 0 ${mine}`)).toBe(broken);
  expect(await write(`update policy.application_revisions set revision = 0 ${mine}`)).toBe(broken);
  const fresh = serviceOn(database.secondPool);
  await expect(
    fresh.handlers.Evaluate(signingRequest(applicationId, payment({ nonce: 1 })), context),
  ).rejects.toMatchObject({ code: 'wallet.record-rolled-back' });
  await fresh.drain();
});

it('does not rewrite past decisions or past revisions of a policy', async () => {
  await spend(0);
  await app.drain();
  const mine = `where application_id = '${applicationId}'`;
  expect(await write(`update policy.decisions set record_json = '{}' ${mine}`)).toBe(notPermitted);
  expect(await write(`update policy.policy_revisions set rules_json = '[]' ${mine}`)).toBe(notPermitted);
  expect(await write(`delete from policy.policy_revisions ${mine}`)).toBe(notPermitted);
});
