import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openArchive } from '@wallet-service/journal-archive';
import type { JournalEntry } from '@wallet-service/journal-format';
import { inTransaction } from '@wallet-service/postgres';
import { archiveCommand } from '../src/archive-journals.js';
import type { Config } from '../src/config.js';
import { insertPending } from '../src/journal/pending-store.js';
import { readJournal } from '../src/journal/journal-page-store.js';
import { auditedDatabase } from './audited-database.js';
import { journalUnderTest } from './journal-under-test.js';
import { signedEntry } from './signed-entry.js';
import { eventKey, macs } from './test-macs.js';

/** The middle of a month of 2026, from 0. */
export const middleOf = (month: number): number => Date.UTC(2026, month, 15);

/**
 * Journals whose entries are of chosen months, and the command that archives them to a folder. It runs as an owner who
 * is no superuser, as in a database of a cloud.
 */
export async function archivedJournals(name: string, folder = mkdtempSync(path.join(tmpdir(), 'archive-'))) {
  const database = await auditedDatabase(name);
  const url = `file://${folder}`;
  const archive = openArchive({ url, endpoint: undefined });
  database.readFrom(archive);
  const owner = await ownerOf(database.url);
  const said: string[] = [];
  const incidents: unknown[] = [];
  const logger = {
    info: () => undefined,
    warn: () => undefined,
    error: (...incident: unknown[]) => incidents.push(incident),
  };

  const pools = { database: database.runtime, archive };
  const { sequencer } = journalUnderTest(database.runtime);

  return {
    ...database,
    folder,
    archive,
    places: pools,
    said,
    incidents,
    /** Entries of a month, as if they had been written then. */
    async writeIn(month: number, applicationId: string, count: number, more: Partial<JournalEntry> = {}) {
      for (let at = 0; at < count; at += 1_000) {
        const entries = Array.from({ length: Math.min(1_000, count - at) }, (_, index) =>
          signedEntry(applicationId, {
            recordedAtMs: middleOf(month) + at + index,
            decision: `{"at":${at + index},"note":"ü"}`,
            ...more,
          }),
        );
        await insertPending(database.runtime, macs, entries);
        await sequencer.integrate(applicationId);
      }
    },
    /** Runs the command in the middle of a month. One whole month stays in the database. */
    archiveIn: (month: number, ...args: string[]): Promise<boolean> => {
      const config = {
        database: { url: database.roleUrl, migrationUrl: owner.url },
        archive: { url, endpoint: undefined },
        journalMonths: 1,
        retentionMonths: undefined,
        retentionMinimumMonths: 6,
      } as Config;
      const say = (line: string) => said.push(line);
      const deps = { config, eventKey, previousEventKey: undefined, logger, say, now: () => middleOf(month) };
      return archiveCommand(deps as unknown as Parameters<typeof archiveCommand>[0], args);
    },
    /** All pages. Throws unless they are the same with the newest first. */
    async entriesOf(applicationId: string) {
      const pagesOf = async (limit: number, newestFirst: boolean) => {
        const all = [];
        for (;;) {
          const after = all.at(-1)?.seq ?? 0n;
          if (newestFirst && after === 1n) return all;
          const page = await readJournal(pools, applicationId, { after, limit, newestFirst });
          all.push(...page.entries.map(({ seq, entry }) => ({ seq, entry: plain(entry) })));
          if (page.entries.length === 0) return all;
        }
      };
      const all = await pagesOf(500, false);
      assert.deepEqual(await pagesOf(60, true), all.toReversed());
      return all;
    },
    /** The numbers of the entries in the database. */
    inDatabase: (applicationId: string): Promise<number[]> =>
      inTransaction(
        database.runtime,
        async (transaction) => {
          const { rows } = await transaction.query<{ seq: bigint }>(
            'select seq from journal_entries where application_id = $1 order by seq',
            [applicationId],
          );
          return rows.map(({ seq }) => Number(seq));
        },
        { applicationId },
      ),
    end: async () => {
      rmSync(folder, { recursive: true, force: true });
      await owner.end();
      await database.end();
    },
  };
}

/** Bytes of any kind, comparable. */
function plain(entry: JournalEntry): JournalEntry {
  return { ...entry, payloadHashes: Buffer.from(entry.payloadHashes), jwtHash: Buffer.from(entry.jwtHash) };
}

/** Makes a role without other rights the owner of the tables. */
async function ownerOf(adminUrl: string) {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const role = `owner_${randomUUID().slice(0, 8)}`;
  await admin.query(`create role ${role} login password 'owner-of-a-schema' nosuperuser nobypassrls`);
  await admin.query(`do $$ declare each record; begin
    execute 'grant connect on database ' || current_database() || ' to ${role}';
    alter schema wallet owner to ${role};
    for each in select c.relname from pg_class c
      where relnamespace = 'wallet'::regnamespace and relkind in ('r', 'p') loop
      execute format('alter table wallet.%I owner to ${role}', each.relname);
    end loop; end $$`);
  const url = new URL(adminUrl);
  url.username = role;
  url.password = 'owner-of-a-schema';
  return {
    url: url.toString(),
    end: async () => {
      await admin.query(
        `reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`,
      );
      await admin.end();
    },
  };
}
