import { randomUUID } from 'node:crypto';
import { readLogCheckpoint } from '@wallet-service/signer-protocol';
import { leafHashOf, readNote, verifyInclusion } from '@wallet-service/transparency-log';
import { leafDataOf } from '@wallet-service/journal-format';
import { eventHandlers } from '../src/journal/event-handlers.js';
import { readJournal } from '../src/journal/journal-page-store.js';
import { proveEntries, readLogFile } from '../src/journal/log-file-store.js';
import { archiveForCallers, type JournalPlaces } from '../src/journal/read-entries-store.js';
import { readMatching } from '../src/journal/read-matching.js';
import { archivedJournals, middleOf } from './archived-journals.js';
import { callBy } from './call-context.js';
import { journalUnderTest } from './journal-under-test.js';
import { insertPending } from '../src/journal/pending-store.js';
import { signedEntry } from './signed-entry.js';
import { macs } from './test-macs.js';

// The entry of a receipt, found by its trace id and proven, when its month is in the archive.

let world: Awaited<ReturnType<typeof archivedJournals>>;
beforeAll(async () => {
  world = await archivedJournals('wallet_archived_receipts');
});
afterAll(() => world.end());

const listOf = (places: JournalPlaces) =>
  eventHandlers({
    feed: { end: () => Promise.resolve(0n), read: () => Promise.reject(new Error('not asked')) },
    integrate: () => Promise.resolve(),
    readJournal: (...page) => readJournal(places, ...page),
    readMatching: (...page) => readMatching(places, ...page),
    proveEntries: (...entries) => proveEntries(places, ...entries),
    readLogFile: (...files) => readLogFile(places, ...files),
    walletsOf: () => Promise.resolve([]),
    onSuspect: () => undefined,
  }).ListJournal;

const filtered = {
  walletId: '',
  issuer: '',
  subject: '',
  outcome: '',
  traceId: '',
  sinceMs: '0',
  untilMs: '0',
};

/** The pages until the first that has an entry. */
async function search(places: JournalPlaces, applicationId: string, filter: Partial<typeof filtered>) {
  const list = listOf(places);
  return Promise.all(
    [false, true].map(async (newestFirst) => {
      for (let next = { after: '0', place: [] as readonly string[] }; ;) {
        const asked = { applicationId, limit: 10, withProofs: true, newestFirst };
        const place = [...next.place];
        const page = await list(
          { ...asked, after: next.after, place, filter: { ...filtered, ...filter } },
          callBy('gateway'),
        );
        if (page.entries?.length !== 0) return page;
        next = { after: String(page.next), place: (page.nextPlace ?? []).map(String) };
        if (next.after === '0' && next.place.length === 0) return page;
      }
    }),
  );
}

it('finds the entry of a receipt by its trace id, with a proof that verifies', async () => {
  const id = randomUUID();
  expect(await world.archiveIn(0)).toBe(true);
  const signed = signedEntry(id, { recordedAtMs: middleOf(0) + 400, traceId: 'of a receipt' });
  await world.writeIn(0, id, 400);
  await insertPending(world.runtime, macs, [signed]);
  await journalUnderTest(world.runtime).sequencer.integrate(id);
  await world.writeIn(2, id, 300);
  await world.signJournal(id);
  expect(await world.archiveIn(3)).toBe(true);
  expect(await world.inDatabase(id)).not.toContain(401);
  const places = { ...world.places, archive: archiveForCallers(world.archive) };
  const time = { sinceMs: String(signed.recordedAtMs - 5), untilMs: String(signed.recordedAtMs + 5) };
  for (const filter of [{ traceId: 'of a receipt' }, { traceId: 'of a receipt', ...time }])
    for (const page of await search(places, id, filter)) {
      const checkpoint = readLogCheckpoint(readNote(page.checkpoint?.note ?? '')?.text ?? '');
      const [entry, ...others] = page.entries ?? [];
      expect([checkpoint?.size, entry?.seq, entry?.requestId, others]).toEqual([
        ...[701, '401', signed.requestId, []],
      ]);
      expect(page.archived).toBe('401');
      const proof = (entry?.inclusionProof ?? []).map((hash) => new Uint8Array(hash as Buffer));
      const leaf = new Uint8Array(entry?.leafHash as Buffer);
      expect(Buffer.from(leaf)).toEqual(Buffer.from(leafHashOf(leafDataOf(signed))));
      expect(checkpoint && verifyInclusion(leaf, 400, checkpoint, proof)).toBe(true);
    }
});

it('needs no archive for what is in the database', async () => {
  const id = randomUUID();
  await world.writeIn(3, id, 20);
  await world.writeIn(4, id, 20);
  expect(await world.archiveIn(5)).toBe(true);
  const away = { read: () => Promise.reject(new Error('the store does not answer')) };
  const places = { ...world.places, archive: archiveForCallers(away) };
  const list = listOf(places);
  const asked = { applicationId: id, after: '0', place: [], limit: 10, withProofs: false };
  const filter = { ...filtered, outcome: 'signed' };
  const newest = await list({ ...asked, newestFirst: true, filter }, callBy('gateway'));
  expect(newest.entries?.map(({ seq }) => seq)).toEqual(Array.from({ length: 10 }, (_, at) => `${40 - at}`));
  const recent = { ...filter, sinceMs: String(middleOf(4)) };
  const oldest = await list({ ...asked, newestFirst: false, filter: recent }, callBy('gateway'));
  expect(oldest.entries?.map(({ seq }) => seq)).toEqual(Array.from({ length: 10 }, (_, at) => `${21 + at}`));
  const refused = list({ ...asked, newestFirst: false, filter }, callBy('gateway'));
  await expect(refused).rejects.toMatchObject({ code: 'service.unavailable' });
});

it('takes no place without a filter', async () => {
  const asked = { applicationId: randomUUID(), after: '0', place: ['1'], limit: 10, withProofs: false };
  const refused = listOf(world.places)({ ...asked, newestFirst: false, filter: null }, callBy('gateway'));
  await expect(refused).rejects.toMatchObject({ code: 'request.invalid' });
});
