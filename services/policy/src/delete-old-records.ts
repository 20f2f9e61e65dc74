import type { Pool } from 'pg';
import { longestWindowSeconds } from './engine/spending-fields.js';
import { oldRows, type OldRows } from './old-rows-store.js';

const decisionDays = 90;
const batch = 1000;
const decisions = { name: 'decisions', key: 'application_id, decision_id' } as const;
const signatureRequests = { name: 'signature_requests', key: 'application_id, request_id' } as const;
const reservations = { name: 'spending_reservations', key: 'application_id, reservation_id, asset' } as const;

/**
 * Deletes decisions and signature requests older than 90 days, and reservations outside every window, a
 * thousand at a time. If an application's rows cannot be deleted, only its own stay. Throws the first error
 * after all others are done.
 */
export async function deleteOldRecords(pool: Pool, now: Date): Promise<void> {
  const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const outcomes = await Promise.allSettled([
    untilNone(oldRows(pool, decisions, secondsAgo(decisionDays * 86_400), batch)),
    untilNone(oldRows(pool, signatureRequests, secondsAgo(decisionDays * 86_400), batch)),
    untilNone(oldRows(pool, reservations, secondsAgo(longestWindowSeconds + 86_400), batch)),
  ]);
  // A failure to delete one kind must not stop the other.
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

async function untilNone(rows: OldRows): Promise<void> {
  const leftOut: string[] = [];
  let first: unknown;
  for (let more = true; more;) {
    try {
      more = (await rows.deleteSome(leftOut)) === batch;
    } catch (error) {
      first ??= error;
      const failed = await failedAlone(rows, leftOut);
      // The failure was not caused by one application's row.
      if (failed.length === 0) throw error;
      leftOut.push(...failed);
    }
  }
  if (leftOut.length > 0) throw first;
}

/** Deletes for one application after another. Returns those for which it failed. */
async function failedAlone(rows: OldRows, leftOut: readonly string[]): Promise<string[]> {
  const failed: string[] = [];
  for (const applicationId of await rows.nextApplications(leftOut))
    await rows.deleteSomeOf(applicationId).catch(() => failed.push(applicationId));
  return failed;
}
