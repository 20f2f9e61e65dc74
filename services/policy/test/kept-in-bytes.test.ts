import { randomUUID } from 'node:crypto';
import type { App } from '../src/app.js';
import {
  insertDecisions,
  keepNewestDecisions,
  type DecisionToStore,
} from '../src/decisions/decision-store.js';
import { inTransaction } from '@wallet-service/postgres';
import { uuidV7 } from '@wallet-service/values';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';
import { payment } from './operations.js';
import {
  context,
  createPolicy,
  enableEvaluation,
  serviceOn,
  signingRequest,
  updatePolicy,
} from './policy-service.js';

const mib = 1024 * 1024;
let database: PolicyDatabase;
let app: App;
let applicationId: string;

beforeAll(async () => {
  database = await policyDatabase('kept_in_bytes');
  app = serviceOn(database.pool);
});
afterAll(async () => {
  await app.drain();
  await database.drop();
});
beforeEach(() => {
  applicationId = randomUUID();
});

let made = 0;
function decisionOf(owner: string, bytes: number, policyIds: readonly string[] = []): DecisionToStore {
  made += 1;
  const id = uuidV7(Date.now() + made, Buffer.alloc(10, made % 250));
  const time = new Date().toISOString();
  const decision = {
    ...{ id, application_id: owner, time, wallet_id: randomUUID(), outcome: 'allow' },
  } as DecisionToStore['decision'];
  return {
    decision,
    policyIds,
    userHash: Buffer.alloc(32),
    traceId: '',
    request: Buffer.alloc(0),
    json: JSON.stringify({ id, rules: [], payload_hashes: [], text: 'x'.repeat(bytes) }),
  };
}

