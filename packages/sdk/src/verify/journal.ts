import { fromHex, toHex, utf8 } from '../core/encoding.js';
import { bytesOfInteger, encodeCanonical } from './canonical.js';
import type { CheckpointKeyClaim } from './claims.js';
import {
  genesisOf,
  hashOfEntry,
  readJournalPage,
  type JournalCheckpoint,
  type JournalEntry,
  type JournalHead,
  type JournalPage,
} from './journal-page.js';
import { ProofRefused } from './proof-refused.js';
import { isEd25519Signature } from './web-crypto.js';

/** Where a journal ended. Keep it where nobody with the service's database can change it. It is JSON. */
export type KeptHead = JournalHead & {
  readonly applicationId: string;
  /** The key of its checkpoints, Ed25519 in hex. Null: there was none yet. */
  readonly publicKey: string | null;
};

export type JournalExpectation = {
  /** `keep` of an earlier run. The pages may begin after it, with `after` = its `seq`, or with the first entry. */
  readonly kept?: KeptHead | undefined;
  /** From `verifyAttestation` of documents that were asked for with the application's id. */
  readonly checkpointKey?: CheckpointKeyClaim | undefined;
  /** Known already if one of the others is given. */
  readonly applicationId?: string | undefined;
};

/**
 * `checkpoint-key`: whether the checkpoints are a signer's, because nothing but they themselves says whose key it is.
 * `no-checkpoint`: no signer has signed any of it. `rollback`: whether the end was cut off together with its
 * checkpoints, because nothing was kept earlier. `end`: the entries after the newest checkpoint, which no signer has
 * signed yet.
 */
export type Unchecked = 'checkpoint-key' | 'no-checkpoint' | 'rollback' | 'end';

export type VerifiedJournal = {
  readonly applicationId: string;
  /** How many entries were read. */
  readonly entries: number;
  /** The number of the last entry under a checkpoint. 0: none. */
  readonly signedUntil: number;
  /** What could not be checked for lack of a witness. */
  readonly unchecked: readonly Unchecked[];
  readonly keep: KeptHead;
};

/**
 * Verifies the journal of an application: `pages` are the answers of `GET /v1/audit` without filters, in order, up to
 * the one whose `next` is null. Every entry must have the hash that follows from the one before, the last page's head
 * must be the last entry, checkpoints must be signed by one key, and the journal must contain what was kept. Throws
 * ProofRefused, with `seq`. Keeps about 100 bytes for each entry in memory.
 */
export async function verifyJournal(
  pages: AsyncIterable<unknown> | Iterable<unknown>,
  expected: JournalExpectation = {},
): Promise<VerifiedJournal> {
  let chain: Chain | undefined;
  let last: JournalPage | undefined;
  let newest: JournalCheckpoint | null = null;
  let entries = 0;
  for await (const each of pages) {
    const page = readJournalPage(each);
    const { application_id, checkpoint, data } = page;
    for (const known of [
      expected.kept,
      expected.checkpointKey,
      expected,
      { applicationId: last?.application_id },
    ])
      if (known && known.applicationId !== undefined && known.applicationId !== application_id)
        throw new ProofRefused('other-application');
    chain ??= await chainFrom(page, expected.kept);
    if (checkpoint && JSON.stringify(checkpoint) !== JSON.stringify(newest)) {
      await verifyCheckpoint(application_id, checkpoint, keysOf(expected, newest));
      chain.mustContain(checkpoint);
      newest = checkpoint;
    }
    for (const entry of data) await chain.append(entry);
    entries += data.length;
    last = page;
  }
  if (!chain || !last) throw new ProofRefused('head-missing');
  chain.mustEndAt(last.head);
  const { application_id: applicationId, head } = last;
  const publicKey = newest?.public_key ?? expected.kept?.publicKey ?? null;
  return {
    applicationId,
    entries,
    signedUntil: newest?.seq ?? 0,
    unchecked: uncheckedOf(head, newest, expected),
    keep: { applicationId, seq: head.seq, hash: head.hash, publicKey },
  };
}

type Chain = {
  readonly append: (entry: JournalEntry) => Promise<void>;
  /** What a checkpoint or an earlier run says, before or after the entry has come. */
  readonly mustContain: (head: JournalHead) => void;
  readonly mustEndAt: (head: JournalHead) => void;
};

