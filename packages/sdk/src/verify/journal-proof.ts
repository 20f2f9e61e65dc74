import { fromHex } from '../core/encoding.js';
import type { CheckpointKeyClaim } from './claims.js';
import { readSignedNote, type SignedNote } from './journal-note.js';
import { hashOfEntry, hexOf, readJournalPage, type JournalEntry, type JournalPage } from './journal-page.js';
import { isIncluded } from './merkle-tree.js';
import { ProofRefused } from './proof-refused.js';
import type { VerifiedReceipt } from './receipt.js';

/** Entries of a journal, each proven by itself. */
export type VerifiedEntries = {
  readonly applicationId: string;
  /** Those that the checkpoint contains. */
  readonly entries: readonly JournalEntry[];
  /** Those that no signer has signed yet. Ask for them again in a minute or two. */
  readonly pending: readonly JournalEntry[];
  /** When a signer signed the checkpoint: Unix seconds, by its clock. Null: there is no checkpoint yet. */
  readonly signedAt: number | null;
};

/**
 * Verifies an answer of `GET /v1/audit` with `proofs=true`, also with filters: each entry has its number in the journal
 * that a signer signed. It does not show that entries are missing: `verifyJournal` does. `checkpointKey`: from
 * `verifyAttestation` of documents that were asked for with the application's id. Offline: keep the answer with the
 * receipts of its entries. Throws ProofRefused.
 */
export async function verifyJournalEntries(
  answer: unknown,
  checkpointKey: CheckpointKeyClaim,
): Promise<VerifiedEntries> {
  const page = readJournalPage(answer);
  const { application_id: applicationId, data } = page;
  if (applicationId !== checkpointKey.applicationId) throw new ProofRefused('other-application');
  const signed = page.checkpoint && (await signedBy(page.checkpoint, applicationId, checkpointKey));
  const entries: JournalEntry[] = [];
  const pending: JournalEntry[] = [];
  const seen = new Set<number>();
  for (const entry of data) {
    if (seen.has(entry.seq)) throw new ProofRefused('entry-out-of-place', undefined, entry.seq);
    seen.add(entry.seq);
    if ((await hashOfEntry(applicationId, entry)) !== entry.leaf_hash)
      throw new ProofRefused('entry-changed', undefined, entry.seq);
    if (signed && entry.seq <= signed.size) {
      await mustBeIncluded(entry, signed);
      entries.push(entry);
    } else pending.push(entry);
  }
  return { applicationId, entries, pending, signedAt: signed?.time ?? null };
}

/** The entries of the request that the receipt is about: the results of its signature. */
export function entriesOfReceipt(
  { applicationId, entries }: Pick<VerifiedEntries, 'applicationId' | 'entries'>,
  receipt: VerifiedReceipt,
): readonly JournalEntry[] {
  return applicationId === receipt.applicationId ? entries.filter((entry) => isOf(entry, receipt)) : [];
}

function isOf(entry: JournalEntry, receipt: VerifiedReceipt): boolean {
  return (
    entry.kind === 'result' &&
    entry.outcome === 'signed' &&
    entry.wallet_id === receipt.walletId &&
    entry.operation === receipt.operation &&
    entry.jwt_hash === hexOf(receipt.jwtHash) &&
    entry.payload_hashes.join() === receipt.payloadHashes.map(hexOf).join()
  );
}

async function signedBy(
  checkpoint: NonNullable<JournalPage['checkpoint']>,
  applicationId: string,
  { publicKey }: CheckpointKeyClaim,
): Promise<SignedNote> {
  const signed = await readSignedNote(checkpoint);
  if (signed?.applicationId !== applicationId) throw new ProofRefused('checkpoint-forged');
  if (checkpoint.public_key !== hexOf(publicKey))
    throw new ProofRefused('checkpoint-key-changed', undefined, signed.size);
  return signed;
}

async function mustBeIncluded(
  { seq, leaf_hash: leafHash, inclusion_proof: proof }: JournalEntry,
  signed: SignedNote,
): Promise<void> {
  const isProven = proof && (await isIncluded(fromHex(leafHash), seq - 1, signed, proof.map(fromHex)));
  if (!isProven) throw new ProofRefused('entry-not-included', undefined, seq);
}
