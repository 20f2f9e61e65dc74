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
  type Unchecked,
} from '@wallet-service/wallet/audit';
import { auditConfig } from './config.js';
import {
  attestedCheckpointKey,
  readRegisters,
  type ExpectedHardware,
} from '@wallet-service/operator-cli/attested-keys';
import { copyJournal } from '@wallet-service/operator-cli/journal-copy';
import { openJournalDatabase } from './stack/journal-database.js';
import { readArguments } from '@wallet-service/operator-cli/read-arguments';
import { textTable } from '@wallet-service/operator-cli/text-table';

const usage = `pnpm audit:verify [OPTIONS]                                        the journals in DATABASE_URL, or of the stack in DATA_DIR
pnpm audit:verify [OPTIONS] --file FILE                            a copy that --save made
pnpm audit:verify [OPTIONS] --url URL --secret-key-file FILE [--save FILE]   one application's, over GET /v1/audit

--notes FILE               keeps where each journal ended and its checkpoint key, and compares at the next run: keep that file away from the database
--signers URL              a gateway, which is asked what checkpoint keys its signers attest; with --url that one is asked
--measurements FILE        the registers of the signers' image: their hardware must prove it
--root FILE                with --measurements: the root certificate of an emulator, in the place of AWS's. Proves nothing
--checkpoint-key ID=HEX    the checkpoint key of an application, as you know it; may be repeated
--json                     a line of JSON for each journal

Ends with 0: whole. 1: a journal was altered. 2: it could not be done. 3: whole as far as it was checked, and not all could be: no --notes, or
nothing says whose the checkpoint key is.`;

type Notes = Map<string, JournalNote>;
type Options = { file?: string; url?: string; 'secret-key-file'?: string; save?: string; notes?: string };
type PinnedKeyOf = (applicationId: string) => Promise<Uint8Array | undefined>;

async function auditFile(file: string, notes: Notes, pinnedKeyOf: PinnedKeyOf): Promise<JournalAudit[]> {
  const journal = await readExportedJournal(file);
  const { applicationId } = journal;
  return [await auditJournal(journal, notes.get(applicationId), await pinnedKeyOf(applicationId))];
}

