import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPool } from '@wallet-service/postgres';
import {
  auditJournal,
  auditStoredJournals,
  readExportedJournal,
  readNotes,
  writeNotes,
  type JournalAudit,
  type JournalNote,
} from '@wallet-service/wallet/audit';
import { auditConfig } from './config.js';
import { copyJournal } from './audit/journal-copy.js';
import { openJournalDatabase } from './audit/journal-database.js';
import { readArguments } from './command/read-arguments.js';
import { textTable } from './command/text-table.js';

const usage = `pnpm audit:verify [--notes FILE]                                        the journals in DATABASE_URL, or of the stack in DATA_DIR
pnpm audit:verify [--notes FILE] --file FILE                            a copy that --save made
pnpm audit:verify [--notes FILE] --url URL --secret-key-file FILE [--save FILE]   one application's, over GET /v1/audit

--notes keeps where each journal ended and its checkpoint key, and compares at the next run: keep that file away from the database.`;

type Notes = Map<string, JournalNote>;
type Options = { file?: string; url?: string; 'secret-key-file'?: string; save?: string; notes?: string };

async function auditFile(file: string, notes: Notes): Promise<JournalAudit[]> {
  const journal = await readExportedJournal(file);
  return [await auditJournal(journal, notes.get(journal.applicationId))];
}

async function auditUrl(options: Options & { url: string }, notes: Notes): Promise<JournalAudit[]> {
  if (options['secret-key-file'] === undefined) throw new Error(`--secret-key-file is missing\n\n${usage}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'journal-'));
  const file = options.save ?? path.join(folder, 'journal.ndjson');
  try {
    await copyJournal(options.url, readFileSync(options['secret-key-file'], 'utf8').trim(), file);
    return await auditFile(file, notes);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function auditDatabase(notes: Notes): Promise<JournalAudit[]> {
  const { dataDir, databaseUrl } = auditConfig();
  const opened = await openJournalDatabase(dataDir, databaseUrl);
  const logger = { info: () => undefined, warn: console.error };
  const database = createPool({ url: opened.url, max: 2, logger, applicationName: 'audit-verify' });
  try {
    const audits: JournalAudit[] = [];
    for await (const found of auditStoredJournals(database, notes)) audits.push(found);
    return audits;
  } finally {
    await database.end();
    await opened.close();
  }
}

function audit({ file, url, ...options }: Options, notes: Notes): Promise<JournalAudit[]> {
  if (file !== undefined) return auditFile(file, notes);
  return url === undefined ? auditDatabase(notes) : auditUrl({ ...options, url }, notes);
}

function rowOf({ applicationId, entries, finding, newest }: JournalAudit): string[] {
  const vouched = newest ? `${newest.seq}, ${new Date(newest.time * 1000).toISOString()}` : 'none';
  const key = newest ? Buffer.from(newest.publicKey).toString('hex') : '';
  const result = finding.intact ? 'whole' : `ALTERED: ${finding.problem} at ${finding.seq}`;
  return [applicationId, String(entries), vouched, result, key];
}

const option = { type: 'string' } as const;
const { values } = readArguments(usage, {
  file: option,
  url: option,
  'secret-key-file': option,
  save: option,
  notes: option,
});
try {
  const notes: Notes = values.notes === undefined ? new Map<string, JournalNote>() : readNotes(values.notes);
  const audits = await audit(values, notes);
  const head = ['application', 'entries', 'vouched for until', 'result', 'checkpoint key'];
  console.log(textTable(head, audits.map(rowOf)));
  for (const { applicationId, note } of audits) if (note) notes.set(applicationId, note);
  if (values.notes !== undefined) writeNotes(values.notes, notes);
  if (audits.some(({ finding }) => !finding.intact)) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
