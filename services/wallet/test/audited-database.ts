import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import pg from 'pg';
import {
  leafDataOf,
  noArchive,
  type ArchiveFiles,
  type JournalAudit,
  type JournalNote,
  type KnownKeys,
} from '@wallet-service/journal-format';
import { auditStoredJournals } from '@wallet-service/journal-format/audit-stored';
import { logKeyOf, signerKeyOf, textOfLogCheckpoint, witnessKeyOf } from '@wallet-service/signer-protocol';
import { rawPublicKey } from '@wallet-service/test-kit/raw-public-key';
import {
  appendLeaves,
  cosignNote,
  emptyRange,
  encodeNote,
  leafHashOf,
  rootOf,
  signNote,
  tileWidth,
} from '@wallet-service/transparency-log';
import { readJournal } from '../src/journal/journal-page-store.js';
import { journalUnderTest } from './journal-under-test.js';
import { signedEntry } from './signed-entry.js';
import { walletDatabase } from './wallet-database.js';
import { unarchived } from './unarchived.js';

// Journals on a real Postgres, checkpoints by signers, and what the database owner can do to them.

/** An Ed25519 key pair, of a signer or of somebody else. */
export const stranger = generateKeyPairSync('ed25519');
const signer = generateKeyPairSync('ed25519');
const raw = ({ publicKey }: typeof signer): Buffer => Buffer.from(rawPublicKey(publicKey));
/** A witness that cosigns every checkpoint. */
const witness = generateKeyPairSync('ed25519');
export const witnessKey = witnessKeyOf('witness 1', raw(witness));

/** Signs a journal as it is stored, and stores the checkpoint. `owner`: of the database. */
export async function signStoredJournal(
  owner: pg.Client,
  applicationId: string,
  key: typeof signer,
  generation = 1,
): Promise<void> {
  const { rows } = await owner.query<{ size: string; hashes: Buffer }>(
    'select size, hashes from wallet.journal_logs where application_id = $1',
    [applicationId],
  );
  const [stored] = rows;
  if (!stored) throw new Error('there is no log');
  const size = Number(stored.size);
  const hashes = Array.from({ length: stored.hashes.length / 32 }, (_, at) =>
    stored.hashes.subarray(32 * at, 32 * at + 32),
  );
  const text = textOfLogCheckpoint({ applicationId, generation, size, root: rootOf({ size, hashes }) });
  const [time, publicKey] = [1_700_000_000 + size, raw(key)];
  const by =
    ({ privateKey }: typeof signer) =>
    (message: Uint8Array) =>
      new Uint8Array(sign(null, message, privateKey));
  const signatures = [
    signNote(text, logKeyOf(text, publicKey), by(key)),
    cosignNote(text, signerKeyOf(publicKey), time, by(key)),
    cosignNote(text, witnessKey, time, by(witness)),
  ];
  await owner.query(
    `insert into wallet.journal_checkpoints (application_id, generation, size, signed_at, public_key, note)
     values ($1, $2, $3, $4, $5, $6)`,
    [applicationId, generation, size, time, publicKey, encodeNote({ text, signatures })],
  );
}

export type AuditedDatabase = Awaited<ReturnType<typeof auditedDatabase>>;

export async function auditedDatabase(name: string) {
  const database = await walletDatabase(name);
  /** As the service's role. */
  const runtime = database.replica();
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const run = (sql: string, ...values: unknown[]) => owner.query<Record<string, unknown>>(sql, values);

  const signJournal = (applicationId: string, key = signer, generation = 1): Promise<void> =>
    signStoredJournal(owner, applicationId, key, generation);

  async function write(applicationId: string, count: number): Promise<void> {
    const { append, sequencer } = journalUnderTest(runtime);
    const decisions = Array.from({ length: count }, (_, index) =>
      JSON.stringify({ decision: 'allow', index }),
    );
    await Promise.all(decisions.map((decision) => append(signedEntry(applicationId, { decision }))));
    await sequencer.integrate(applicationId);
  }

  /** Eight entries. A signer has signed checkpoints at the third and the sixth. */
  async function journal(): Promise<string> {
    const applicationId = randomUUID();
    await write(applicationId, 3);
    await signJournal(applicationId);
    await write(applicationId, 3);
    await signJournal(applicationId);
    await write(applicationId, 2);
    return applicationId;
  }

  let archive: ArchiveFiles = noArchive;
  async function audited(
    applicationId: string,
    note?: JournalNote,
    {
      resume = false,
      pinnedKey,
      witnesses = [],
    }: {
      readonly resume?: boolean;
      readonly pinnedKey?: Uint8Array | undefined;
      readonly witnesses?: KnownKeys['witnesses'];
    } = {},
  ): Promise<JournalAudit> {
    const places = { database: runtime, archive };
    const notes = new Map(note ? [[applicationId, note]] : []);
    const pinnedKeyOf = () => Promise.resolve(pinnedKey);
    for await (const audit of auditStoredJournals(places, { notes, resume, pinnedKeyOf, witnesses }))
      if (audit.applicationId === applicationId) return audit;
    throw new Error('the application was not audited');
  }

  /** As the database owner would forge it: makes the log's end again of the entries that are there. */
  async function rewriteLog(applicationId: string): Promise<void> {
    await run('update wallet.journal_logs set size = 500 where application_id = $1', applicationId);
    const { entries } = await readJournal(unarchived(runtime), applicationId, { after: 0n, limit: 500 });
    const { range } = appendLeaves(
      emptyRange,
      entries.map(({ entry }) => leafHashOf(leafDataOf(entry))),
    );
    await run(
      'update wallet.journal_logs set size = $2, hashes = $3 where application_id = $1',
      ...[applicationId, range.size, Buffer.concat(range.hashes)],
    );
  }

  /** A journal with a full tile and some entries more, and a checkpoint before the tile's end. */
  async function tiledJournal(): Promise<string> {
    const applicationId = randomUUID();
    await write(applicationId, 100);
    await signJournal(applicationId);
    await write(applicationId, tileWidth);
    return applicationId;
  }

  return {
    url: database.url,
    /** With the service's role. */
    roleUrl: database.roles.wallet.url,
    runtime,
    run,
    signJournal,
    write,
    journal,
    tiledJournal,
    audited,
    /** Where audits read what is not in the database. */
    readFrom: (files: ArchiveFiles): void => {
      archive = files;
    },
    rewriteLog,
    end: async () => {
      await owner.end();
      await database.end();
    },
  };
}
