import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import pg from 'pg';
import { AppError } from '@wallet-service/errors';
import { journalCheckpointPayload, type JournalCheckpoint } from '@wallet-service/signer-protocol';
import { auditStoredJournals } from '@wallet-service/journal-format/audit-stored';
import {
  hashOfEntry,
  type JournalAudit,
  type JournalNote,
  type SignedCheckpoint,
} from '@wallet-service/journal-format';
import { checkpointStore } from '../src/journal/checkpoint-store.js';
import { readJournal } from '../src/journal/journal-page-store.js';
import { journalUnderTest } from './journal-under-test.js';
import { signHeads, type SignHeadsDeps } from '../src/journal/sign-heads.js';
import { signedEntry } from './signed-entry.js';
import { walletDatabase } from './wallet-database.js';

// Journals on a real Postgres, checkpoints by signers, and what the database owner can do to them.

/** An Ed25519 key pair, of a signer or of somebody else. */
export const stranger = generateKeyPairSync('ed25519');
const signer = generateKeyPairSync('ed25519');
const raw = ({ publicKey }: typeof signer): Buffer =>
  publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);

const checkpointBy = (
  { applicationId, seq, hash, time }: JournalCheckpoint,
  key = signer,
): Pick<SignedCheckpoint, 'time' | 'publicKey' | 'signature'> => {
  const payload = journalCheckpointPayload({ applicationId, seq, hash, time });
  return { time, publicKey: raw(key), signature: sign(null, payload, key.privateKey) };
};

export type AuditedDatabase = Awaited<ReturnType<typeof auditedDatabase>>;

export async function auditedDatabase(name: string) {
  const database = await walletDatabase(name);
  /** As the service's role. */
  const runtime = database.replica();
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();

  /** Signs the journal as it is. */
  async function signJournal(applicationId: string, key: typeof signer): Promise<void> {
    const store = checkpointStore(runtime);
    const { head } = await store.ends(applicationId);
    if (!head) throw new Error('there is no journal');
    const checkpoint = { applicationId, seq: Number(head.seq), hash: head.hash, time: 1_700_000_000 };
    await store.insert({ ...checkpoint, ...checkpointBy(checkpoint, key) });
  }

  let minutes = 0;
  const signHead: SignHeadsDeps['signHead'] = (applicationId, { seq, hash }) => {
    const time = Math.floor((Date.now() + 61_000 * minutes) / 1000);
    return Promise.resolve(checkpointBy({ applicationId, seq: Number(seq), hash, time }));
  };
  async function checkpointAll(deps: Partial<SignHeadsDeps> = {}, page?: number): Promise<void> {
    const now = Date.now() + 61_000 * ++minutes;
    const round: SignHeadsDeps = {
      store: checkpointStore(runtime),
      signHead,
      now: () => now,
      onSigned: () => undefined,
      onFailed: () => undefined,
      tampered: (finding) => new AppError('internal', finding),
      leftOut: new Map(),
      ...deps,
    };
    await signHeads(round, page);
  }

  async function write(applicationId: string, count: number): Promise<void> {
    const { append, sequencer } = journalUnderTest(runtime);
    for (let index = 0; index < count; index++)
      await append(signedEntry(applicationId, { decision: JSON.stringify({ decision: 'allow', index }) }));
    await sequencer.integrate(applicationId);
  }

  /** Eight entries. A signer has signed checkpoints at the third and the sixth. */
  async function journal(): Promise<string> {
    const applicationId = randomUUID();
    await write(applicationId, 3);
    await checkpointAll();
    await write(applicationId, 3);
    await checkpointAll();
    await write(applicationId, 2);
    return applicationId;
  }

  async function audited(
    applicationId: string,
    note?: JournalNote,
    {
      resume = false,
      pinnedKey,
    }: { readonly resume?: boolean; readonly pinnedKey?: Uint8Array | undefined } = {},
  ): Promise<JournalAudit> {
    const notes = new Map(note ? [[applicationId, note]] : []);
    const pinnedKeyOf = () => Promise.resolve(pinnedKey);
    for await (const audit of auditStoredJournals(runtime, { notes, resume, pinnedKeyOf }))
      if (audit.applicationId === applicationId) return audit;
    throw new Error('the application was not audited');
  }

  const run = (sql: string, ...values: unknown[]): Promise<unknown> => owner.query(sql, values);

  /** As the database owner would forge it: computes every hash and the head again. */
  async function rewriteHashes(applicationId: string): Promise<void> {
    const { entries } = await readJournal(runtime, applicationId, 0n, 500);
    let { previousHash } = await readJournal(runtime, applicationId, 0n, 1);
    for (const { seq, entry } of entries) {
      const hash = hashOfEntry(previousHash, seq, entry);
      await run(
        'update wallet.journal_entries set hash = $3 where application_id = $1 and seq = $2',
        applicationId,
        seq,
        hash,
      );
      previousHash = hash;
    }
    await run(
      'update wallet.journal_heads set hash = $2 where application_id = $1',
      applicationId,
      previousHash,
    );
  }

  return {
    runtime,
    run,
    signJournal,
    checkpointAll,
    signHead,
    write,
    journal,
    audited,
    rewriteHashes,
    /** The next round has the time of the last but two. */
    turnBack: () => {
      minutes -= 2;
    },
    end: async () => {
      await owner.end();
      await database.end();
    },
  };
}
