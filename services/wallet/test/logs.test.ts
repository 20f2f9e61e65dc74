import { randomBytes, randomUUID } from 'node:crypto';
import { inTransaction } from '@wallet-service/postgres';
import { leafDataOf, type JournalEntry } from '@wallet-service/journal-format';
import {
  appendLeaves,
  emptyRange,
  leafHashOf,
  proveInclusion,
  rootOf,
  verifyInclusion,
} from '@wallet-service/transparency-log';
import { BrokenLog } from '../src/journal/broken-log.js';
import { createJournalMacs, type Log } from '../src/journal/journal-macs.js';
import { appendToLogs, beginLogs, lockLogs, readLog, withLeaf } from '../src/journal/log-store.js';
import { renewLogs } from '../src/journal/renew-logs-store.js';
import { nodesOf, readTiles } from '../src/journal/tile-store.js';
import { asOwnerOf } from './hostile-kit.js';
import { signedEntry } from './signed-entry.js';
import { eventKey, macs } from './test-macs.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';
import { unarchived } from './unarchived.js';

let database: WalletDatabase;
beforeAll(async () => {
  database = await walletDatabase('wallet_logs');
});
afterAll(() => database.end());

function append(applicationId: string, entries: readonly JournalEntry[]): Promise<void> {
  return inTransaction(database.replica(), async (transaction) => {
    const logs = await lockLogs(transaction, macs, [applicationId], 'wait');
    await appendToLogs(transaction, macs, logs, new Map([[applicationId, entries]]));
  });
}

const endOf = (applicationId: string): Promise<Log | undefined> =>
  readLog(database.replica(), macs, applicationId);

const entriesOf = (applicationId: string, count: number): JournalEntry[] =>
  Array.from({ length: count }, () => signedEntry(applicationId));

it('makes tiles of the second level from those of the first', async () => {
  const applicationId = randomUUID();
  const pool = database.replica();
  const before = Array.from({ length: 255 * 256 }, (_, index) => leafHashOf(Buffer.from(String(index))));
  const entries = entriesOf(applicationId, 256);
  const leaves = [...before, ...entries.map((entry) => leafHashOf(leafDataOf(entry)))];
  const { range } = appendLeaves(emptyRange, before);
  await pool.query('insert into journal_logs values ($1, 1, $2, $3, $4)', [
    applicationId,
    range.size,
    Buffer.concat(range.hashes),
    macs.ofLog(applicationId, { ...range, generation: 1 }),
  ]);
  for (let tile = 0; tile < 255; tile += 1) {
    const hashes = before.slice(256 * tile, 256 * (tile + 1));
    await pool.query('insert into journal_tiles values ($1, 0, $2, $3, $4)', [
      applicationId,
      tile,
      Buffer.concat(hashes),
      rootOf(appendLeaves(emptyRange, hashes).range),
    ]);
  }
  await append(applicationId, entries);
  const { range: all } = appendLeaves(emptyRange, leaves);
  const head = { size: all.size, root: rootOf(all) };
  const read = nodesOf(unarchived(pool), applicationId, head.size);
  for (const index of [0, 256, 40_000, 65_535]) {
    const proof = await proveInclusion(read, index, head.size);
    expect(verifyInclusion(leaves[index] ?? Buffer.alloc(0), index, head, proof)).toBe(true);
  }
  const { rowCount } = await pool.query('select from journal_tiles where application_id = $1 and level = 1', [
    applicationId,
  ]);
  expect(rowCount).toBe(1);
});

it('keeps no tile of entries that were changed before it was full', async () => {
  const applicationId = randomUUID();
  const pool = database.replica();
  await beginLogs(pool, macs, [applicationId]);
  await append(applicationId, entriesOf(applicationId, 200));
  const sql = `update wallet.journal_entries set outcome = 'denied' where application_id = $1 and seq = 7`;
  await asOwnerOf(database.url, sql, applicationId);
  await expect(append(applicationId, entriesOf(applicationId, 100))).rejects.toThrow(BrokenLog);
  expect((await endOf(applicationId))?.size).toBe(200);
  await expect(
    readTiles(unarchived(pool), applicationId, [{ level: 0, index: 0, width: 201 }]),
  ).rejects.toThrow(BrokenLog);
});

it('has no leaf for an entry whose time is none', async () => {
  const applicationId = randomUUID();
  const pool = database.replica();
  await beginLogs(pool, macs, [applicationId]);
  await append(applicationId, entriesOf(applicationId, 3));
  const check = 'alter table wallet.journal_entries_rest drop constraint journal_entries_time_recorded';
  await asOwnerOf(database.url, check);
  for (const time of ['-1', '9007199254740992']) {
    const sql = `update wallet.journal_entries set recorded_at_ms = ${time} where application_id = $1 and seq = 2`;
    await asOwnerOf(database.url, sql, applicationId);
    const tile = { level: 0, index: 0, width: 3 };
    await expect(readTiles(unarchived(pool), applicationId, [tile])).rejects.toThrow(BrokenLog);
  }
});

it('has no end that this service did not write', async () => {
  const applicationId = randomUUID();
  const pool = database.replica();
  await beginLogs(pool, macs, [applicationId]);
  await append(applicationId, entriesOf(applicationId, 3));
  await pool.query('update journal_logs set generation = 2 where application_id = $1', [applicationId]);
  await expect(endOf(applicationId)).rejects.toThrow(BrokenLog);
});

it('counts what has the MAC of the previous key, until it was renewed', async () => {
  const [applicationId, broken] = [randomUUID(), randomUUID()];
  const pool = database.replica();
  for (const id of [applicationId, broken]) {
    await beginLogs(pool, macs, [id]);
    await append(id, entriesOf(id, 3));
  }
  await pool.query('update journal_logs set generation = 7 where application_id = $1', [broken]);
  const secret = randomBytes(32);
  const [both, later] = [
    createJournalMacs(secret, undefined, { previousSecret: eventKey }),
    createJournalMacs(secret, undefined),
  ];
  await expect(readLog(pool, later, applicationId)).rejects.toThrow(BrokenLog);
  expect(await readLog(pool, both, applicationId)).toMatchObject({ size: 3 });
  expect(await renewLogs(pool, both)).toBeGreaterThan(0);
  expect(await readLog(pool, later, applicationId)).toMatchObject({ size: 3 });
  await expect(readLog(pool, later, broken)).rejects.toThrow(BrokenLog);
  // Entries too.
  const entry = { seq: 4n, entry: signedEntry(applicationId) };
  expect(both.fitsEntry(macs.ofLeaf(withLeaf(entry)), { ...entry, chainHash: null })).toBe(true);
});
