import type { Queryable } from './queryable.js';

/**
 * Until the end of the transaction, queries with an order and a limit read rows in the order of an index, and
 * stop at the limit. Row-level security makes Postgres expect far fewer rows than there are. Without this it
 * would read all of them to sort them.
 */
export async function readInIndexOrder(transaction: Queryable): Promise<void> {
  await transaction.query(
    `set local enable_sort = off; set local enable_incremental_sort = off;
     set local enable_seqscan = off; set local enable_bitmapscan = off`,
  );
}
