import { randomUUID, generateKeyPairSync, sign } from 'node:crypto';
import {
  logKeyOf,
  signerKeyOf,
  textOfLogCheckpoint,
  type LogCheckpoint,
} from '@wallet-service/signer-protocol';
import { cosignNote, encodeNote, signNote, verifyConsistency } from '@wallet-service/transparency-log';
import { rawPublicKey } from '@wallet-service/test-kit/raw-public-key';
import { checkpointRound, type CheckpointRoundDeps } from '../src/checkpoints/checkpoint-round.js';
import type { AskWitness, CheckpointOffer } from '../src/checkpoints/witness-client.js';
import { checkpointStore } from '../src/checkpoints/checkpoint-store.js';
import { resumeJournal } from '../src/durability/accept-stops-store.js';
import { continuityStore, shareOf } from '../src/durability/continuity-store.js';
import { createTold } from '../src/durability/told.js';
import { asOwnerOf } from './hostile-kit.js';
import { journalUnderTest } from './journal-under-test.js';
import { signedEntry } from './signed-entry.js';
import { macs } from './test-macs.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';
import { unarchived } from './unarchived.js';

let database: WalletDatabase;
let pool: ReturnType<WalletDatabase['replica']>;
let store: ReturnType<typeof checkpointStore>;
beforeAll(async () => {
  database = await walletDatabase('wallet_checkpoints');
  pool = database.replica();
  store = checkpointStore(unarchived(pool), macs);
});
afterAll(() => database.end());

const now = () => Math.floor(Date.now() / 1000);
const asOwner = (sql: string, ...values: unknown[]): Promise<void> => asOwnerOf(database.url, sql, ...values);

async function write(applicationId: string, count: number): Promise<void> {
  const journal = journalUnderTest(pool);
  await Promise.all(Array.from({ length: count }, () => journal.append(signedEntry(applicationId))));
  await journal.sequencer.integrate(applicationId);
}

async function append(applicationId: string, count: number): Promise<LogCheckpoint> {
  await write(applicationId, count);
  return (await store.read(applicationId)).now;
}

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const raw = rawPublicKey(publicKey);
const stranger = generateKeyPairSync('ed25519');
function signed(checkpoint: LogCheckpoint, age = 0, pair = { publicKey, privateKey }) {
  const text = textOfLogCheckpoint(checkpoint);
  const key = rawPublicKey(pair.publicKey);
  const by = (message: Uint8Array) => sign(null, message, pair.privateKey);
  const signatures = [
    signNote(text, logKeyOf(text, key), by),
    cosignNote(text, signerKeyOf(key), now() - age, by),
  ];
  return { checkpoint, note: encodeNote({ text, signatures }), publicKey: key };
}
const due = (...except: readonly string[]) => store.due(now(), 60, except, 100);

it('finds the logs that have grown, a minute after their last checkpoint', async () => {
  const [fresh, old, quiet] = [randomUUID(), randomUUID(), randomUUID()];
  const ends = await Promise.all([fresh, old, quiet].map((id) => append(id, 3)));
  expect((await due()).toSorted()).toEqual([fresh, old, quiet].toSorted());
  expect(await due(old, quiet)).toEqual([fresh]);
  for (const [index, end] of ends.entries()) await store.insert([signed(end, index === 0 ? 0 : 61)]);
  expect(await due()).toEqual([]);
  await append(fresh, 1);
  await append(old, 1);
  expect(await due()).toEqual([old]);
  const { last } = await store.read(old);
  expect(last).toMatchObject({ checkpoint: { applicationId: old, generation: 1, size: 3 }, publicKey: raw });
});

it('proves that a log extends its last checkpoint', async () => {
  const applicationId = randomUUID();
  const first = await append(applicationId, 300);
  const later = await append(applicationId, 500);
  const proof = await store.prove(applicationId, first.size, later.size);
  expect(verifyConsistency(first, later, proof)).toBe(true);
  expect(verifyConsistency({ ...first, size: 299 }, later, proof)).toBe(false);
});

it.each([
  ['whose row was changed', 'update wallet.journal_logs set size = 2 where application_id = $1'],
  ['whose last entry is gone', 'delete from wallet.journal_entries where application_id = $1 and seq = 3'],
])('reports a log %s', async (_, sql) => {
  const applicationId = randomUUID();
  await append(applicationId, 3);
  await asOwner(sql, applicationId);
  await expect(store.read(applicationId)).rejects.toMatchObject({ finding: 'journal-broken' });
});

