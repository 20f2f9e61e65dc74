import { randomUUID } from 'node:crypto';
import { readLogCheckpoint } from '@wallet-service/signer-protocol';
import {
  appendLeaves,
  decodeEntryBundle,
  emptyRange,
  leafHashOf,
  readNote,
  rootOf,
  verifyInclusion,
} from '@wallet-service/transparency-log';
import { eventHandlers } from '../src/journal/event-handlers.js';
import { readMatching } from '../src/journal/read-matching.js';
import { readJournal } from '../src/journal/journal-page-store.js';
import { proveEntries, readLogFile } from '../src/journal/log-file-store.js';
import { callBy } from './call-context.js';
import { auditedDatabase, type AuditedDatabase } from './audited-database.js';
import { unarchived } from './unarchived.js';

// A journal of 356 entries: one full tile, and one with 100 hashes.

let database: AuditedDatabase;
let id: string;
beforeAll(async () => {
  database = await auditedDatabase('wallet_log_files');
  id = await database.tiledJournal();
});
afterAll(() => database.end());

const file = async (path: string, applicationId = id): Promise<Uint8Array> => {
  const found = await readLogFile(unarchived(database.runtime), applicationId, path);
  if (!found) throw new Error(`there is no ${path}`);
  return found;
};
const hashesIn = (tile: Uint8Array) =>
  Array.from({ length: tile.length / 32 }, (_, at) => tile.subarray(32 * at, 32 * at + 32));
const rootOfLeaves = (leaves: readonly Uint8Array[]) =>
  Buffer.from(rootOf(appendLeaves(emptyRange, leaves).range));

it('serves a log that other programs can verify: checkpoint, tiles and entries', async () => {
  await database.signJournal(id);
  const note = readNote(Buffer.from(await file('checkpoint')).toString());
  const checkpoint = readLogCheckpoint(note?.text ?? '');
  const bundles = [
    decodeEntryBundle(await file('tile/entries/000'), 256),
    decodeEntryBundle(await file('tile/entries/001.p/100'), 100),
  ];
  const leaves = bundles.flatMap((bundle) => bundle ?? []).map(leafHashOf);
  const tiles = [await file('tile/0/000'), await file('tile/0/001.p/100')];
  expect(tiles.flatMap(hashesIn).map((hash) => Buffer.from(hash))).toEqual(leaves);
  expect(Buffer.from(await file('tile/1/000.p/1'))).toEqual(rootOfLeaves(leaves.slice(0, 256)));
  expect(checkpoint).toEqual({ applicationId: id, generation: 1, size: 356, root: rootOfLeaves(leaves) });
  // What an earlier, smaller tree had, it still has.
  expect(await file('tile/0/000.p/7')).toEqual(Buffer.from(tiles[0] ?? '').subarray(0, 7 * 32));
});

it.each([
  'tile/0/001',
  'tile/0/001.p/101',
  'tile/0/000.p/256',
  'tile/0/000.p/0',
  'tile/0/0',
  'tile/0/x000/000',
  'tile/1/000',
  'tile/1/001.p/1',
  'tile/2/000.p/1',
  'tile/64/000',
  'tile/entries/001',
  'tile/entries/001.p/101',
  'tile/-1/000',
  'tile/0/000/',
  'tile//000',
  '../checkpoint',
  'issuer/00',
  '',
])('has no file %s', async (path) => {
  expect(await readLogFile(unarchived(database.runtime), id, path)).toBeUndefined();
});

it('has no checkpoint before a signer signed one, and none of an earlier generation', async () => {
  expect(await readLogFile(unarchived(database.runtime), randomUUID(), 'checkpoint')).toBeUndefined();
  const other = await database.journal();
  await file('checkpoint', other);
  await database.run(
    'update wallet.journal_logs set generation = 1800000000 where application_id = $1',
    other,
  );
  expect(await readLogFile(unarchived(database.runtime), other, 'checkpoint')).toBeUndefined();
});

it('shows no earlier checkpoint in place of the newest one', async () => {
  const other = await database.journal();
  await database.run(
    'update wallet.journal_checkpoints set generation = 2 where application_id = $1 and size = 3',
    other,
  );
  expect(await readLogFile(unarchived(database.runtime), other, 'checkpoint')).toBeUndefined();
});

it('proves each entry of a page that the checkpoint has, also with filters', async () => {
  const proven = await database.tiledJournal();
  const { ListJournal } = eventHandlers({
    feed: { end: () => Promise.resolve(0n), read: () => Promise.reject(new Error('not asked')) },
    integrate: () => Promise.resolve(),
    readJournal: (...page) => readJournal(unarchived(database.runtime), ...page),
    readMatching: (...page) => readMatching(unarchived(database.runtime), ...page),
    proveEntries: (...entries) => proveEntries(unarchived(database.runtime), ...entries),
    readLogFile: (...files) => readLogFile(unarchived(database.runtime), ...files),
    walletsOf: () => Promise.resolve([]),
    onSuspect: () => undefined,
  });
  const context = callBy('gateway');
  const filter = {
    walletId: '',
    issuer: '',
    subject: '',
    outcome: 'signed',
    traceId: '',
    sinceMs: '0',
    untilMs: '0',
  };
  const list = (after: string, withProofs: boolean, by: typeof filter | null = null) =>
    ListJournal(
      { applicationId: proven, after, place: [], limit: 300, filter: by, withProofs, newestFirst: false },
      context,
    );
  for (const page of [await list('90', true), await list('0', true, filter)]) {
    const checkpoint = readLogCheckpoint(readNote(page.checkpoint?.note ?? '')?.text ?? '');
    if (!checkpoint) throw new Error('no checkpoint');
    expect(checkpoint.size).toBe(100);
    const entries = page.entries ?? [];
    expect(entries.length).toBeGreaterThan(200);
    for (const { seq, leafHash, inclusionProof } of entries) {
      const proof = (inclusionProof ?? []).map((hash) => new Uint8Array(hash as Buffer));
      const isIncluded = verifyInclusion(
        new Uint8Array(leafHash as Buffer),
        Number(seq) - 1,
        checkpoint,
        proof,
      );
      expect([seq, isIncluded]).toEqual([seq, Number(seq) <= 100]);
      expect(proof.length > 0).toBe(Number(seq) <= 100);
    }
  }
  const without = await list('0', false);
  expect(without.entries?.every(({ inclusionProof }) => inclusionProof?.length === 0)).toBe(true);
});
