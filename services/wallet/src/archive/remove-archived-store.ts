import type { Pool } from 'pg';
import type { Archive } from '@wallet-service/journal-archive';
import { pathOfArchivedTile, pathsOfBlock } from '@wallet-service/journal-format';
import { tileWidth } from '@wallet-service/transparency-log';
import { wholeTiles } from '../journal/read-entries-store.js';
import type { ArchiveJournalDeps } from './archive-journal-store.js';
import { removeTimes } from './archived-times-store.js';

/** How many months the archive of an application is kept, if that was set for it. `owner`: of the schema. */
export async function keptMonths(owner: Pool, applicationId: string): Promise<number | undefined> {
  const { rows } = await owner.query<{ months: number }>(
    'select months from wallet.journal_retention where application_id = $1',
    [applicationId],
  );
  return rows[0]?.months;
}

/** Undefined: as many as of others. */
export async function setKeptMonths(
  owner: Pool,
  applicationId: string,
  months: number | undefined,
): Promise<void> {
  if (months === undefined)
    await owner.query('delete from wallet.journal_retention where application_id = $1', [applicationId]);
  else
    await owner.query(
      `insert into wallet.journal_retention (application_id, months) values ($1, $2)
       on conflict (application_id) do update set months = excluded.months`,
      [applicationId, months],
    );
}

type Row = { until_ms: bigint; size: bigint; newest_ms: bigint; removal: '' | 'begun' | 'done' };

/**
 * Removes the entries from before `untilMs` from the archive, as far as they fill their tiles, with their leaf hashes.
 * The tiles above stay, so everything after them is still proven. Resolves to up to which entry they are gone.
 */
export async function removeArchived(
  { owner, archive }: Pick<ArchiveJournalDeps, 'owner' | 'archive'>,
  applicationId: string,
  untilMs: number,
): Promise<number> {
  const { rows } = await owner.query<Row>(
    `select until_ms, size, newest_ms, removal from wallet.journal_archives
     where application_id = $1 order by until_ms`,
    [applicationId],
  );
  // The newest of these entries too must be old: a late one with an old time came after newer ones.
  const last = rows.findLast((row) => row.until_ms <= BigInt(untilMs) && row.newest_ms < BigInt(untilMs));
  if (!last) return 0;
  const gone = rows.findLast(({ removal }) => removal === 'done');
  if (last.removal !== 'done') {
    // First, so that nobody misses the files.
    await setRemoval(owner, applicationId, last, 'begun');
    const end = wholeTiles(Number(last.size));
    for (let at = wholeTiles(Number(gone?.size ?? 0)); at < end; at += tileWidth)
      await removeBlock(archive, applicationId, at + tileWidth);
    // The parts of tiles that ended with a month, which fuller ones replaced.
    for (const { size } of rows)
      if (Number(size) < end) await removeBlock(archive, applicationId, Number(size));
    await removeTimes(owner, applicationId, end);
    await setRemoval(owner, applicationId, last, 'done');
    await owner.query('delete from wallet.journal_archives where application_id = $1 and until_ms < $2', [
      applicationId,
      last.until_ms,
    ]);
  }
  return wholeTiles(Number(last.size));
}

/** The files of the last tile of so many entries. */
async function removeBlock(archive: Archive, applicationId: string, size: number): Promise<void> {
  const index = Math.floor((size - 1) / tileWidth);
  const block = { index, width: size - index * tileWidth };
  const { bundle, texts } = pathsOfBlock(applicationId, block);
  for (const path of [bundle, texts, pathOfArchivedTile(applicationId, { level: 0, ...block })])
    await archive.remove(path);
}

async function setRemoval(
  owner: Pool,
  applicationId: string,
  { until_ms: untilMs }: Row,
  removal: Row['removal'],
): Promise<void> {
  await owner.query(
    'update wallet.journal_archives set removal = $3 where application_id = $1 and until_ms = $2',
    [applicationId, untilMs, removal],
  );
}
