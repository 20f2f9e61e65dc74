import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createCollectChanges, type MadeChange } from '../src/journal/collect-changes.js';
import { eventOfEntry } from '../src/journal/event-of-entry.js';
import { readJournal } from '../src/journal/journal-page-store.js';
import { noArchive } from '@wallet-service/journal-format';
import { journalUnderTest } from './journal-under-test.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';

// Other services keep changes until the journal has them. Each is there once, whatever fails in between.

let database: WalletDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await walletDatabase('wallet_changes');
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.end();
});

const change = (applicationId: string, operation = 'admin.policy_created'): MadeChange => ({
  applicationId,
  id: randomUUID(),
  timeMs: Date.now(),
  operation,
  detailsJson: '{"actor":{"kind":"secret-key","id":"k"},"reason":null,"before":null,"after":{"name":"x"}}',
  traceId: 't',
});

function replicaWith(kept: MadeChange[], forget: (changes: readonly MadeChange[]) => Promise<void>) {
  const incidents: unknown[] = [];
  const failures: unknown[] = [];
  const pool = database.replica(3);
  const { append, sequencer } = journalUnderTest(pool, { onRefused: (...row) => incidents.push(row) });
  const list = (id: string) =>
    Promise.resolve(kept.filter(({ applicationId }) => id === '' || applicationId === id).slice(0, 500));
  const { collect, waiting } = createCollectChanges({
    sources: [{ name: 'policy', list, forget }],
    append,
    onFailed: (error) => failures.push(error),
    now: Date.now,
  });
  const entriesOf = async (id: string) => {
    await sequencer.integrate(id);
    return (await readJournal({ database: pool, archive: noArchive }, id, { after: 0n, limit: 500 })).entries;
  };
  return { collect, waiting, entriesOf, incidents, failures };
}

it('writes a change once, though two replicas take it and its service is told only later', async () => {
  const id = randomUUID();
  const kept = [change(id), change(id, 'admin.policy_deleted')];
  const lost = () => Promise.reject(new Error('the answer was lost'));
  const forget = (done: readonly MadeChange[]) => {
    for (const one of done) kept.splice(kept.indexOf(one), 1);
    return Promise.resolve();
  };
  const [first, second] = [replicaWith(kept, lost), replicaWith(kept, lost)];
  await Promise.all([first.collect(''), second.collect(id)]);
  expect(await first.entriesOf(id)).toHaveLength(2);
  const third = replicaWith(kept, forget);
  expect(await third.collect('')).toBe(true);
  expect(kept).toEqual([]);
  // So nobody looks for entries that none brought.
  expect(await third.collect('')).toBe(false);
  const entries = await third.entriesOf(id);
  expect(entries.map(({ entry }) => entry.operation)).toEqual([
    'admin.policy_created',
    'admin.policy_deleted',
  ]);
  expect([first, second, third].flatMap(({ incidents }) => incidents)).toEqual([]);
  expect(first.failures).toHaveLength(1);
  // Webhooks tell nobody of them.
  expect(entries.map(eventOfEntry)).toEqual([undefined, undefined]);
});

it('holds back only the changes of an application whose journal is stopped, and loses none', async () => {
  const [stopped, other] = [randomUUID(), randomUUID()];
  const kept = [change(stopped), change(other)];
  const forget = (done: readonly MadeChange[]) => {
    for (const one of done) kept.splice(kept.indexOf(one), 1);
    return Promise.resolve();
  };
  await owner.query(
    `insert into wallet.losses
       (application_id, loss_id, replica_id, reason, wallets, entries, time_noticed, details)
     values ($1, gen_random_uuid(), gen_random_uuid(), 'journal-broken', 0, 0, now(), '{}')`,
    [stopped],
  );
  const replica = replicaWith(kept, forget);
  await replica.collect('');
  expect(kept.map(({ applicationId }) => applicationId)).toEqual([stopped]);
  expect(replica.failures).toEqual([expect.objectContaining({ code: 'service.unavailable' })]);
  expect(typeof replica.waiting.get('policy')).toBe('number');
  expect(await replica.entriesOf(other)).toHaveLength(1);
  await owner.query('delete from wallet.losses where application_id = $1', [stopped]);
  await replica.collect('');
  expect([...replica.waiting]).toEqual([['policy', undefined]]);
  expect(kept).toEqual([]);
  expect(await replica.entriesOf(stopped)).toHaveLength(1);
});

it('believes no service that tells of something else than changes', async () => {
  const id = randomUUID();
  const replica = replicaWith([change(id, 'trust.applied'), change('every application')], () =>
    Promise.resolve(),
  );
  await replica.collect('');
  expect(replica.failures).toHaveLength(1);
  expect(await replica.entriesOf(id)).toEqual([]);
});
