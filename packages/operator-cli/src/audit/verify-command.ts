import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  auditJournal,
  firstToRead,
  noArchive,
  type JournalAudit,
  type JournalNote,
} from '@wallet-service/journal-format';
import {
  auditConnections,
  auditStoredJournals,
  type StoredAudit,
} from '@wallet-service/journal-format/audit-stored';
import { openArchive } from '@wallet-service/journal-archive';
import { createPool } from '@wallet-service/postgres';
import { readNoteKey, type CosignerKey } from '@wallet-service/transparency-log';
import { readMeasurements } from '../attestation/measurements.js';
import { operatorConfig } from '../config.js';
import type { Command } from '../command-line/command.js';
import { readFlags, UsageError, type Flags } from '../command-line/flags.js';
import type { Surroundings } from '../surroundings.js';
import { attestedCheckpointKey, type ExpectedHardware } from './attested-keys.js';
import { isIncomplete, jsonOf, textOf } from './audit-report.js';
import { readExportedJournal } from './exported-journal.js';
import { applicationOf, copyJournal, type JournalSource } from './journal-copy.js';
import { readNotes, writeNotes } from './journal-notes.js';

type Notes = Map<string, JournalNote>;
/** What is known from elsewhere. */
type Known = {
  readonly notes: Notes;
  readonly pinnedKeyOf: (applicationId: string) => Promise<Uint8Array | undefined>;
  readonly witnesses: readonly CosignerKey[];
};

/**
 * Exit codes of this command. The program's usual 1 for a failure would mean here that a journal was altered.
 */
const altered = 1;
const notDone = 2;
const incomplete = 3;

export const auditVerify: Command = {
  takes: '[OPTIONS] [--file FILE | --url URL --secret-key-file FILE [--save FILE]]',
  about: 'verifies journals: in a database, in a copy, or over HTTP',
  details: `
  without --file and --url   every journal in DATABASE_URL; in the repository also of the stack in DATA_DIR.
                             JOURNAL_ARCHIVE says where what is older is archived
  --file FILE                a copy that --save made
  --url URL                  one application's journal, over GET /v1/audit, with the secret key in --secret-key-file;
                             that of the installation with the operator key in --operator-key-file

  --notes FILE               keeps where each journal ended and its checkpoint key, and compares at the next run,
                             which begins there: keep that file away from the database
  --from-start               with --notes: reads every journal from its first entry again
  --signers URL              a gateway whose signers attest their checkpoint keys; default: that of --url
  --measurements FILE        the registers of the signers' image: their hardware must prove it
  --root FILE                with --measurements: the root certificate of an emulator, in place of AWS's. Proves nothing
  --checkpoint-key ID=HEX    the checkpoint key of an application, as you know it; may be repeated
  --witness-key KEY          a witness that must have cosigned, in the form of C2SP signed-note; may be repeated
  --json                     a line of JSON for each journal

Exit codes. 0: intact. 1: a journal was altered. 2: the check could not be done. 3: intact as far as it was checked,
but not everything could be: there are no --notes, no checkpoint, a witness is missing, or nothing shows whose
checkpoint key it is.`,
  async run(args, surroundings) {
    try {
      return await verify(readOptions(args), surroundings);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      console.error(error instanceof Error ? error.message : error);
      return notDone;
    }
  },
};

function readOptions(args: readonly string[]): Flags {
  const names = ['file', 'url', 'save', 'notes', 'signers', 'measurements', 'root'];
  const keys = ['secret-key-file', 'operator-key-file'];
  return readFlags(args, [...names, ...keys, 'checkpoint-key', 'witness-key'], {
    switches: ['json', 'from-start'],
  });
}

async function verify(flags: Flags, surroundings: Surroundings): Promise<number> {
  const notesFile = flags.optional('notes');
  const notes: Notes = notesFile === undefined ? new Map<string, JournalNote>() : readNotes(notesFile);
  const known = { notes, pinnedKeyOf: pinnedKeys(flags), witnesses: witnessKeys(flags) };
  const audits = await audit(flags, surroundings, known);
  if (flags.optional('root') !== undefined)
    console.error('EMULATED, proves nothing: what hardware the signers have');
  console.log(
    flags.has('json') ? audits.map((each) => JSON.stringify(jsonOf(each))).join('\n') : textOf(audits),
  );
  for (const { applicationId, note } of audits) if (note) notes.set(applicationId, note);
  if (notesFile !== undefined) writeNotes(notesFile, notes);
  if (audits.some(({ finding }) => !finding.intact)) return altered;
  return audits.some((each) => isIncomplete(each, notesFile !== undefined)) ? incomplete : 0;
}

