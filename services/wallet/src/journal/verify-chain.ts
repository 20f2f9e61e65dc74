import { genesisOf, hashOfEntry, type ChainedEntry, type JournalHead } from './journal-entry.js';

export type ChainFinding =
  | { readonly intact: true; readonly entries: number }
  /** `seq`: the first entry that is not what was written. */
  | { readonly intact: false; readonly seq: bigint; readonly problem: ChainProblem };

export type ChainProblem =
  | 'entry-changed'
  | 'entry-missing'
  | 'entry-out-of-place'
  | 'entry-of-another-application'
  | 'end-missing'
  | 'head-changed';

/**
 * Whether the entries are the application's whole chain, as it was written, up to `head`. A chain can't show that entries were cut off its end
 * together with the head: compare `head` with one that was noted elsewhere.
 */
export function verifyChain(
  applicationId: string,
  entries: Iterable<ChainedEntry>,
  head: JournalHead,
): ChainFinding {
  let { seq, hash } = genesisOf(applicationId);
  for (const next of entries) {
    const expected = seq + 1n;
    const broken = (problem: ChainProblem): ChainFinding => ({ intact: false, seq: expected, problem });
    if (next.entry.applicationId !== applicationId) return broken('entry-of-another-application');
    if (next.seq > expected) return broken('entry-missing');
    if (next.seq < expected) return broken('entry-out-of-place');
    const hashNow = hashOfEntry(hash, expected, next.entry);
    if (Buffer.compare(hashNow, next.hash) !== 0) return broken('entry-changed');
    seq = expected;
    hash = hashNow;
  }
  if (seq < head.seq) return { intact: false, seq: seq + 1n, problem: 'end-missing' };
  if (seq > head.seq || Buffer.compare(hash, head.hash) !== 0)
    return { intact: false, seq: head.seq, problem: 'head-changed' };
  return { intact: true, entries: Number(seq) };
}
