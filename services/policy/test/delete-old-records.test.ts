import { randomUUID } from 'node:crypto';
import { inTransaction } from '@wallet-service/postgres';
import type { App } from '../src/app.js';
import { deleteOldRecords } from '../src/delete-old-records.js';
import { payment } from './operations.js';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';
import { context, createPolicy, enableEvaluation, serviceOn, signingRequest } from './policy-service.js';

const condition = {
  ...{ field_source: 'spending_window', field: 'native_amount', operator: 'gt', value: '10' },
  window_seconds: 3600,
};
const anyWindow = {
  ...{ name: 'a window', chain: 'ETH', scope: 'GLOBAL' },
  rules: [{ name: 'limit', method: 'eth_signTransaction', action: 'DENY', conditions: [condition] }],
};

let database: PolicyDatabase;
let app: App;

beforeAll(async () => {
  database = await policyDatabase('old-records');
  app = serviceOn(database.pool);
});
afterAll(async () => {
  await app.drain();
  await database.drop();
});

describe('deleteOldRecords', () => {
  it('deletes decisions and reservations that nobody needs, of every application', async () => {
    const applicationId = randomUUID();
    await enableEvaluation(app, applicationId);
    await createPolicy(app, applicationId, anyWindow);
    const operation = payment({ nonce: 0, value: 1n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n });
    await app.handlers.Evaluate(
      signingRequest(applicationId, operation, { signer: Buffer.alloc(32, 7) }),
      context,
    );
    await app.drain();
    const count = async (table: string) =>
      (await database.owner.query(`select 1 from policy.${table} where application_id = $1`, [applicationId]))
        .rowCount;
    await deleteOldRecords(database.pool, new Date());
    expect([await count('decisions'), await count('spending_reservations')]).toEqual([1, 1]);
    await deleteOldRecords(database.pool, new Date(Date.now() + 91 * 86_400_000));
    expect([
      await count('decisions'),
      await count('decision_policies'),
      await count('spending_reservations'),
    ]).toEqual([0, 0, 0]);
  });

  it('deletes those of the others when the oldest one cannot be deleted, and says so', async () => {
    const [bad, good] = [randomUUID(), randomUUID()];
    for (const [index, each] of [bad, good].entries()) {
      await database.owner.query(
        `insert into policy.decisions (decision_id, application_id, record_json, time)
         select $1 || n, $1, '{}', now() - interval '1 day' * (200 - $2) from generate_series(1, 1500) as n`,
        [each, index],
      );
      await database.owner.query(
        `insert into policy.spending_reservations (reservation_id, application_id, wallet_id, asset,
          payload_hash, amount, time)
         select gen_random_uuid(), $1, 'wallet', 'ETH', sha256(n::text::bytea), 1, now() - interval '1 day' * (200 - $2)
         from generate_series(1, 1500) as n`,
        [each, index],
      );
    }
    const left = async (applicationId: string) => {
      const tables = ['decisions', 'spending_reservations'];
      const counted = tables.map((table) =>
        database.owner.query(`select from policy.${table} where application_id = $1`, [applicationId]),
      );
      return (await Promise.all(counted)).map(({ rowCount }) => rowCount);
    };
    // Somebody with the role's rights locks one row of each.
    await inTransaction(database.pool, async (holder) => {
      await holder.query(`select set_config('app.every_application', 'on', true)`);
      for (const [table, key] of [
        ['decisions', 'decision_id'],
        ['spending_reservations', 'reservation_id'],
      ])
        await holder.query(
          `delete from ${table} where ${key} = (select ${key} from ${table} where application_id = $1 limit 1)`,
          [bad],
        );
      await expect(deleteOldRecords(database.pool, new Date())).rejects.toThrow('lock timeout');
      expect(await left(good)).toEqual([0, 0]);
      expect(await left(bad)).toEqual([1500, 1500]);
    });
    await deleteOldRecords(database.pool, new Date());
    expect(await left(bad)).toEqual([0, 0]);
  });
});
