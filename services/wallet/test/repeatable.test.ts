import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '@wallet-service/postgres';
import { idempotencyStore } from '../src/idempotency/idempotency-store.js';
import { createRepeatable, type KeepAnswer } from '../src/idempotency/repeatable.js';
import { idempotencyOf } from './application-under-test.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';

let database: WalletDatabase;
beforeAll(async () => {
  database = await walletDatabase('wallet_repeatable');
});
afterAll(() => database.end());

/** A replica whose work makes a group, and keeps its answer in the same transaction. */
function replica() {
  const pool = database.replica();
  const repeatable = createRepeatable({
    store: idempotencyStore(pool),
    newId: randomUUID,
    random: randomBytes,
  });
  const makeGroup = (applicationId: string, answer: string, keep: KeepAnswer): Promise<Uint8Array> =>
    inTransaction(
      pool,
      async (transaction) => {
        const groupId = randomUUID();
        await transaction.query(
          `insert into wallet_groups (application_id, group_id, time_created, time_updated)
            values ($1, $2, now(), now())`,
          [applicationId, groupId],
        );
        await keep(transaction, Buffer.from(answer), { groupId });
        return Buffer.from(answer);
      },
      { applicationId },
    );
  const groups = (applicationId: string): Promise<number | null> =>
    inTransaction(
      pool,
      async (transaction) => (await transaction.query('select from wallet_groups')).rowCount,
      { applicationId },
    );
  return { pool, repeatable, makeGroup, groups };
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

it('runs the work once and gives a repeated request the same answer, on every replica', async () => {
  const [one, two] = [replica(), replica()];
  const applicationId = randomUUID();
  const idempotency = idempotencyOf('k');
  const first = await one.repeatable(applicationId, idempotency, (keep) =>
    one.makeGroup(applicationId, 'secret answer', keep),
  );
  const never = () => Promise.reject(new Error('must not run'));
  expect(text(first)).toBe('secret answer');
  expect(text(await two.repeatable(applicationId, idempotency, never))).toBe('secret answer');
  expect(await one.groups(applicationId)).toBe(1);
});

it('lets one of many run, and tells the others that it is running', async () => {
  const replicas = [replica(), replica(), replica()];
  const applicationId = randomUUID();
  const answers = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) => {
      const { repeatable, makeGroup } = replicas[index % 3] ?? replica();
      return repeatable(applicationId, idempotencyOf('k'), async (keep) => {
        await sleep(100);
        return makeGroup(applicationId, `answer ${index}`, keep);
      });
    }),
  );
  const given = answers.flatMap((one) => (one.status === 'fulfilled' ? [text(one.value)] : []));
  expect(new Set(given).size).toBe(1);
  for (const one of answers)
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({ code: 'request.idempotency-running', kind: 'conflict' });
  expect(await replicas[0]?.groups(applicationId)).toBe(1);
});

it('keeps the keys of applications apart', async () => {
  const { repeatable, makeGroup } = replica();
  const answers = [];
  for (const applicationId of [randomUUID(), randomUUID()])
    answers.push(
      await repeatable(applicationId, idempotencyOf('k'), (keep) =>
        makeGroup(applicationId, applicationId, keep),
      ),
    );
  expect(new Set(answers.map(text)).size).toBe(2);
});

it('refuses the same key with another body', async () => {
  const { repeatable, makeGroup } = replica();
  const applicationId = randomUUID();
  await repeatable(applicationId, idempotencyOf('k'), (keep) => makeGroup(applicationId, 'a', keep));
  const other = repeatable(applicationId, idempotencyOf('k', 'another'), (keep) =>
    makeGroup(applicationId, 'b', keep),
  );
  await expect(other).rejects.toMatchObject({ code: 'request.idempotency-mismatch', kind: 'invalid' });
});