async function sizeOf(table: 'decisions' | 'policy_revisions', column: string, owner = applicationId) {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('app.application_id', $1, true)`, [owner]);
    const { rows } = await client.query<{ bytes: number; rows: number }>(
      `select coalesce(sum(octet_length(${column})), 0)::float8 as bytes, count(*)::int as rows from ${table}
        where application_id = $1`,
      [owner],
    );
    return rows[0] ?? { bytes: 0, rows: 0 };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function store(pool: PolicyDatabase['pool'], batch: readonly DecisionToStore[]): Promise<void> {
  const proofs = batch.map(() => 'proof');
  for (const id of await insertDecisions(pool, batch, proofs)) await keepNewestDecisions(pool, id);
}

describe('decision records', () => {
  it('are kept up to 64 MiB per application: the oldest go, even with two replicas, and others lose none', async () => {
    const other = randomUUID();
    const policyId = randomUUID();
    await store(database.pool, [decisionOf(other, 1000), decisionOf(other, 1000)]);
    const oldest = decisionOf(applicationId, 10, [policyId]);
    await store(database.pool, [oldest]);
    let newest: DecisionToStore[] = [];
    // Both applications are in each batch, in different order: replicas must not wait for each other.
    for (let round = 0; round < 5; round += 1) {
      newest = Array.from({ length: 200 }, () => decisionOf(applicationId, 40_000, [policyId]));
      const half = newest.splice(0, 100);
      await Promise.all([
        store(database.pool, [...half, decisionOf(other, 10)]),
        store(database.secondPool, [decisionOf(other, 10), ...newest]),
      ]);
    }
    for (let round = 0; round < 9; round += 1)
      await store(
        database.pool,
        (newest = Array.from({ length: 100 }, () => decisionOf(applicationId, 40_000))),
      );
    const { bytes } = await sizeOf('decisions', 'record_json');
    expect(bytes).toBeGreaterThan(58 * mib);
    expect(bytes).toBeLessThanOrEqual(64 * mib);
    expect((await sizeOf('decisions', 'record_json', other)).rows).toBe(12);
    const find = (id: string) => app.handlers.GetDecision({ applicationId, decisionId: id }, context);
    await expect(find(oldest.decision.id)).rejects.toMatchObject({ code: 'policy.decision-not-found' });
    for (const { decision } of newest) await find(decision.id);
    const links = await database.owner.query(
      'select 1 from policy.decision_policies where decision_id = $1',
      [oldest.decision.id],
    );
    expect(links.rowCount).toBe(0);
  });

  it('are bounded by the service itself', async () => {
    await enableEvaluation(app, applicationId);
    await store(database.pool, [decisionOf(applicationId, 10)]);
    // As if that much had been written. The bound is measured with this counter.
    await database.owner.query(
      'update policy.decision_bytes set written = written + 64 * 1024 * 1024 where application_id = $1',
      [applicationId],
    );
    const operation = payment({ nonce: 1, value: 1n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n });
    await app.handlers.Evaluate(signingRequest(applicationId, operation), context);
    await app.drain();
    expect((await sizeOf('decisions', 'record_json')).rows).toBe(1);
  });
});

describe('revisions of policies', () => {
  const rule = (name: string, value: readonly string[]) => ({
    ...{ name, method: 'eth_signTransaction', action: 'DENY' },
    conditions: [{ field_source: 'ethereum_transaction', field: 'data', operator: 'in', value }],
  });
  // Some 100 KB.
  const rules = (seed: number) =>
    [0, 1].map((half) =>
      rule(
        `list ${half}`,
        Array.from(
          { length: 450 },
          (_, index) => `0x${(seed * 10_000 + half * 1000 + index).toString(16).padStart(110, '0')}`,
        ),
      ),
    );
  const revisionsOf = async (policyId: string) =>
    (await app.handlers.ListPolicyRevisions({ applicationId, policyId }, context)).revisions ?? [];

  const asTheRole = (sql: string) =>
    inTransaction(database.secondPool, (client) => client.query(sql), { applicationId });

  it('are kept up to 16 MiB per application: the newest ones stay, and the policies are in force', async () => {
    const small = await createPolicy(app, applicationId, {
      ...{ name: 'small', chain: 'ETH', scope: 'GLOBAL' },
      rules: [rule('one', ['0x01'])],
    });
    const large = await createPolicy(app, applicationId, {
      ...{ name: 'large', chain: 'ETH', scope: 'GLOBAL' },
      rules: rules(1),
    });
    const each = (await sizeOf('policy_revisions', 'rules_json')).bytes;
    expect(each).toBeGreaterThan(80_000);
    const changes = Math.ceil((16 * mib) / each) + 20;
    // Writes what that many changes would write, without waiting after each for earlier readers of the rules.
    await asTheRole(
      `insert into policy_revisions select 'deleted since', n, application_id, 'updated', is_active, name, chain,
        scope, description,
         rules_json, time_created, time + n * interval '1 second'
       from policy_revisions, generate_series(1, ${changes}) n where policy_id = '${large.id}' and revision = 1`,
    );
    await updatePolicy(app, applicationId, large.id ?? '', { rules: rules(2) });
    const { bytes, rows } = await sizeOf('policy_revisions', 'rules_json');
    expect(bytes).toBeLessThanOrEqual(16 * mib);
    expect(bytes).toBeGreaterThan(15 * mib);
    expect(rows).toBeLessThan(changes);
    const ofSmall = await revisionsOf(small.id ?? '');
    expect(ofSmall).toMatchObject([{ change: 'created', policy: { id: small.id, revision: 1 } }]);
    expect((await revisionsOf(large.id ?? ''))[0]).toMatchObject({ change: 'updated' });
    const { policies = [] } = await app.handlers.ListPolicies(
      { applicationId, chain: '', scope: '', after: '' },
      context,
    );
    expect(policies.map(({ name }) => name)).toEqual(['small', 'large']);
  });

  it('are removed by nobody else, and a position that somebody else writes is not trusted', async () => {
    const policy = await createPolicy(app, applicationId, {
      ...{ name: 'kept', chain: 'ETH', scope: 'GLOBAL' },
      rules: rules(1),
    });
    await expect(asTheRole('delete from policy_revisions')).rejects.toMatchObject({ code: '42501' });
    await asTheRole(
      `insert into policy_revisions select 'forged', 1, application_id, change, is_active, name, chain, scope,
        description, rules_json,
         time_created, time, 1000000000000 from policy_revisions where application_id = '${applicationId}'`,
    );
    expect(await revisionsOf(policy.id ?? '')).toHaveLength(1);
  });
});
