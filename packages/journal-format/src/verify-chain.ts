import { genesisOf, hashOfEntry, type ChainedEntry, type JournalHead } from './journal-entry.js';
import { isSignedCheckpoint, type SignedCheckpoint } from './journal-checkpoint.js';

export type ChainFinding =
  | { readonly intact: true; readonly entries: number }
  /** `seq`: the first entry that is not, or may not be, as it was written. */
  | { readonly intact: false; readonly seq: bigint; readonly problem: ChainProblem };

export type ChainProblem =
  | 'entry-changed'
  | 'entry-missing'
  | 'entry-out-of-place'
  | 'entry-of-another-application'
  | 'end-missing'
  | 'head-changed'
  | 'head-missing'
  /** Consistent in itself, but not what a checkpoint or a note says: rewritten from here on. */
  | 'rewritten'
  /** There was one earlier. */
  | 'checkpoint-missing'
  | 'checkpoint-forged'
  | 'checkpoint-key-changed';

export type ChainWitnesses = {
  /** In order. */
  readonly checkpoints?: readonly SignedCheckpoint[];
  /** The application's checkpoint key, as signers attest it or from another source. */
  readonly pinnedKey?: Uint8Array | undefined;
  /** An earlier head and checkpoint key of the application, kept elsewhere. */
  readonly noted?: (JournalHead & { readonly publicKey?: Uint8Array | undefined }) | undefined;
  /** The number of the first entry to take: 1 if left out, or the noted one, whose hash is then the noted one. */
  readonly from?: bigint;
};

export type ChainVerifier = {
  /** The next entry in order. The first problem is final. */
  readonly take: (entry: ChainedEntry) => ChainFinding | undefined;
  readonly end: (head: JournalHead | undefined) => ChainFinding;
};

/**
 * Verifies a chain entry by entry, so that a chain of any length can be read in pages. Throws a RangeError if `from`
 * is neither 1 nor the noted entry.
 */
export function createChainVerifier(
  applicationId: string,
  { checkpoints = [], noted, pinnedKey, from = 1n }: ChainWitnesses = {},
): ChainVerifier {
  const notedSeq = noted?.seq ?? 0n;
  if (from !== 1n && from !== notedSeq) throw new RangeError('a chain begins at 1 or at the noted entry');
  let { hash } = genesisOf(applicationId);
  let seq = from - 1n;
  let broken = firstBadCheckpoint(applicationId, checkpoints, [pinnedKey, noted?.publicKey]);
  const signedHashes = new Map(checkpoints.map((checkpoint) => [BigInt(checkpoint.seq), checkpoint.hash]));
  let signedUntil = 0n;
  const found = (at: bigint, problem: ChainProblem): ChainFinding =>
    (broken = { intact: false, seq: at, problem });

  return {
    take(next) {
      if (broken) return broken;
      const expected = seq + 1n;
      if (next.entry.applicationId !== applicationId) return found(expected, 'entry-of-another-application');
      if (next.seq > expected) return found(expected, 'entry-missing');
      if (next.seq < expected) return found(expected, 'entry-out-of-place');
      // Where the audit goes on, nothing but the note says which hash came before.
      hash = expected === from && from > 1n ? next.hash : hashOfEntry(hash, expected, next.entry);
      if (!same(hash, next.hash)) return found(expected, 'entry-changed');
      seq = expected;
      const witnessed = [signedHashes.get(seq), seq === notedSeq ? noted?.hash : undefined];
      if (witnessed.every((one) => one === undefined)) return undefined;
      if (!witnessed.every((one) => one === undefined || same(hash, one)))
        return found(signedUntil + 1n, 'rewritten');
      signedUntil = seq;
      return undefined;
    },
    end(head) {
      if (broken) return broken;
      const last = BigInt(checkpoints.at(-1)?.seq ?? 0);
      if (!head) return found(seq, 'head-missing');
      if (seq < head.seq || seq < last || seq < notedSeq) return found(seq + 1n, 'end-missing');
      if (seq > head.seq || !same(hash, head.hash)) return found(head.seq, 'head-changed');
      if (noted?.publicKey && checkpoints.length === 0) return found(notedSeq + 1n, 'checkpoint-missing');
      return { intact: true, entries: Number(seq) };
    },
  };
}

/**
 * Whether the entries are the application's whole chain, as it was written, up to `head`. The chain alone
 * can't show that entries were cut off its end together with the head, or that all of it was rewritten.
 * Checkpoints show that, up to the last of them.
 */
export function verifyChain(
  applicationId: string,
  entries: Iterable<ChainedEntry>,
  head: JournalHead,
  witnesses: ChainWitnesses = {},
): ChainFinding {
  const verifier = createChainVerifier(applicationId, witnesses);
  for (const entry of entries) {
    const finding = verifier.take(entry);
    if (finding) return finding;
  }
  return verifier.end(head);
}

function firstBadCheckpoint(
  applicationId: string,
  checkpoints: readonly SignedCheckpoint[],
  known: readonly (Uint8Array | undefined)[],
): ChainFinding | undefined {
  const keys = [...known, checkpoints[0]?.publicKey].filter((key) => key !== undefined);
  for (const checkpoint of checkpoints) {
    const seq = BigInt(checkpoint.seq);
    const isOwn = checkpoint.applicationId === applicationId;
    if (!isOwn || !isSignedCheckpoint(checkpoint))
      return { intact: false, seq, problem: 'checkpoint-forged' };
    if (!keys.every((key) => same(checkpoint.publicKey, key)))
      return { intact: false, seq, problem: 'checkpoint-key-changed' };
  }
  return undefined;
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
