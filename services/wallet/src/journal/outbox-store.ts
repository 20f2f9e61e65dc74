import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import type { RowAlarm } from '@wallet-service/runtime';
import type { Tampered } from '../wallets/tampering.js';
import { byApplication } from './by-application.js';
import { type JournalEntry } from '@wallet-service/journal-format';
import type { JournalMacs } from './journal-macs.js';
import { appendUnderLocks, isOfOneChain } from './journal-store.js';
import { batchLimit, entryOf, insertRow, keepRefused, sortOut, takeRows } from './outbox-rows-store.js';
import type { WalletEvent } from './wallet-event.js';

export type Outbox = {
  /** Records an event, in the transaction in which it happens. */
  readonly record: (transaction: PoolClient, event: WalletEvent) => Promise<void>;
  /**
   * Moves events that were committed before the call to the journal. When it resolves, all events of the
   * application are there in order, unless its journal is broken, which is reported. Events that it could not
   * move stay for a later call of any replica.
   */
  readonly flush: () => Promise<void>;
};

export type OutboxDeps = {
  readonly database: Pool;
  readonly macs: JournalMacs;
  readonly now: () => number;
  readonly newId: () => string;
  readonly tampered: Tampered;
  /**
   * Called for each row that the service did not write, or that is already in the journal. Such a row is not
   * moved and delays nothing.
   */
  readonly onRefused: RowAlarm<'outbox'>;
};

const leftOutMs = 60_000;

export function createOutbox(deps: OutboxDeps): Outbox {
  const { database, macs, now, newId, tampered } = deps;
  /** Applications whose journal is broken, and until when they are skipped. */
  const broken = new Map<string, number>();
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  /**
   * If a batch can't be moved because the journal of one application is broken, each application is moved by
   * itself.
   */
  async function moveOneByOne(): Promise<void> {
    const { rows } = await database.query<{ application_id: string }>(
      'select distinct application_id from journal_outbox where application_id <> all($1::uuid[])',
      [[...broken.keys()]],
    );
    for (const { application_id: applicationId } of rows)
      try {
        while (await moveBatch(deps, applicationId, broken));
      } catch (error) {
        if (!isOfOneChain(error)) throw error;
        tampered('journal-broken', { applicationId });
        broken.set(applicationId, now() + leftOutMs);
      }
  }

  async function moveAll(): Promise<void> {
    for (const [applicationId, until] of broken) if (until <= now()) broken.delete(applicationId);
    try {
      while (await moveBatch(deps, undefined, broken));
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
    record: (transaction, event) => {
      const entry = entryOfEvent(event, now(), newId());
      return insertRow(transaction, entry, macs.ofWaiting(entry));
    },
    flush() {
      if (!running) return start();
      // The running call may have looked before this caller's commit.
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

/** One batch, of one application or of all that are not broken. True if there may be more. */
async function moveBatch(
  { database, macs, onRefused }: OutboxDeps,
  only: string | undefined,
  broken: ReadonlyMap<string, unknown>,
): Promise<boolean> {
  // Taking and appending are one transaction: an entry is neither lost nor written twice.
  const { count, refused } = await inTransaction(database, async (transaction) => {
    const rows = await takeRows(transaction, only, broken);
    const sorted = await sortOut(transaction, macs, rows);
    const entries = byApplication(sorted.genuine.map(entryOf));
    if (entries.size > 0) await appendUnderLocks(transaction, macs, entries);
    if (sorted.refused.length > 0) await keepRefused(transaction, sorted.refused);
    return { count: rows.length, refused: sorted.refused };
  });
  for (const { row, what } of refused)
    onRefused('outbox', { applicationId: row.application_id, outboxId: row.outbox_id.toString(), what });
  return count === batchLimit;
}

function entryOfEvent(
  { applicationId, walletId, event, jwtHash, tokenReused, details, traceId }: WalletEvent,
  recordedAtMs: number,
  requestId: string,
): JournalEntry {
  return {
    applicationId,
    recordedAtMs,
    kind: 'event',
    requestId,
    walletId,
    operation: event,
    payloadHashes: Buffer.alloc(0),
    jwtHash,
    decision: '',
    outcome: '',
    errorCode: '',
    tokenReused,
    traceId,
    details: JSON.stringify(details),
  };
}
