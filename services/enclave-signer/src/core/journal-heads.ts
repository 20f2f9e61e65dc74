import { Refused } from '@wallet-service/signer-protocol';
import { RecentlyUsed } from './recently-used.js';

type Head = { readonly seq: bigint; readonly hash: Uint8Array };

/**
 * The last head of each journal for which this process signed a checkpoint. It never signs for fewer entries,
 * nor for another entry at that place. In memory only, and bounded: after a restart, or after `maxEntries`
 * other applications, the mark is gone. The checkpoints that were given out remain.
 */
export class JournalHeads {
  readonly #heads: RecentlyUsed<string, Head>;

  constructor(maxEntries = 100_000) {
    this.#heads = new RecentlyUsed('signer.journal-heads', maxEntries);
  }

  /** Throws Refused('journal-rolled-back'). */
  advance(applicationId: string, head: Head): void {
    const last = this.#heads.get(applicationId);
    if (last !== undefined && !isAfter(head, last))
      throw new Refused('journal-rolled-back', { seq_seen: Number(last.seq) });
    this.#heads.set(applicationId, head);
  }
}

function isAfter(head: Head, last: Head): boolean {
  return head.seq > last.seq || (head.seq === last.seq && Buffer.compare(head.hash, last.hash) === 0);
}
