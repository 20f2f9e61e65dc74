import { generateKeyPairSync, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
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
  verdictPrivateKey,
  updatePolicy,
} from './policy-service.js';

// A process with the service's role can write any policy and setting. No decision follows what it wrote.

const seed = 0x9011c;
const mallory = `0x${'de'.repeat(20)}` as const;
const deny = [
  {
    ...{ name: 'not to mallory', method: 'eth_signTransaction', action: 'DENY' },
    conditions: [{ field_source: 'ethereum_transaction', field: 'to', operator: 'eq', value: mallory }],
  },
];
const harmless = [{ ...deny[0], action: 'ALLOW' }];
const policy = { chain: 'ETH', scope: 'GLOBAL' };

let database: PolicyDatabase;
/** Has read the rules before anybody tampered with them. */
let app: App;
let refused: unknown[] = [];
const onRowRefused: AppOptions['onRowRefused'] = (row, details) => refused.push({ row, ...details });
const fresh = (more: Partial<AppOptions> = {}) =>
  serviceOn(database.secondPool, undefined, onRowRefused, more);

beforeAll(async () => {
  database = await policyDatabase('hostile_rules');
  app = serviceOn(database.pool);
});
afterAll(async () => {
  await app.drain();
  await database.drop();
});

const pay = (on: App, applicationId: string) =>
  on.handlers
    .Evaluate(signingRequest(applicationId, payment({ to: mallory })), context)
    .then(() => 'signed')
    .catch((error: unknown) => (error as { code: string }).code);

/**
 * An application whose users may not pay Mallory. An earlier revision of the policy allowed it, and so does an inactive
 * policy.
 */
async function application(): Promise<string> {
  const id = randomUUID();
  const written = { ...policy, name: 'strict', rules: harmless };
  const { id: policyId = '' } = await createPolicy(app, id, written);
  await createPolicy(app, id, { ...policy, name: 'lax', rules: harmless, is_active: false });
  await enableEvaluation(app, id);
  await updatePolicy(app, id, policyId, { rules: deny });
  await enableEvaluation(app, id, { default_action: 'deny' });
  return id;
}

const older = `select rules_json from policy.policy_revisions where name = 'strict' and revision = 1
                 and application_id = current_setting('app.application_id')`;
const copy = (columns: string) => `insert into policy.policies
  select ${columns} from policy.policies where name = 'lax' and application_id = current_setting('app.application_id')`;
const rest =
  'application_id, true, name, chain, scope, description, rules_json, revision, time_created, time_updated';
/** Each is an attack by itself, with the rights of the role. */
const edits: readonly string[] = [
  'update policy.policies set is_active = not is_active',
  `update policy.policies set is_active = false where name = 'strict'`,
  `update policy.policies set is_active = true where name = 'lax'`,
  `delete from policy.policies where name = 'strict'`,
  'delete from policy.policies',
  `update policy.policies set rules_json = '[]'`,
  `update policy.policies set rules_json = replace(rules_json, 'dedede', 'dededf')`,
  `update policy.policies set rules_json = (${older}), revision = 1 where name = 'strict'`,
  `update policy.policies set rules_json = (${older}) where name = 'strict'`,
  `update policy.policies set chain = 'SOL'`,
  `update policy.policies set scope = 'STEP_UP'`,
  copy(`gen_random_uuid()::text, ${rest}`),
  'update policy.settings set policy_evaluation_enabled = false',
  `update policy.settings set default_action = 'allow'`,
  `update policy.settings set raw_hash_signing = 'allow', eip7702_any_chain = 'allow'`,
  `update policy.settings set embedded_wallet_issuers = '{https://forged.example}'`,
  `update policy.settings set plain_chain_ids = '{1}'`,
  'update policy.settings set recency_window_minutes = 43200',
  `update policy.settings set mfa_acr_values = '{forged}'`,
  `update policy.settings set denial_detail = 'full'`,
  `update policy.settings set chain_id_check = 'off'`,
];
/** What may accompany each attack. */
const disguises: readonly string[] = [
  'select 1',
  `update policy.application_revisions set revision = revision + 1
    where application_id = current_setting('app.application_id')`,
  `update policy.application_revisions set mac = null where application_id = current_setting('app.application_id')`,
  `update policy.application_revisions set mac = decode(repeat('00', 32), 'hex')
    where application_id = current_setting('app.application_id')`,
  `update policy.application_revisions set mac = other.mac from policy.application_revisions other
    where application_revisions.application_id = current_setting('app.application_id')
      and other.application_id = current_setting('app.other')`,
];