/** The chain before its first page. It begins after the kept head if the page does. */
async function chainFrom({ application_id, data }: JournalPage, kept: KeptHead | undefined): Promise<Chain> {
  const continues = kept && (data[0]?.seq ?? kept.seq + 1) === kept.seq + 1;
  const start = continues ? kept : { seq: 0, hash: await genesisOf(application_id) };
  const chain = chainAfter(application_id, start);
  if (kept) chain.mustContain(kept);
  return chain;
}

function chainAfter(applicationId: string, start: JournalHead): Chain {
  /** The first is that of `start`. */
  const hashes = [start.hash];
  const awaited = new Map<number, string>();
  let witnessedUntil = start.seq;
  const end = (): JournalHead => ({ seq: start.seq + hashes.length - 1, hash: hashes.at(-1) ?? start.hash });

  function compare(seq: number, hash: string): void {
    if (hashes[seq - start.seq] !== hash) throw new ProofRefused('rewritten', undefined, witnessedUntil + 1);
    witnessedUntil = Math.max(witnessedUntil, seq);
  }

  return {
    async append(entry) {
      const { seq: before, hash: previous } = end();
      const seq = before + 1;
      if (entry.seq > seq) throw new ProofRefused('entry-missing', undefined, seq);
      if (entry.seq < seq) throw new ProofRefused('entry-out-of-place', undefined, seq);
      // Only the first entry can continue something else than what it was compared with.
      if (entry.previous_hash !== previous && hashes.length === 1 && before > 0)
        throw new ProofRefused('rewritten', undefined, seq);
      const hash = await hashOfEntry(previous, applicationId, entry);
      if (entry.hash !== hash || entry.previous_hash !== previous)
        throw new ProofRefused('entry-changed', undefined, seq);
      hashes.push(hash);
      const said = awaited.get(seq);
      if (said !== undefined) compare(seq, said);
      awaited.delete(seq);
    },
    mustContain({ seq, hash }) {
      // What came before the start was compared when the start was kept.
      if (seq < start.seq) return;
      if (seq <= end().seq) return compare(seq, hash);
      if ((awaited.get(seq) ?? hash) !== hash)
        throw new ProofRefused('rewritten', undefined, witnessedUntil + 1);
      awaited.set(seq, hash);
    },
    mustEndAt(head) {
      const { seq, hash } = end();
      if (awaited.size > 0 || seq < head.seq || head.seq < start.seq)
        throw new ProofRefused('end-missing', undefined, seq + 1);
      if (seq > head.seq || hash !== head.hash) throw new ProofRefused('head-changed', undefined, head.seq);
    },
  };
}

async function verifyCheckpoint(
  applicationId: string,
  { seq, hash, time, public_key, signature }: JournalCheckpoint,
  keys: readonly string[],
): Promise<void> {
  const signed = encodeCanonical('wallet-service/journal-checkpoint/1', [
    utf8(applicationId),
    bytesOfInteger(seq),
    fromHex(hash),
    bytesOfInteger(time),
  ]);
  if (!(await isEd25519Signature(fromHex(public_key), signed, fromHex(signature))))
    throw new ProofRefused('checkpoint-forged', undefined, seq);
  if (!keys.every((key) => key === public_key))
    throw new ProofRefused('checkpoint-key-changed', undefined, seq);
}

/** The keys that a checkpoint must be signed with. All are the same unless somebody lies. */
function keysOf(
  { checkpointKey, kept }: JournalExpectation,
  earlier: JournalCheckpoint | null,
): readonly string[] {
  const attested = checkpointKey && toHex(checkpointKey.publicKey).slice(2);
  return [attested, kept?.publicKey ?? undefined, earlier?.public_key].filter((key) => key !== undefined);
}

function uncheckedOf(
  head: JournalHead,
  newest: JournalCheckpoint | null,
  { checkpointKey, kept }: JournalExpectation,
): readonly Unchecked[] {
  const missing: Unchecked[] = [];
  if (!newest) missing.push('no-checkpoint');
  else if (!checkpointKey && !kept?.publicKey) missing.push('checkpoint-key');
  if (!kept) missing.push('rollback');
  if (newest && head.seq > newest.seq) missing.push('end');
  return missing;
}
