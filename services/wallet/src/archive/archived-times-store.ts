import type { Pool, PoolClient } from 'pg';
import type { PlacedEntry } from '@wallet-service/journal-format';
import { entriesOfPart } from '../journal/archived-matches-store.js';

export type TimesOfPart = { readonly part: number; readonly oldestMs: number; readonly newestMs: number };

/** Between which times entries are, for each part that they are of. */
export function timesOf(entries: readonly PlacedEntry[]): readonly TimesOfPart[] {
  const times = new Map<number, TimesOfPart>();
  for (const { seq, entry } of entries) {
    const part = Math.floor((Number(seq) - 1) / entriesOfPart);
    const ms = entry.recordedAtMs;
    const { oldestMs, newestMs } = times.get(part) ?? { oldestMs: ms, newestMs: ms };
    times.set(part, { part, oldestMs: Math.min(oldestMs, ms), newestMs: Math.max(newestMs, ms) });
  }
  return [...times.values()];
}

/**
 * Adds those of the entries after `from`. A part that began before there were these times has no row, so that it is
 * always read. `connection`: of the owner of the schema.
 */
export async function addTimes(
  connection: PoolClient,
  applicationId: string,
  from: number,
  times: readonly TimesOfPart[],
): Promise<void> {
  await connection.query(
    `insert into wallet.journal_archive_times as known (application_id, part, oldest_ms, newest_ms)
     select $1, part, oldest_ms, newest_ms
     from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as n (part, oldest_ms, newest_ms)
     where part * $5::bigint >= $6::bigint or exists (
       select from wallet.journal_archive_times as t where t.application_id = $1 and t.part = n.part)
     on conflict (application_id, part) do update
       set oldest_ms = least(known.oldest_ms, excluded.oldest_ms),
         newest_ms = greatest(known.newest_ms, excluded.newest_ms)`,
    [
      applicationId,
      times.map(({ part }) => part),
      times.map(({ oldestMs }) => oldestMs),
      times.map(({ newestMs }) => newestMs),
      entriesOfPart,
      from,
    ],
  );
}

/** Removes those of entries that are not kept any more: up to `size`. `owner`: of the schema. */
export async function removeTimes(owner: Pool, applicationId: string, size: number): Promise<void> {
  await owner.query(
    `delete from wallet.journal_archive_times where application_id = $1 and (part + 1) * $2::bigint <= $3::bigint`,
    [applicationId, entriesOfPart, size],
  );
}