async function asRole<Result>(
  applicationId: string,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await database.secondPool.connect();
  try {
    await client.query('begin');
    await client.query(
      `select set_config('app.application_id', $1, true), set_config('app.other', $2, true)`,
      [applicationId, neighbour],
    );
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

let neighbour: string;
beforeAll(async () => {
  neighbour = await application();
});
beforeEach(() => {
  refused = [];
});

it('decides by no row that somebody else wrote, stops only that application, and raises an alarm', async () => {
  const random = fc.sample(
    fc.tuple(fc.subarray([...edits], { minLength: 1, maxLength: 3 }), fc.constantFrom(...disguises)),
    { seed, numRuns: 40 },
  );
  const attacks = [...edits.map((edit) => [[edit], 'select 1'] as const), ...random];
  const ids = await Promise.all(attacks.map(application));
  const outcomes = await Promise.all(
    attacks.map(async ([writes, disguise], index) => {
      const id = ids[index] ?? '';
      expect(await pay(app, id)).toBe('policy.denied');
      await asRole(id, async (client) => {
        for (const sql of [...writes, disguise]) await client.query(sql);
      });
      // A replica looks at the revision and its MAC again.
      await sleep(2 * maxStalenessMs);
      const isSeen = disguise !== 'select 1';
      return [await pay(app, id), await pay(fresh(), id), writes, disguise, isSeen] as const;
    }),
  );
  const mismatch = 'policy.record-mismatch';
  for (const [known, restarted, ...attack] of outcomes) {
    // A replica that read the rules before uses them until their revision or its MAC changes.
    const stale = attack[2] ? mismatch : 'policy.denied';
    expect([known, restarted, ...attack]).toEqual([stale, mismatch, ...attack]);
  }
  for (const id of ids)
    expect(refused).toContainEqual(expect.objectContaining({ row: 'rules', applicationId: id }));
  expect(await pay(fresh(), neighbour)).toBe('policy.denied');
});

it('gives what somebody else wrote no MAC: neither with a later change, nor when written during one', async () => {
  const [before, during] = [await application(), await application()];
  await asRole(before, (client) => client.query('update policy.policies set is_active = false'));
  const laundering = [
    () => createPolicy(app, before, { ...policy, name: 'more', rules: harmless }),
    () => enableEvaluation(app, before, { recency_window_minutes: 5 }),
  ];
  for (const change of laundering)
    await expect(change()).rejects.toMatchObject({ code: 'policy.record-mismatch' });
  await asRole(during, async (client) => {
    await client.query(`update policy.policies set is_active = false where name = 'strict'`);
    await createPolicy(app, during, { ...policy, name: 'more', rules: harmless });
  });
  expect(await pay(fresh(), during)).toBe('policy.record-mismatch');
});

it('finds rows that are moved to another application, and accepts its own again once they are restored', async () => {
  const [rich, poor] = [await application(), await application()];
  const { rows } = await asRole(rich, (client) =>
    client.query<Record<string, unknown>>(`delete from policy.policies where name = 'strict' returning *`),
  );
  const [row = {}] = rows;
  const moved = { ...row, application_id: poor };
  const insert = (id: string, values: object) =>
    asRole(id, (client) =>
      client.query(
        `insert into policy.policies (${Object.keys(values).join()}) values (${Object.keys(values)
          .map((_, index) => `$${index + 1}`)
          .join()})`,
        Object.values(values),
      ),
    );
  await insert(poor, moved);
  expect([await pay(fresh(), rich), await pay(fresh(), poor)]).toEqual(
    Array(2).fill('policy.record-mismatch'),
  );
  await asRole(poor, (client) =>
    client.query('delete from policy.policies where policy_id = $1', [row['policy_id']]),
  );
  await insert(rich, row);
  expect([await pay(fresh(), rich), await pay(fresh(), poor)]).toEqual(Array(2).fill('policy.denied'));
});

it('cannot be restored to an earlier state as a whole, because the revision never falls', async () => {
  const id = await application();
  const state = () =>
    asRole(id, async (client) => {
      const mine = 'where application_id = $1';
      const [revision] = (await client.query(`select * from policy.application_revisions ${mine}`, [id]))
        .rows as {
        revision: bigint;
        mac: Buffer;
      }[];
      return { revision: revision?.revision, mac: revision?.mac };
    });
  const old = await state();
  await enableEvaluation(app, id, { recency_window_minutes: 5 });
  const back = asRole(id, (client) =>
    client.query(
      'update policy.application_revisions set revision = $2, mac = $3 where application_id = $1',
      [id, String(old.revision), old.mac],
    ),
  );
  await expect(back).rejects.toMatchObject({ code: '23000' });
  await asRole(id, async (client) => {
    await client.query('update policy.settings set recency_window_minutes = 15');
    await client.query('update policy.application_revisions set mac = $2 where application_id = $1', [
      id,
      old.mac,
    ]);
  });
  expect(await pay(fresh(), id)).toBe('policy.record-mismatch');
});

it('adopts rows without MACs only until the time that the operator set, and gives them a MAC', async () => {
  const id = await application();
  await database.owner.query('update policy.application_revisions set mac = null where application_id = $1', [
    id,
  ]);
  expect(await pay(fresh(), id)).toBe('policy.record-mismatch');
  const adopting = fresh({ adoptRowsUntilMs: Date.now() + 60_000 });
  expect(await pay(adopting, id)).toBe('policy.denied');
  expect((await adopting.sealRules()).sealed).toBeGreaterThan(0);
  expect(await pay(fresh(), id)).toBe('policy.denied');
});

it('can change its key: MACs under the previous key are accepted while it is configured, and replaced', async () => {
  const id = await application();
  const { privateKey: verdictKey } = generateKeyPairSync('ed25519');
  expect(await pay(fresh({ verdictKey }), id)).toBe('policy.record-mismatch');
  const changing = fresh({ verdictKey, previousVerdictKey: verdictPrivateKey });
  expect(await pay(changing, id)).toBe('policy.denied');
  expect((await changing.sealRules()).sealed).toBeGreaterThan(0);
  expect(await pay(fresh({ verdictKey }), id)).toBe('policy.denied');
  expect(await pay(fresh(), id)).toBe('policy.record-mismatch');
});
