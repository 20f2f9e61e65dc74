import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import type { Tampered } from '../wallets/tampering.js';
import { byApplication, type JournalEntry } from './journal-entry.js';
import { appendUnderLocks, beginChains, isOfOneChain } from './journal-store.js';
import type { WalletHappening } from './wallet-event.js';

export type Outbox = {
  /** Notes what happened, in the transaction in which it happens. */
  readonly record: (transaction: PoolClient, happening: WalletHappening) => Promise<void>;
  /**
   * Moves what was committed before the call to the journal. Of one application everything is there, in order, when it resolves, unless its journal is
   * broken, which is told of. What it could not move stays, for a later call of any replica.
   */
  readonly flush: () => Promise<void>;
};

type Row = {
  outbox_id: bigint;
  application_id: string;
  recorded_at_ms: bigint;
  request_id: string;
  wallet_id: string;
  event: string;
  jwt_hash: Buffer;
  token_reused: boolean;
  details: string;
  trace_id: string;
};

const batchLimit = 500;
const leftOutMs = 60_000;

export function createOutbox({
  database,
  now,
  newId,
  tampered,
}: {
  readonly database: Pool;
  readonly now: () => number;
  readonly newId: () => string;
  readonly tampered: Tampered;
}): Outbox {
  /** Applications whose journal is broken, and until when they are left out. */
  const broken = new Map<string, number>();
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  /** When a batch can't be moved because the journal of one application is broken: each application by itself. */
  async function moveOneByOne(): Promise<void> {
    const { rows } = await database.query<{ application_id: string }>(
      'select distinct application_id from journal_outbox where application_id <> all($1::uuid[])',
      [[...broken.keys()]],
    );
    for (const { application_id: applicationId } of rows)
      try {
        while (await moveBatch(database, applicationId, broken));
      } catch (error) {
        if (!isOfOneChain(error)) throw error;
        tampered('journal-broken', { applicationId });
        broken.set(applicationId, now() + leftOutMs);
      }
  }

  async function moveAll(): Promise<void> {
    for (const [applicationId, until] of broken) if (until <= now()) broken.delete(applicationId);
    try {
      while (await moveBatch(database, undefined, broken));
    } catch (error) {
      if (!isOfOneChain(error)) throw error;
      await moveOneByOne();
    }
  }

  function start(): Promise<void> {
    const current = moveAll().finally(() => {
      if (running === current) running = undefined;
    });
    running = current;
    return current;
  }

  return {
    async record(transaction, { applicationId, walletId, event, jwtHash, tokenReused, details, traceId }) {
      await transaction.query(
        `insert into journal_outbox (application_id, recorded_at_ms, request_id, wallet_id, event, jwt_hash, token_reused, details, trace_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          applicationId,
          now(),
          newId(),
          walletId,
          event,
          jwtHash,
          tokenReused,
          JSON.stringify(details),
          traceId,
        ],
      );
    },
    flush() {
      if (!running) return start();
      // The one that runs may have looked before this caller's commit.
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = undefined;
          return start();
        });
      return next;
    },
  };
}

/** One batch, of one application or of all but those that are broken. True when there may be more. */
function moveBatch(
  database: Pool,
  only: string | undefined,
  broken: ReadonlyMap<string, unknown>,
): Promise<boolean> {
  // Taking and appending are one transaction: an entry is neither lost nor written twice.
  return inTransaction(database, async (transaction) => {
    // Waits for what another replica is moving: it is in the journal when this goes on.
    const { rows } = await transaction.query<Row>(
      `delete from journal_outbox
       where outbox_id in (
         select outbox_id from journal_outbox
         where ($1::uuid is null or application_id = $1) and application_id <> all($2::uuid[])
         order by outbox_id limit ${batchLimit}
       )
       returning *`,
      [only ?? null, [...broken.keys()]],
    );
    if (rows.length === 0) return false;
    const inOrder = [...rows].sort((one, other) => Number(one.outbox_id - other.outbox_id));
    const entries = byApplication(inOrder.map(entryOf));
    await beginChains(transaction, [...entries.keys()]);
    await appendUnderLocks(transaction, entries);
    return rows.length === batchLimit;
  });
}

function entryOf(row: Row): JournalEntry {
  return {
    applicationId: row.application_id,
    recordedAtMs: Number(row.recorded_at_ms),
    kind: 'event',
    requestId: row.request_id,
    walletId: row.wallet_id,
    operation: row.event,
    payloadHashes: Buffer.alloc(0),
    jwtHash: row.jwt_hash,
    decision: '',
    outcome: '',
    errorCode: '',
    tokenReused: row.token_reused,
    traceId: row.trace_id,
    details: row.details,
  };
}
