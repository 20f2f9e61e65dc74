import { parseArgs } from 'node:util';
import { ConfigError } from '@wallet-service/config';
import { openArchive } from '@wallet-service/journal-archive';
import { journaledApplications } from '@wallet-service/journal-format/stored';
import { createPool } from '@wallet-service/postgres';
import { isUuid } from '@wallet-service/values';
import type { Pool } from 'pg';
import type { OperatorDeps } from './accept-stops.js';
import { archiveJournal, type ArchiveJournalDeps } from './archive/archive-journal-store.js';
import { EntriesWait } from './archive/entries-wait.js';
import { archivedUntil, nameOfMonth } from './archive/months.js';
import { dropMonth, emptyRest, partitions, prepareMonths } from './archive/partitions-store.js';
import { keptMonths, removeArchived, setKeptMonths } from './archive/remove-archived-store.js';
import { thinCheckpoints } from './archive/thin-checkpoints-store.js';
import { BrokenLog } from './journal/broken-log.js';
import { createJournalMacs } from './journal/journal-macs.js';

const usage = 'archive [--leave APPLICATION]… | archive keep APPLICATION MONTHS|default';

export type ArchiveDeps = OperatorDeps & {
  readonly previousEventKey: Uint8Array | undefined;
  /** Unix milliseconds. */
  readonly now: () => number;
};

/**
 * Prepares the months to come, and moves those that do not stay in the database to the archive. Resolves to whether all
 * was done. Any number of runs may end at any place: the next one goes on there.
 */
export async function archiveCommand(deps: ArchiveDeps, args: readonly string[]): Promise<boolean> {
  const { config, say, logger } = deps;
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { leave: { type: 'string', multiple: true } },
    allowPositionals: true,
  });
  const { url, migrationUrl } = config.database;
  if (migrationUrl === undefined)
    throw new ConfigError(['MIGRATION_DATABASE_URL must be set in order to archive']);
  const name = { logger, applicationName: 'wallet-archive' };
  const owner = createPool({ url: migrationUrl, max: 2, ...name, patient: true });
  const database = createPool({ url, max: 4, ...name });
  try {
    if (positionals.length > 0) return await keep(deps, owner, positionals);
    const { made, late } = await prepareMonths(owner, deps.now());
    for (const each of made) say(`made ${each}`);
    for (const each of late)
      say(`${each} has entries already: they stay in journal_entries_rest until archived`);
    if (!config.archive) {
      say('JOURNAL_ARCHIVE is not set: every month stays in the database');
      return true;
    }
    const archive = openArchive(config.archive);
    const macs = createJournalMacs(deps.eventKey, undefined, { previousSecret: deps.previousEventKey });
    return await archiveAll(deps, { database, owner, archive, macs }, values.leave ?? []);
  } finally {
    await Promise.all([owner.end(), database.end()]);
  }
}

/** Sets for how long the archive of an application is kept. Resolves to whether it did. */
async function keep(
  { config, say }: ArchiveDeps,
  owner: Pool,
  [word, applicationId = '', text = '', more]: readonly string[],
): Promise<boolean> {
  const months = text === 'default' ? undefined : Number(text);
  const isUnderstood = word === 'keep' && more === undefined && isUuid(applicationId);
  if (!isUnderstood || (months !== undefined && !(Number.isInteger(months) && months > 0))) {
    say(`usage: ${usage}`);
    return false;
  }
  const least = config.retentionMinimumMonths;
  if (months !== undefined && months < least) {
    say(`MONTHS must be at least ${least}, which is JOURNAL_RETENTION_MINIMUM_MONTHS`);
    return false;
  }
  await setKeptMonths(owner, applicationId, months);
  say(`${applicationId}: the archive is kept for ${text} months`);
  return true;
}

/** Of an application: its months, or those of all, and never fewer than the minimum. */
async function removeWhatIsOld(
  { config, say, now }: ArchiveDeps,
  archiving: ArchiveJournalDeps,
  applicationId: string,
): Promise<void> {
  const months = (await keptMonths(archiving.owner, applicationId)) ?? config.retentionMonths;
  if (months === undefined) return;
  const untilMs = archivedUntil(now(), Math.max(months, config.retentionMinimumMonths));
  const removed = await removeArchived(archiving, applicationId, untilMs);
  if (removed > 0) say(`${applicationId}: entries up to ${removed} are not kept any more`);
}

async function archiveAll(
  deps: ArchiveDeps,
  archiving: ArchiveJournalDeps,
  left: readonly string[],
): Promise<boolean> {
  const { config, say, logger, now } = deps;
  const untilMs = archivedUntil(now(), config.journalMonths);
  let isDone = true;
  for (const applicationId of await journaledApplications(archiving.database)) {
    if (left.includes(applicationId)) {
      say(`${applicationId}: stays in the database`);
      continue;
    }
    try {
      const entries = await archiveJournal(archiving, applicationId, untilMs);
      if (entries > 0) say(`${applicationId}: archived ${entries} entries`);
      await thinCheckpoints(archiving.owner, applicationId, untilMs);
      await removeWhatIsOld(deps, archiving, applicationId);
    } catch (error) {
      isDone = false;
      // Each alone: the journals of others are archived in any case.
      if (error instanceof EntriesWait) sayWhoWaits(say, error);
      else if (error instanceof BrokenLog)
        logger.error(
          { applicationId, err: error },
          'INCIDENT: a journal cannot be archived, because it was altered',
        );
      else logger.error({ applicationId, err: error }, 'a journal could not be archived');
    }
  }
  if (!isDone) {
    say(
      'No month was dropped. Look into each journal, or let it stay in the database with --leave APPLICATION.',
    );
    return false;
  }
  return dropMonths(deps, archiving.owner, untilMs);
}

async function dropMonths({ say }: ArchiveDeps, owner: Pool, untilMs: number): Promise<boolean> {
  try {
    for (const month of await partitions(owner)) {
      if (month.untilMs > untilMs) continue;
      const kept = await dropMonth(owner, month);
      say(`dropped ${month.name}: ${kept} of its entries stay in journal_entries_rest`);
    }
  } catch (error) {
    if (!(error instanceof EntriesWait)) throw error;
    // Of those that stay with --leave. An entry that waits keeps its month until it has its place.
    sayWhoWaits(say, error);
    return false;
  }
  await emptyRest(owner, untilMs);
  say(`the months before ${nameOfMonth(untilMs)} are in the archive`);
  return true;
}

function sayWhoWaits(say: ArchiveDeps['say'], { applicationIds, message }: EntriesWait): void {
  for (const applicationId of applicationIds) say(`${applicationId}: ${message}`);
}