it('is due when it is gone, or behind its checkpoint, and that is reported', async () => {
  const [gone, cut] = [randomUUID(), randomUUID()];
  for (const id of [gone, cut]) await store.insert([signed(await append(id, 3), 61)]);
  await asOwner('delete from wallet.journal_logs where application_id = $1', gone);
  const before = await rowOf(cut);
  const end = await append(cut, 2);
  await store.insert([signed(end, 61)]);
  await asOwner(
    'update wallet.journal_logs set size = $2, hashes = $3, mac = $4 where application_id = $1',
    ...[cut, before?.size, before?.hashes, before?.mac],
  );
  expect((await due()).filter((id) => id === gone || id === cut).toSorted()).toEqual([gone, cut].toSorted());
  const { incidents } = await round();
  expect(incidents.get(gone)).toBe('journal-broken');
  expect(incidents.get(cut)).toBe('journal-rolled-back');
});

type LogRow = { size: bigint; hashes: Buffer; mac: Buffer };
async function rowOf(applicationId: string): Promise<LogRow | undefined> {
  const sql = 'select size, hashes, mac from journal_logs where application_id = $1';
  return (await pool.query<LogRow>(sql, [applicationId])).rows[0];
}

/** A round of one replica, with a signer that signs everything. */
async function round(more: Partial<CheckpointRoundDeps> = {}, mostAtOnce?: number) {
  const made: string[] = [];
  const failed: string[] = [];
  const incidents = new Map<string, string>();
  const deps: CheckpointRoundDeps = {
    logs: store,
    witnesses: [],
    oneSigner: () => (checkpoint) => Promise.resolve(signed(checkpoint)),
    now: Date.now,
    onAway: () => undefined,
    onSigned: ({ checkpoint }) => made.push(checkpoint.applicationId),
    onFailed: (applicationId) => failed.push(applicationId),
    onIncident: (applicationId, { finding }) => incidents.set(applicationId, finding),
    share: () => Promise.resolve({ place: 0, of: 1 }),
    leftOut: new Map(),
    waiting: new Map(),
    ...more,
  };
  await checkpointRound(deps, mostAtOnce);
  return { made, failed, incidents };
}

it('signs every log that is due, also those that fill more than a page, beside ones that fail', async () => {
  const grown = Array.from({ length: 5 }, () => randomUUID());
  for (const id of grown) await append(id, 1);
  const [failing = ''] = grown;
  const { made, failed } = await round(
    {
      oneSigner: () => (checkpoint) =>
        checkpoint.applicationId === failing
          ? Promise.reject(new Error('no signer'))
          : Promise.resolve(signed(checkpoint)),
    },
    2,
  );
  expect(made).toEqual(expect.arrayContaining(grown.slice(1)));
  expect(new Set(made).size).toBe(made.length);
  expect(failed).toEqual([failing]);
});

it('proves a step once, for the signer and all witnesses', async () => {
  const applicationId = randomUUID();
  const first = await append(applicationId, 3);
  await store.insert([signed(first, 61)]);
  const last = await append(applicationId, 4);
  let proofs = 0;
  const prove: typeof store.prove = (...step) => store.prove(...step).finally(() => (proofs += 1));
  const shown: CheckpointOffer[] = [];
  const witness: AskWitness = (offers) => {
    shown.push(...offers);
    return Promise.resolve(offers.map(({ note = '' }) => ({ note, outcome: 'extends' })));
  };
  const logs = { ...store, prove, due: () => Promise.resolve([applicationId]) };
  await round({ logs, witnesses: [witness, witness, witness] });
  expect(proofs).toBe(1);
  expect(shown).toHaveLength(3);
  for (const { consistencyProof = [] } of shown)
    expect(
      verifyConsistency(
        first,
        last,
        consistencyProof.map((hash) => Buffer.from(hash)),
      ),
    ).toBe(true);
});

it('signs none again that another replica signed after it was found to be due', async () => {
  const grown = Array.from({ length: 3 }, () => randomUUID());
  for (const id of grown) await store.insert([signed(await append(id, 1), 61)]);
  for (const id of grown) await append(id, 1);
  // Found due a minute before, and signed by another replica since, while the journal grew again.
  const { made } = await round();
  for (const id of grown) await append(id, 1);
  const late = { ...store, due: () => Promise.resolve(grown) };
  const { made: madeAgain } = await round({ logs: late, now: () => Date.now() - 60_000 });
  expect(made).toEqual(expect.arrayContaining(grown));
  expect(madeAgain).toEqual([]);
});

