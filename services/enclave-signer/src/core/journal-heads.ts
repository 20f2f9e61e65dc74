import { Refused } from '@wallet-service/signer-protocol';

type Head = { readonly seq: bigint; readonly hash: Uint8Array };

/**
 * The last head of each journal that this process vouched for: it never vouches for less, nor for another
 * entry in its place. Memory only, and bounded: after a restart, or after `maxEntries` other applications,
 * the mark is gone; the checkpoints that were given out remain.
 */
export class JournalHeads {
  readonly #heads = new Map<string, Head>();
  readonly #maxEntries: number;

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  /** Throws Refused('journal-rolled-back'). */
  advance(applicationId: string, head: Head): void {
    const last = this.#heads.get(applicationId);
    if (last !== undefined && !isAfter(head, last))
      throw new Refused('journal-rolled-back', { seq_seen: Number(last.seq) });
    this.#heads.delete(applicationId);
    this.#heads.set(applicationId, head);
    const oldest = this.#heads.keys().next();
    if (this.#heads.size > this.#maxEntries && !oldest.done) this.#heads.delete(oldest.value);
  }
}

function isAfter(head: Head, last: Head): boolean {
  return head.seq > last.seq || (head.seq === last.seq && Buffer.compare(head.hash, last.hash) === 0);
}
