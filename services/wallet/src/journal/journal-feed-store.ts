import { genuineFeed, type Suspect } from '@wallet-service/postgres';
import type { StoredEntry } from '@wallet-service/journal-format';
import type { JournalMacs } from './journal-macs.js';
import { readArchived, readEntries, type JournalPlaces } from './read-entries-store.js';

const lastNumber = BigInt(Number.MAX_SAFE_INTEGER);

export type FeedPage = {
  readonly entries: readonly StoredEntry[];
  /** Rows that the service did not write and places where a row is missing. They are left out. */
  readonly suspects: readonly Suspect[];
  /** The position to continue from. */
  readonly next: bigint;
};

export type JournalFeed = {
  /**
   * The genuine ones among at most `limit` entries after a number, in order. Entries of one application
   * become visible in order and without gaps.
   */
  readonly read: (applicationId: string, after: bigint, limit: number) => Promise<FeedPage>;
  /** The number of the last entry. 0 if there is none. */
  readonly end: (applicationId: string) => Promise<bigint>;
};

export function journalFeed(places: JournalPlaces, macs: JournalMacs): JournalFeed {
  const { database } = places;

  async function end(applicationId: string): Promise<bigint> {
    // A chain that is not imported may have more entries than its log.
    const { rows } = await database.query<{ end: bigint }>(
      `select greatest(
         (select size from journal_logs where application_id = $1),
         (select seq from journal_chain_heads where application_id = $1), 0) as end`,
      [applicationId],
    );
    return rows[0]?.end ?? 0n;
  }

  async function rowsAfter(applicationId: string, after: bigint, limit: number) {
    // Also rows after the end, which nobody of ours wrote.
    const range = { after, until: lastNumber, limit };
    const entries = await readEntries(places, applicationId, range);
    return entries.map((each) => ({
      ...each,
      position: each.seq,
      genuine: macs.fitsEntry(each.mac, each),
    }));
  }

  const firstKept = async (applicationId: string): Promise<bigint> =>
    BigInt((await readArchived(database, applicationId)).removed + 1);

  return {
    end,
    async read(applicationId, after, limit) {
      const rows = await rowsAfter(applicationId, after, limit);
      const keptFrom = rows[0]?.seq === after + 1n ? 1n : await firstKept(applicationId);
      const { genuine, suspects } = genuineFeed(rows, after, keptFrom);
      const last = genuine.at(-1);
      if (last) return { entries: genuine, suspects, next: last.seq };
      const head = await end(applicationId);
      // The reader's position is beyond the end of the journal. It would never get what will be written
      // there.
      if (after > head)
        return { entries: [], suspects: [...suspects, { position: after, what: 'missing' }], next: after };
      // A page full of foreign rows blocks nobody. Genuine entries will still be written after the head,
      // before foreign rows that are already there.
      const lastRow = rows.length === limit ? rows.findLast(({ seq }) => seq <= head) : undefined;
      return { entries: [], suspects, next: lastRow?.seq ?? after };
    },
  };
}