it('tells a caller with another secret key what was made, but not the answer', async () => {
  const { repeatable, makeGroup, groups, pool } = replica();
  const applicationId = randomUUID();
  await repeatable(applicationId, idempotencyOf('k'), (keep) => makeGroup(applicationId, 'a', keep));
  const { rows } = await inTransaction(
    pool,
    (transaction) => transaction.query<{ group_id: string }>('select group_id from wallet_groups'),
    { applicationId },
  );
  const other = repeatable(applicationId, idempotencyOf('k', 'body', 'another'), (keep) =>
    makeGroup(applicationId, 'b', keep),
  );
  await expect(other).rejects.toMatchObject({
    code: 'request.idempotency-answer-sealed',
    kind: 'conflict',
    details: { wallet_group_id: rows[0]?.group_id },
  });
  expect(await groups(applicationId)).toBe(1);
});

it('an answer that was kept before its subject was recorded opens as before', async () => {
  const { repeatable, makeGroup, pool } = replica();
  const applicationId = randomUUID();
  await repeatable(applicationId, idempotencyOf('k'), (keep) => makeGroup(applicationId, 'old', keep));
  await inTransaction(
    pool,
    (transaction) => transaction.query('update idempotency_keys set made_id = null'),
    { applicationId },
  );
  const never = () => Promise.reject(new Error('must not run'));
  expect(text(await repeatable(applicationId, idempotencyOf('k'), never))).toBe('old');
  await expect(repeatable(applicationId, idempotencyOf('k', 'body', 'another'), never)).rejects.toMatchObject(
    { code: 'request.idempotency-answer-sealed', details: {} },
  );
});

it.each([
  ['an empty key', { ...idempotencyOf('k'), key: '' }],
  ['a key of 256 characters', { ...idempotencyOf('k'), key: 'k'.repeat(256) }],
  ['a short seal key', { ...idempotencyOf('k'), sealKey: randomBytes(31) }],
  ['a short hash', { ...idempotencyOf('k'), bodyHash: randomBytes(31) }],
])('refuses %s', async (_, idempotency) => {
  await expect(
    replica().repeatable(randomUUID(), idempotency, () => Promise.reject(new Error('must not run'))),
  ).rejects.toMatchObject({ code: 'request.invalid' });
});

it('keeps no failure: the next attempt runs at once', async () => {
  const { repeatable, makeGroup, groups } = replica();
  const applicationId = randomUUID();
  const failing = repeatable(applicationId, idempotencyOf('k'), async (keep) => {
    await makeGroup(applicationId, 'lost', async (...kept) => {
      await keep(...kept);
      throw new Error('the commit failed');
    });
    return Buffer.alloc(0);
  });
  await expect(failing).rejects.toThrow('the commit failed');
  expect(await groups(applicationId)).toBe(0);
  const again = await repeatable(applicationId, idempotencyOf('k'), (keep) =>
    makeGroup(applicationId, 'second', keep),
  );
  expect(text(again)).toBe('second');
  expect(await groups(applicationId)).toBe(1);
});

it('takes over a request whose process died, and the late commit of that process fails', async () => {
  const [dead, alive] = [replica(), replica()];
  const applicationId = randomUUID();
  const late = dead.repeatable(applicationId, idempotencyOf('k'), async (keep) => {
    // As if this process had stopped until its lock ended.
    await inTransaction(
      dead.pool,
      (transaction) =>
        transaction.query(`update idempotency_keys set lease_ends = clock_timestamp() - interval '1 s'`),
      { applicationId },
    );
    const answer = await alive.repeatable(applicationId, idempotencyOf('k'), (keepOther) =>
      alive.makeGroup(applicationId, 'of the living', keepOther),
    );
    expect(text(answer)).toBe('of the living');
    return dead.makeGroup(applicationId, 'of the dead', keep);
  });
  await expect(late).rejects.toMatchObject({ code: 'request.idempotency-running' });
  expect(await alive.groups(applicationId)).toBe(1);
});