describe('replicas divide the journals', () => {
  const living = async (count: number) => {
    const replicas = Array.from({ length: count }, () => {
      const replicaId = randomUUID();
      const made = continuityStore({ database: pool, replicaId, newId: randomUUID, macs });
      return { ...made, share: () => shareOf(pool, replicaId) };
    });
    for (const replica of replicas) await replica.compare(createTold());
    return replicas;
  };
  const roundOf = ({ share }: { readonly share: CheckpointRoundDeps['share'] }) => round({ share });

  it.each([2, 3])('among %i of them, each to one', async (count) => {
    const replicas = await living(count);
    const grown = Array.from({ length: 12 }, () => randomUUID());
    for (const id of grown) await append(id, 1);
    // As replicas do that look at the same time.
    const found = await due();
    const each = await Promise.all(
      replicas.map((replica) =>
        round({ share: replica.share, logs: { ...store, due: () => Promise.resolve(found) } }),
      ),
    );
    const ours = new Set<string>(grown);
    const made = each.flatMap((one) => one.made).filter((id) => ours.has(id));
    expect(made.toSorted()).toEqual(grown.toSorted());
    for (const replica of replicas) await replica.leave();
  });

  it('and ask nothing more when none is due', async () => {
    const share = () => Promise.reject(new Error('it was asked'));
    await round({ share, logs: { ...store, due: () => Promise.resolve([]) } });
  });

  it('that of one that is gone too', async () => {
    const [one, other] = await living(2);
    const grown = Array.from({ length: 12 }, () => randomUUID());
    for (const id of grown) await append(id, 1);
    await other?.leave();
    const { made } = await roundOf(one as NonNullable<typeof one>);
    expect(made).toEqual(expect.arrayContaining(grown));
    await one?.leave();
  });

  it('and take over what another one leaves undone', async () => {
    const [done, late] = [randomUUID(), randomUUID()];
    for (const id of [done, late]) await append(id, 1);
    const nothing = () => Promise.resolve({ place: 1, of: 1 });
    const waiting = new Map<string, number>([[late, now() - 121]]);
    const { made } = await round({ share: nothing, waiting });
    expect(made).toEqual([late]);
    // Since when it waits is what a metric shows.
    expect([...waiting.keys()]).toContain(done);
    expect([...waiting.keys()]).not.toContain(late);
    await round();
    await round({ share: nothing, waiting });
    expect([...waiting.keys()]).not.toContain(done);
  });
});

it('lets the service change no checkpoint, and remove no tile', async () => {
  for (const sql of [
    `update journal_checkpoints set note = ''`,
    'delete from journal_checkpoints',
    'delete from journal_tiles',
    'delete from journal_logs',
  ])
    await expect(pool.query(sql)).rejects.toMatchObject({ code: '42501' });
});

it('begins a new generation when an operator accepts a loss', async () => {
  const applicationId = randomUUID();
  await store.insert([signed(await append(applicationId, 3))]);
  await asOwner(
    `insert into wallet.losses (application_id, loss_id, replica_id, reason, wallets, entries, time_noticed)
     values ($1, gen_random_uuid(), gen_random_uuid(), 'journal-forked', 0, 1, now())`,
    applicationId,
  );
  expect((await store.read(applicationId)).now).toMatchObject({ generation: 1, size: 3 });
  const before = now();
  await resumeJournal({ database: pool, macs, now: Date.now, newId: randomUUID }, applicationId, 'looked');
  const { generation } = (await store.read(applicationId)).now;
  expect(generation).toBeGreaterThanOrEqual(before - 1);
  expect(await append(applicationId, 2)).toMatchObject({ generation, size: 6 });
  // Its first checkpoint does not wait for a minute after the last of the generation before.
  expect(await due()).toContain(applicationId);
});

it.each([
  ['whose columns are not those of its note', 'size + 1, public_key'],
  ['that its key did not sign', 'size, sha256(public_key)'],
])('reports a last checkpoint %s', async (_, columns) => {
  const [applicationId, genuine] = [randomUUID(), randomUUID()];
  await store.insert([signed({ ...(await append(genuine, 2)), applicationId }, 61)]);
  await pool.query(
    `insert into journal_checkpoints (application_id, generation, signed_at, note, size, public_key)
     select $1, generation + 1, signed_at, note, ${columns} from journal_checkpoints where application_id = $1`,
    [applicationId],
  );
  await write(applicationId, 4);
  expect((await round()).incidents.get(applicationId)).toBe('journal-broken');
});

it('reports a last checkpoint of a key that no signer has', async () => {
  const applicationId = randomUUID();
  await store.insert([signed(await append(applicationId, 2), 61, stranger)]);
  await append(applicationId, 2);
  expect((await round()).incidents.get(applicationId)).toBe('journal-forked');
});

it('makes checkpoints though the last one is from the future', async () => {
  const applicationId = randomUUID();
  await store.insert([signed(await append(applicationId, 2), -86_400)]);
  await append(applicationId, 2);
  expect((await round()).made).toContain(applicationId);
});

it.each([`'294000-01-01'`, `'infinity'`, `'-infinity'`, 'null'])(
  'begins no generation by a loss that was accepted at %s',
  async (time) => {
    const applicationId = randomUUID();
    await append(applicationId, 1);
    await asOwner(
      `insert into wallet.losses
         (application_id, loss_id, replica_id, wallets, entries, time_noticed, time_accepted)
       values ($1, gen_random_uuid(), gen_random_uuid(), 0, 1, now(), ${time})`,
      applicationId,
    );
    expect((await store.read(applicationId)).now).toMatchObject({ generation: 1 });
  },
);
