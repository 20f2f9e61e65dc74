import { hashOfEntry, type JournalEntry, type JournalHead } from './journal-page.js';
import { ProofRefused } from './proof-refused.js';

/** Entries, each with the hash that follows from the one before. Every method throws ProofRefused. */
export type Chain = {
  /** The number of the entry that it continues. 0: it has the first. */
  readonly startSeq: number;
  readonly append: (entry: JournalEntry) => Promise<void>;
  /** What a checkpoint or an earlier run says, before or after the entry has come. */
  readonly mustContain: (head: JournalHead) => void;
  readonly mustEndAt: (head: JournalHead) => void;
};

/** The chain that begins after `start`, which is proven. */
export function chainAfter(applicationId: string, start: JournalHead): Chain {
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
    startSeq: start.seq,
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
      if (seq <= end().seq) {
        compare(seq, hash);
        return;
      }
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