it("keeps an application's newest 32 MiB of answers, what runs, and everything of the others", async () => {
  const [one, two] = [replica(), replica()];
  const [applicationId, other] = [randomUUID(), randomUUID()];
  const begin = (owner: string, key: string, bytes: number, of = one) =>
    of.repeatable(owner, idempotencyOf(key), (keep) => of.makeGroup(owner, 'x'.repeat(bytes), keep));
  await begin(other, 'theirs', 10);
  await begin(applicationId, 'oldest', 10);
  let end: () => void = () => undefined;
  const running = one.repeatable(applicationId, idempotencyOf('running'), async (keep) => {
    await new Promise<void>((resolve) => (end = resolve));
    return one.makeGroup(applicationId, 'of the long run', keep);
  });
  const size = 1024 * 1024 - 512;
  for (let round = 0; round < 20; round += 1)
    await Promise.all([
      begin(applicationId, `one ${round}`, size),
      begin(applicationId, `two ${round}`, size, two),
    ]);
  await begin(applicationId, 'newest', 10);
  const { rows } = await inTransaction(
    one.pool,
    (transaction) =>
      transaction.query<{ bytes: number }>(
        'select sum(octet_length(sealed_answer))::float8 as bytes from idempotency_keys',
      ),
    { applicationId },
  );
  expect(rows[0]?.bytes).toBeLessThanOrEqual(32 * 1024 * 1024);
  expect(rows[0]?.bytes).toBeGreaterThan(30 * 1024 * 1024);
  end();
  expect(text(await running)).toBe('of the long run');
  const never = () => Promise.reject(new Error('ran again'));
  expect(text(await one.repeatable(applicationId, idempotencyOf('running'), never))).toBe('of the long run');
  expect(text(await two.repeatable(applicationId, idempotencyOf('two 19'), never))).toHaveLength(size);
  expect(text(await one.repeatable(other, idempotencyOf('theirs'), never))).toBe('x'.repeat(10));
  await expect(one.repeatable(applicationId, idempotencyOf('oldest'), never)).rejects.toThrow('ran again');
});

it('signatures push out none of the other answers, and have the same bound', async () => {
  const one = replica();
  const applicationId = randomUUID();
  const ofSignature = {
    owner: { applicationId, issuer: 'https://id.example.com/', subject: 'alice' },
    interface: 'express',
  };
  const run = (key: string, bytes: number, more: object = {}) =>
    one.repeatable(applicationId, { ...idempotencyOf(key), ...more }, (keep) =>
      one.makeGroup(applicationId, 'x'.repeat(bytes), keep),
    );
  await run('create', 10);
  const size = 1024 * 1024 - 512;
  for (let round = 0; round < 34; round += 1) await run(`signature ${round}`, size, { ofSignature });
  await run('newest', 10, { ofSignature });
  const never = () => Promise.reject(new Error('ran again'));
  const again = (key: string, more: object = {}) =>
    one.repeatable(applicationId, { ...idempotencyOf(key), ...more }, never);
  expect(text(await again('create'))).toBe('x'.repeat(10));
  expect(text(await again('signature 33', { ofSignature }))).toHaveLength(size);
  await expect(again('signature 0', { ofSignature })).rejects.toThrow('ran again');
});

it('forgets what is older than a day, of every tenant', async () => {
  const { repeatable, makeGroup, pool } = replica();
  const ids = [randomUUID(), randomUUID()];
  for (const id of ids) await repeatable(id, idempotencyOf('k'), (keep) => makeGroup(id, 'old', keep));
  for (const applicationId of ids)
    await inTransaction(
      pool,
      (transaction) => transaction.query('update idempotency_keys set expires = now()'),
      { applicationId },
    );
  const [first = '', second = ''] = ids;
  // Before it is deleted it already no longer counts as an answer.
  const again = await repeatable(first, idempotencyOf('k'), (keep) => makeGroup(first, 'new', keep));
  expect(text(again)).toBe('new');
  await idempotencyStore(pool).purge();
  const left = (applicationId: string) =>
    inTransaction(pool, async (t) => (await t.query('select from idempotency_keys')).rowCount, {
      applicationId,
    });
  expect([await left(first), await left(second)]).toEqual([1, 0]);
});
