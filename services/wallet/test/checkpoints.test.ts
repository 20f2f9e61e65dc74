import { randomUUID, generateKeyPairSync, sign } from 'node:crypto';
import {
  logKeyOf,
  signerKeyOf,
  textOfLogCheckpoint,
  type LogCheckpoint,
} from '@wallet-service/signer-protocol';
import { cosignNote, encodeNote, signNote, verifyConsistency } from '@wallet-service/transparency-log';
import { rawPublicKey } from '@wallet-service/test-kit/raw-public-key';
import { checkpointStore } from '../src/checkpoints/checkpoint-store.js';
import { growLog } from '../src/checkpoints/grow-log-store.js';
import { createLogMacs } from '../src/checkpoints/log-macs.js';
import { asOwnerOf } from './hostile-kit.js';
import { journalUnderTest } from './journal-under-test.js';
import { signedEntry } from './signed-entry.js';
import { eventKey } from './test-macs.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';

let database: WalletDatabase;
let pool: ReturnType<WalletDatabase['replica']>;
let store: ReturnType<typeof checkpointStore>;
beforeAll(async () => {
  database = await walletDatabase('wallet_checkpoints');
  pool = database.replica();
  store = checkpointStore(pool, createLogMacs(eventKey));
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
function signed(checkpoint: LogCheckpoint, age = 0) {
  const text = textOfLogCheckpoint(checkpoint);
  const by = (message: Uint8Array) => sign(null, message, privateKey);
  const signatures = [
    signNote(text, logKeyOf(checkpoint.applicationId, raw), by),
    cosignNote(text, signerKeyOf(raw), now() - age, by),
  ];
  return { checkpoint, note: encodeNote({ text, signatures }), publicKey: raw };
}
const due = (...except: readonly string[]) => store.due(now(), 60, except, 100);

it('finds the logs that have grown, a minute after their last checkpoint', async () => {
  const [fresh, old, quiet] = [randomUUID(), randomUUID(), randomUUID()];
  const ends = await Promise.all([fresh, old, quiet].map((id) => append(id, 3)));
  expect((await due()).toSorted()).toEqual([fresh, old, quiet].toSorted());
  expect(await due(old, quiet)).toEqual([fresh]);
  for (const [index, end] of ends.entries()) await store.insert(signed(end, index === 0 ? 0 : 61));
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

it('is made of its chain again when it is gone, and is due when the chain is gone too', async () => {
  const applicationId = randomUUID();
  const end = await append(applicationId, 3);
  await store.insert(signed(end, 61));
  await asOwner('delete from wallet.journal_logs where application_id = $1', applicationId);
  expect((await store.read(applicationId)).now).toEqual(end);
  expect(await due()).not.toContain(applicationId);
  await asOwner('delete from wallet.journal_heads where application_id = $1', applicationId);
  expect(await due()).toContain(applicationId);
  await expect(store.read(applicationId)).rejects.toMatchObject({ finding: 'journal-broken' });
});

it('grows to the same log, whoever makes it at once, and in whatever parts', async () => {
  const applicationId = randomUUID();
  await append(applicationId, 5);
  await write(applicationId, 900);
  const logMacs = createLogMacs(eventKey);
  const grown = async () => {
    for (let times = 0; times < 6; times += 1) await growLog(pool, logMacs, applicationId, 200);
    return (await store.read(applicationId)).now;
  };
  const [one, other] = await Promise.all([grown(), grown()]);
  expect(one).toEqual(other);
  expect(one.size).toBe(905);
  await asOwner('delete from wallet.journal_logs where application_id = $1', applicationId);
  await asOwner('delete from wallet.journal_tiles where application_id = $1', applicationId);
  expect((await store.read(applicationId)).now).toEqual(one);
});

it('reports a chain in which an entry was changed before it was seen', async () => {
  const applicationId = randomUUID();
  await write(applicationId, 3);
  const sql = `update wallet.journal_entries set outcome = 'denied' where application_id = $1 and seq = 2`;
  await asOwner(sql, applicationId);
  await expect(store.read(applicationId)).rejects.toMatchObject({
    details: { problem: 'the stored log is broken: entry 2 was changed' },
  });
});

it('lets the service change no checkpoint, and remove no tile', async () => {
  for (const sql of [
    `update journal_log_checkpoints set note = ''`,
    'delete from journal_log_checkpoints',
    'delete from journal_tiles',
    'delete from journal_logs',
  ])
    await expect(pool.query(sql)).rejects.toMatchObject({ code: '42501' });
});

it('begins a new generation when an operator accepts a loss', async () => {
  const applicationId = randomUUID();
  await append(applicationId, 3);
  await asOwner(
    `insert into wallet.losses (application_id, loss_id, replica_id, wallets, entries, time_noticed)
     values ($1, gen_random_uuid(), gen_random_uuid(), 0, 1, now())`,
    applicationId,
  );
  expect((await store.read(applicationId)).now).toMatchObject({ generation: 1, size: 3 });
  const before = now();
  await asOwner('update wallet.losses set time_accepted = now() where application_id = $1', applicationId);
  const { generation } = (await store.read(applicationId)).now;
  expect(generation).toBeGreaterThanOrEqual(before - 1);
  expect(await append(applicationId, 2)).toMatchObject({ generation, size: 5 });
});
