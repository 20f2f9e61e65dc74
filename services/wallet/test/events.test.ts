import { randomUUID } from 'node:crypto';
import { eventHandlers } from '../src/journal/event-handlers.js';
import { leafDataOf, type JournalEntry } from '@wallet-service/journal-format';
import { leafHashOf } from '@wallet-service/transparency-log';
import { journalFeed } from '../src/journal/journal-feed-store.js';
import { readMatching } from '../src/journal/read-matching.js';
import { readJournal } from '../src/journal/journal-page-store.js';
import { proveEntries, readLogFile } from '../src/journal/log-file-store.js';
import { callBy } from './call-context.js';
import { journalUnderTest } from './journal-under-test.js';
import { signedEntry } from './signed-entry.js';
import { storedLog } from './stored-log.js';
import { macs, nothingRefused } from './test-macs.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';
import { unarchived } from './unarchived.js';

let database: WalletDatabase;
let append: (entry: JournalEntry) => Promise<void>;
let list: (applicationId: string, after?: string, limit?: number, onlyEnd?: boolean) => Promise<Page>;
let listJournal: (
  applicationId: string,
  after: string,
  limit: number,
) => ReturnType<ReturnType<typeof eventHandlers>['ListJournal']>;
type Page = Awaited<ReturnType<ReturnType<typeof eventHandlers>['ListEvents']>>;

beforeAll(async () => {
  database = await walletDatabase('wallet_events');
  const { write, sequencer } = journalUnderTest(database.replica());
  append = write;
  const { ListEvents, ListJournal } = eventHandlers({
    feed: journalFeed(unarchived(database.replica()), macs),
    integrate: sequencer.integrate,
    readJournal: (...page) => readJournal(unarchived(database.replica()), ...page),
    readMatching: (...page) => readMatching(unarchived(database.replica()), ...page),
    proveEntries: (...entries) => proveEntries(unarchived(database.replica()), ...entries),
    readLogFile: (...file) => readLogFile(unarchived(database.replica()), ...file),
    walletsOf: () => Promise.resolve([]),
    onSuspect: nothingRefused,
  });
  const context = callBy('webhooks');
  list = (applicationId, after = '0', limit = 0, onlyEnd = false) =>
    ListEvents({ applicationId, after, limit, onlyEnd }, context);
  listJournal = (applicationId, after, limit) =>
    ListJournal(
      { applicationId, after, place: [], limit, filter: null, withProofs: false, newestFirst: false },
      context,
    );
});
afterAll(() => database.end());

const entryOf = (applicationId: string, more: Partial<JournalEntry> = {}): JournalEntry =>
  signedEntry(applicationId, {
    recordedAtMs: 1_700_000_000_000,
    payloadHashes: Buffer.alloc(64, 0xab),
    decision: '',
    ...more,
  });

describe('the feed of an application', () => {
  it('has signatures and denials, no intents or failures, and nothing of other applications', async () => {
    const [applicationId, foreign] = [randomUUID(), randomUUID()];
    const signed = entryOf(applicationId);
    const denied = entryOf(applicationId, { outcome: 'denied', errorCode: 'policy.denied' });
    await append(entryOf(applicationId, { kind: 'intent', outcome: '' }));
    await append(signed);
    await append(entryOf(applicationId, { outcome: 'failed', errorCode: 'internal' }));
    await append(entryOf(foreign));
    await append(denied);
    const { events = [], next, more } = await list(applicationId);
    const facts = { operation: 'message', payload_hashes: ['ab'.repeat(32), 'ab'.repeat(32)] };
    expect(
      events.map(({ dataJson, ...event }) => ({ ...event, data: JSON.parse(dataJson ?? '') as unknown })),
    ).toEqual([
      {
        id: `evt_${signed.requestId.replaceAll('-', '')}`,
        type: 'signature.created',
        position: '2',
        timeMs: '1700000000000',
        orderingKey: signed.walletId,
        traceId: signed.traceId,
        data: { wallet_id: signed.walletId, request_id: signed.requestId, ...facts },
      },
      {
        id: `evt_${denied.requestId.replaceAll('-', '')}`,
        type: 'signature.denied',
        position: '4',
        timeMs: '1700000000000',
        orderingKey: denied.walletId,
        traceId: denied.traceId,
        data: {
          wallet_id: denied.walletId,
          request_id: denied.requestId,
          ...facts,
          error_code: 'policy.denied',
        },
      },
    ]);
    expect([next, more]).toEqual(['4', false]);
    expect(await list(applicationId, '0', 1)).toEqual({ events: [], next: '1', more: true });
    expect(await list(applicationId, '0', 0, true)).toEqual({ next: '4' });
    expect(await list(randomUUID(), '0', 0, true)).toEqual({ next: '0' });
  });

  it.each<[string, string, number]>([
    ['an invalid application id', 'x', 0],
    ['more than 500 at once', randomUUID(), 501],
  ])('refuses %s', async (_, applicationId, limit) => {
    await expect(list(applicationId, '0', limit)).rejects.toMatchObject({ code: 'request.invalid' });
  });
});

describe('the journal of an application', () => {
  it('is listed page by page, with everything that its verification needs', async () => {
    const applicationId = randomUUID();
    for (let index = 0; index < 5; index++)
      await append(
        entryOf(applicationId, index === 2 ? { kind: 'event', outcome: '', details: '{"a":1}' } : {}),
      );
    const pages = [await listJournal(applicationId, '0', 3), await listJournal(applicationId, '3', 3)];
    const entries = pages.flatMap((page) => page.entries ?? []);
    expect(entries.map(({ seq }) => seq)).toEqual(['1', '2', '3', '4', '5']);
    expect(pages.map(({ size, next }) => [size, next])).toEqual([
      ['5', '3'],
      ['5', '0'],
    ]);
    const log = await storedLog(database.replica(), applicationId);
    expect(log.isWhole).toBe(true);
    expect(entries.map(({ leafHash }) => leafHash)).toEqual(
      log.entries.map(({ entry }) => leafHashOf(leafDataOf(entry))),
    );
    expect(entries[2]).toMatchObject({ kind: 'event', detailsJson: '{"a":1}' });
    expect(entries[0]?.payloadHashes).toEqual([Buffer.alloc(32, 0xab), Buffer.alloc(32, 0xab)]);
    const empty = await listJournal(randomUUID(), '0', 3);
    expect(empty).toMatchObject({ entries: [], size: '0' });
  });

  it('is listed at most 500 entries at a time', async () => {
    await expect(listJournal(randomUUID(), '0', 501)).rejects.toMatchObject({ code: 'request.invalid' });
  });
});

it('the journal and the end of the feed have what was durable before they were asked for', async () => {
  const applicationId = randomUUID();
  const { append: onlyDurable } = journalUnderTest(database.replica());
  await onlyDurable(entryOf(applicationId));
  expect((await listJournal(applicationId, '0', 10)).entries).toHaveLength(1);
  await onlyDurable(entryOf(applicationId));
  expect(String((await list(applicationId, '0', 0, true)).next)).toBe('2');
});
