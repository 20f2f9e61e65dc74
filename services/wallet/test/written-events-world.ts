import type { Wallet } from '../src/wallets/wallet.js';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import { eventHandlers } from '../src/journal/event-handlers.js';
import { journalFeed } from '../src/journal/journal-feed-store.js';
import type { JournalMacs } from '../src/journal/journal-macs.js';
import { readMatching } from '../src/journal/read-matching.js';
import { readJournal } from '../src/journal/journal-page-store.js';
import { proveEntries, readLogFile } from '../src/journal/log-file-store.js';
import { createChange } from '../src/journal/change-store.js';
import { callBy } from './call-context.js';
import { journalUnderTest } from './journal-under-test.js';
import { macs } from './test-macs.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';
import { unarchived } from './unarchived.js';

// A feed of events, and somebody with the service's role or the database owner's, who writes rows of it.

let database: WalletDatabase;
export let owner: pg.Client;

export async function startWorld(name: string): Promise<void> {
  database = await walletDatabase(name);
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
}

export async function stopWorld(): Promise<void> {
  await owner.end();
  await database.end();
}

export function replica(withMacs: JournalMacs = macs) {
  const pool = database.replica(2);
  const refused: { row: string; applicationId: string; what?: unknown }[] = [];
  const refuse = (
    row: string,
    { applicationId = '', ...details }: { readonly applicationId?: string },
  ): void => {
    refused.push({ row, applicationId, ...details });
  };
  const { write, sequencer } = journalUnderTest(pool, { macs: withMacs, onRefused: refuse });
  const change = createChange({ database: pool, macs: withMacs, now: Date.now, newId: randomUUID });
  const { ListEvents } = eventHandlers({
    feed: journalFeed(unarchived(pool), withMacs),
    integrate: sequencer.integrate,
    readJournal: (...page) => readJournal(unarchived(pool), ...page),
    readMatching: (...page) => readMatching(unarchived(pool), ...page),
    proveEntries: (...entries) => proveEntries(unarchived(pool), ...entries),
    readLogFile: (...file) => readLogFile(unarchived(pool), ...file),
    walletsOf: () => Promise.resolve([]),
    onSuspect: (applicationId, suspect) => {
      refuse('event', { applicationId, ...suspect });
    },
  });
  const context = callBy('webhooks');
  return {
    pool,
    write,
    integrate: sequencer.integrate,
    /** What the feed delivers: addresses of events, types of signatures. */
    told: async (applicationId: string, after = '0', limit = 0) => {
      const page = await ListEvents({ applicationId, after, limit, onlyEnd: false }, context);
      const names = (page.events ?? []).map(({ type = '', dataJson = '' }) => {
        const { address } = JSON.parse(dataJson) as { address?: string };
        return address ?? type;
      });
      return { names, next: String(page.next), more: page.more };
    },
    happen: (applicationId: string, ...addresses: readonly string[]) =>
      change(applicationId, async (_, emit) => {
        for (const address of addresses)
          await emit({
            applicationId,
            walletId: randomUUID(),
            event: 'wallet.created',
            jwtHash: Buffer.alloc(32),
            tokenReused: false,
            details: { address },
            traceId: '',
            // Only its place in the journal is looked at.
            wallet: {} as Wallet,
          });
      }),
    refusedOf: (applicationId: string) =>
      refused
        .filter((one) => one.applicationId === applicationId)
        .map(({ row, what }) => `${row} ${String(what)}`),
  };
}

export async function asTenant(pool: pg.Pool, applicationId: string, sql: string): Promise<pg.QueryResult> {
  return inTransaction(pool, (client) => client.query(sql, [applicationId]), { applicationId });
}
