import type { Pool } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import { deleteOldDecisions } from './decisions/decision-store.js';
import { longestWindowSeconds } from './engine/spending-fields.js';
import { deleteOldReservations } from './spending/spending-store.js';

const decisionDays = 90;
const batch = 1000;

/** Deletes decisions older than 90 days and reservations that no window reaches, a thousand at a time. */
export async function deleteWhatIsOld(pool: Pool, now: Date): Promise<void> {
  const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const oldDecisions = secondsAgo(decisionDays * 86_400);
  const oldReservations = secondsAgo(longestWindowSeconds + 86_400);
  const outcomes = await Promise.allSettled([
    untilFew(() => inTransaction(pool, (client) => deleteOldDecisions(client, oldDecisions, batch))),
    untilFew(() => inTransaction(pool, (client) => deleteOldReservations(client, oldReservations, batch))),
  ]);
  // What can't be deleted of the one is no reason to keep the other.
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

async function untilFew(deleteSome: () => Promise<number>): Promise<void> {
  while ((await deleteSome()) === batch);
}
