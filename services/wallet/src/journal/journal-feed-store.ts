import type { Pool } from 'pg';
import { genuineFeed, inTransaction, type Suspect } from '@wallet-service/postgres';
import type { ChainedEntry } from '@wallet-service/journal-format';
import type { JournalMacs } from './journal-macs.js';
import { chainedOf, journalColumns, type JournalRow } from '@wallet-service/journal-format/stored';

export type FeedPage = {
  readonly entries: readonly ChainedEntry[];
  /** Rows that the service did not write, and places where one is gone: left out. */
  readonly suspects: readonly Suspect[];
  /** Where to read on. */
  readonly next: bigint;
};

export type JournalFeed = {
  /**
   * What is genuine among at most `limit` entries after a number, in order. Entries of one application become
   * visible in order and without gaps.
   */
  readonly read: (applicationId: string, after: bigint, limit: number) => Promise<FeedPage>;
  /** The number of the last entry; 0 when there is none. */
  readonly end: (applicationId: string) => Promise<bigint>;
};

export function journalFeed(database: Pool, macs: JournalMacs): JournalFeed {
  async function end(applicationId: string): Promise<bigint> {
    const { rows } = await database.query<{ seq: bigint }>(
      'select seq from journal_heads where application_id = $1',
      [applicationId],
    );
    return rows[0]?.seq ?? 0n;
  }

  async function rowsAfter(applicationId: string, after: bigint, limit: number) {
    const { rows } = await inTransaction(
      database,
      (client) =>
        client.query<JournalRow & { mac: Buffer | null }>(
          `select ${journalColumns}, mac from journal_entries where application_id = $1 and seq > $2 order by seq limit $3`,
          [applicationId, after, limit],
        ),
      { applicationId },
    );
    return rows.map(({ mac, ...row }) => {
      const chained = chainedOf(applicationId, row);
      return { ...chained, position: row.seq, genuine: macs.fitsEntry(mac, chained) };
    });
  }

  return {
    end,
    async read(applicationId, after, limit) {
      const rows = await rowsAfter(applicationId, after, limit);
      const { genuine, suspects } = genuineFeed(rows, after);
      const last = genuine.at(-1);
      if (last) return { entries: genuine, suspects, next: last.seq };
      const head = await end(applicationId);
      // The reader is behind a place that the journal has not reached: what will be written there would never be told.
      if (after > head)
        return { entries: [], suspects: [...suspects, { position: after, what: 'missing' }], next: after };
      // A whole page of others' rows holds nobody up. Behind the head genuine ones will still be written,
      // before rows of others that stand there.
      const lastRow = rows.length === limit ? rows.findLast(({ seq }) => seq <= head) : undefined;
      return { entries: [], suspects, next: lastRow?.seq ?? after };
    },
  };
}