async function auditUrl(
  options: Options & { url: string },
  notes: Notes,
  pinnedKeyOf: PinnedKeyOf,
): Promise<JournalAudit[]> {
  if (options['secret-key-file'] === undefined) throw new Error(`--secret-key-file is missing\n\n${usage}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'journal-'));
  const file = options.save ?? path.join(folder, 'journal.ndjson');
  try {
    await copyJournal(options.url, readFileSync(options['secret-key-file'], 'utf8').trim(), file);
    return await auditFile(file, notes, pinnedKeyOf);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function auditDatabase(notes: Notes, pinnedKeyOf: PinnedKeyOf): Promise<JournalAudit[]> {
  const { dataDir, databaseUrl } = auditConfig();
  const opened = await openJournalDatabase(dataDir, databaseUrl);
  const logger = { info: () => undefined, warn: console.error };
  const database = createPool({ url: opened.url, max: 2, logger, applicationName: 'audit-verify' });
  try {
    const audits: JournalAudit[] = [];
    for await (const found of auditStoredJournals(database, notes, pinnedKeyOf)) audits.push(found);
    return audits;
  } finally {
    await database.end();
    await opened.close();
  }
}

function audit(
  { file, url, ...options }: Options,
  notes: Notes,
  pinnedKeyOf: PinnedKeyOf,
): Promise<JournalAudit[]> {
  if (file !== undefined) return auditFile(file, notes, pinnedKeyOf);
  return url === undefined
    ? auditDatabase(notes, pinnedKeyOf)
    : auditUrl({ ...options, url }, notes, pinnedKeyOf);
}

/** What is given by hand counts for the applications that it names; the others are asked for. */
function pinnedKeys(
  given: readonly string[],
  signers: string | undefined,
  hardware: ExpectedHardware | undefined,
): PinnedKeyOf {
  const known = new Map(
    given.map((text) => {
      const [, id = '', key = ''] = /^([0-9a-f-]{36})=([0-9a-f]{64})$/.exec(text) ?? [];
      if (key === '')
        throw new Error(`--checkpoint-key must be the id of an application, = and 64 hex digits\n\n${usage}`);
      return [id, Buffer.from(key, 'hex')] as const;
    }),
  );
  return async (applicationId) => {
    const key = known.get(applicationId);
    if (key || signers === undefined) return key;
    return attestedCheckpointKey(signers, applicationId, hardware);
  };
}

function expectedHardware(
  measurements: string | undefined,
  root: string | undefined,
): ExpectedHardware | undefined {
  if (measurements === undefined && root !== undefined)
    throw new Error(`--measurements is missing\n\n${usage}`);
  if (measurements === undefined) return undefined;
  return {
    pcrs: readRegisters(measurements),
    ...(root !== undefined && { root: readFileSync(root, 'utf8') }),
  };
}

const meanings: Readonly<Record<Unchecked, string>> = {
  'checkpoint-key':
    'whose the checkpoint key is: who can write to the database may have replaced the key and all checkpoints together. Give --signers, --checkpoint-key, or --notes of before',
  'no-checkpoint':
    'anything but the chain itself: no signer has vouched for it, and who can write to the database can write it anew',
  rollback:
    'whether the journal had come further: an end that was cut off together with its checkpoints does not show. Keep --notes, and compare at the next run',
  end: 'the entries after the newest checkpoint: no signer has vouched for them yet',
};

function rowOf({ applicationId, entries, finding, newest, unchecked }: JournalAudit): string[] {
  const vouched = newest ? `${newest.seq}, ${new Date(newest.time * 1000).toISOString()}` : 'none';
  const key = newest ? Buffer.from(newest.publicKey).toString('hex') : '';
  const result = finding.intact ? 'whole' : `ALTERED: ${finding.problem} at ${finding.seq}`;
  return [applicationId, String(entries), vouched, result, unchecked.join(' ') || 'nothing', key];
}

function jsonOf({ applicationId, entries, finding, newest, unchecked }: JournalAudit): object {
  return {
    application_id: applicationId,
    entries,
    vouched_until: newest?.seq ?? null,
    checkpoint_key: newest ? Buffer.from(newest.publicKey).toString('hex') : null,
    intact: finding.intact,
    ...(!finding.intact && { problem: finding.problem, seq: Number(finding.seq) }),
    unchecked,
  };
}

function textOf(audits: readonly JournalAudit[]): string {
  const head = ['application', 'entries', 'vouched for until', 'result', 'not checked', 'checkpoint key'];
  const kinds = [...new Set(audits.flatMap(({ unchecked }) => unchecked))];
  return [
    textTable(head, audits.map(rowOf)),
    ...kinds.map((kind) => `not checked, ${kind}: ${meanings[kind]}`),
  ].join('\n');
}

/** Something that this run could have checked with what its caller can give. What nobody can check yet, or before notes began, is told and no more. */
function isIncomplete({ unchecked }: JournalAudit, hasNotes: boolean): boolean {
  return unchecked.some((kind) => (kind === 'rollback' ? !hasNotes : kind !== 'end'));
}

const option = { type: 'string' } as const;
const { values } = readArguments(usage, {
  file: option,
  url: option,
  'secret-key-file': option,
  save: option,
  notes: option,
  signers: option,
  measurements: option,
  root: option,
  'checkpoint-key': { ...option, multiple: true },
  json: { type: 'boolean' },
});
try {
  const notes: Notes = values.notes === undefined ? new Map<string, JournalNote>() : readNotes(values.notes);
  const { signers = values.url, measurements, root } = values;
  const audits = await audit(
    values,
    notes,
    pinnedKeys(values['checkpoint-key'] ?? [], signers, expectedHardware(measurements, root)),
  );
  if (root !== undefined) console.error('EMULATED, proves nothing: what hardware the signers have');
  console.log(values.json ? audits.map((each) => JSON.stringify(jsonOf(each))).join('\n') : textOf(audits));
  for (const { applicationId, note } of audits) if (note) notes.set(applicationId, note);
  if (values.notes !== undefined) writeNotes(values.notes, notes);
  if (audits.some(({ finding }) => !finding.intact)) process.exitCode = 1;
  else if (audits.some((each) => isIncomplete(each, values.notes !== undefined))) process.exitCode = 3;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