function audit(flags: Flags, surroundings: Surroundings, known: Known): Promise<JournalAudit[]> {
  const [file, url] = [flags.optional('file'), flags.optional('url')];
  if (file !== undefined) return auditFile(file, known);
  if (url !== undefined) return auditUrl(url, flags, known);
  return auditDatabase(surroundings, { ...known, resume: !flags.has('from-start') });
}

/** `from`: the first entry in the copy. */
async function auditFile(
  file: string,
  { notes, pinnedKeyOf, witnesses }: Known,
  from = 1n,
): Promise<JournalAudit[]> {
  const journal = await readExportedJournal(file, from);
  const { applicationId } = journal;
  const pinned = await pinnedKeyOf(applicationId);
  return [await auditJournal(journal, notes.get(applicationId), { pinned, witnesses })];
}

async function auditUrl(url: string, flags: Flags, known: Known): Promise<JournalAudit[]> {
  const source = sourceOf(url, flags);
  const folder = mkdtempSync(path.join(tmpdir(), 'journal-'));
  const saved = flags.optional('save');
  const file = saved ?? path.join(folder, 'journal.ndjson');
  try {
    // A copy is of the whole journal. It is verified without the service, and without these notes.
    const resume = saved === undefined && !flags.has('from-start') && known.notes.size > 0;
    const from = firstToRead(resume ? known.notes.get(await applicationOf(source)) : undefined);
    await copyJournal(source, file, from);
    return await auditFile(file, known, from);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function sourceOf(url: string, flags: Flags): JournalSource {
  const operatorKeyFile = flags.optional('operator-key-file');
  const keyIn = (file: string): string => readFileSync(file, 'utf8').trim();
  return operatorKeyFile === undefined
    ? { url: `${url}/v1/audit`, headers: { 'x-service-secret-key': keyIn(flags.one('secret-key-file')) } }
    : { url: `${url}/v1/admin/audit`, headers: { 'x-service-operator-key': keyIn(operatorKeyFile) } };
}

async function auditDatabase(surroundings: Surroundings, audit: StoredAudit): Promise<JournalAudit[]> {
  const opened = await surroundings.journalDatabase();
  const { archive: settings } = operatorConfig();
  const archive = settings ? openArchive(settings) : noArchive;
  const logger = { info: () => undefined, warn: console.error };
  const max = auditConnections;
  const database = createPool({ url: opened.url, max, logger, applicationName: 'audit-verify' });
  try {
    const audits: JournalAudit[] = [];
    for await (const found of auditStoredJournals({ database, archive }, audit)) audits.push(found);
    return audits;
  } finally {
    await database.end();
    await opened.close();
  }
}

/** Keys given by hand count for the applications that they name. For the others the signers are asked. */
function pinnedKeys(flags: Flags): Known['pinnedKeyOf'] {
  const hardware = expectedHardware(flags);
  const signers = flags.optional('signers') ?? flags.optional('url');
  const known = new Map(
    flags.many('checkpoint-key').map((text) => {
      const [, id = '', key = ''] = /^([0-9a-f-]{36})=([0-9a-f]{64})$/.exec(text) ?? [];
      if (key === '')
        throw new UsageError('--checkpoint-key must be the id of an application, = and 64 hex digits');
      return [id, Buffer.from(key, 'hex')] as const;
    }),
  );
  return async (applicationId) => {
    const key = known.get(applicationId);
    if (key || signers === undefined) return key;
    return attestedCheckpointKey(signers, applicationId, hardware);
  };
}

function expectedHardware(flags: Flags): ExpectedHardware | undefined {
  const [measurements, root] = [flags.optional('measurements'), flags.optional('root')];
  if (measurements === undefined && root !== undefined) throw new UsageError('--measurements is missing');
  if (measurements === undefined) return undefined;
  return {
    pcrs: readMeasurements(measurements).pcrs,
    ...(root !== undefined && { root: readFileSync(root, 'utf8') }),
  };
}

function witnessKeys(flags: Flags): readonly CosignerKey[] {
  return flags.many('witness-key').map((text) => {
    const key = readNoteKey(text);
    if (key?.type !== 'cosignature/v1')
      throw new UsageError('--witness-key must be a name, a key id and a key of type 4, with + between them');
    return key;
  });
}
