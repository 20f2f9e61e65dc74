import type { Pool } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import {
  genesisOf,
  type ChainedEntry,
  type JournalHead,
  type SignedCheckpoint,
} from '@wallet-service/journal-format';
import {
  chainedOf,
  journalColumns,
  readCheckpoints,
  type JournalRow,
} from '@wallet-service/journal-format/stored';

export type JournalPage = {
  readonly entries: readonly ChainedEntry[];
  /** The hash of the entry before the first one. */
  readonly previousHash: Uint8Array;
  readonly head: JournalHead;
  /** The newest checkpoint. */
  readonly checkpoint: SignedCheckpoint | undefined;
};

/** Bytes of the decisions and details on a page. They are nearly all of it. */
const mostBytes = 1024 * 1024;

/**
 * At most `limit` entries after a number, and at most about 1 MiB, with what is needed to verify the chain.
 */
export function readJournal(
  database: Pool,
  applicationId: string,
  after: bigint,
  limit: number,
): Promise<JournalPage> {
  return inTransaction(
    database,
    async (transaction) => {
      // The head is read before the entries, and the checkpoint before the head. So what is written meanwhile
      // comes after them.
      const [checkpoint] = await readCheckpoints(transaction, applicationId, { only: 1 });
      const heads = await transaction.query<{ seq: bigint; hash: Buffer }>(
        'select seq, hash from journal_heads where application_id = $1',
        [applicationId],
      );
      const { rows } = await transaction.query<JournalRow>(
        `with page as (
           select * from journal_entries where application_id = $1 and seq >= $2 order by seq limit $3),
         measured as (
           select *, sum(bytes) over (order by seq) - bytes as bytes_before
             from (select *, octet_length(decision) + octet_length(details) as bytes from page) as sized)
         select ${journalColumns} from measured where bytes_before < ${mostBytes} order by seq`,
        [applicationId, after, limit + 1],
      );
      const genesis = genesisOf(applicationId);
      // The last entry of the previous page is read for its hash.
      const isBefore = rows[0]?.seq === after;
      return {
        entries: (isBefore ? rows.slice(1) : rows.slice(0, limit)).map((row) =>
          chainedOf(applicationId, row),
        ),
        previousHash: isBefore ? (rows[0]?.hash ?? genesis.hash) : genesis.hash,
        head: heads.rows[0] ?? genesis,
        checkpoint,
      };
    },
    { applicationId },
  );
}
