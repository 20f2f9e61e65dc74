import { Refused } from '@wallet-service/signer-protocol';

/**
 * The highest version of each re-sealed record that this process has opened: an older one that is put back is
 * refused. Memory only, and bounded: after a restart, or after `maxEntries` other wallets, the mark is gone;
 * SECURITY.md says so. Records that were never re-sealed need no mark.
 */
export class HighWaterMarks {
  readonly #marks = new Map<string, number>();
  readonly #maxEntries: number;

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  get size(): number {
    return this.#marks.size;
  }

  check(applicationId: string, walletId: string, version: number): void {
    const mark = this.#marks.get(nameOf(applicationId, walletId));
    if (mark !== undefined && version < mark) throw new Refused('record-rolled-back', { version_seen: mark });
  }

  /** Only for a version whose record was opened: a caller's bare word must not lock a wallet. */
  raise(applicationId: string, walletId: string, version: number): void {
    if (version < 2) return;
    const name = nameOf(applicationId, walletId);
    const mark = Math.max(version, this.#marks.get(name) ?? 0);
    this.#marks.delete(name);
    this.#marks.set(name, mark);
    const oldest = this.#marks.keys().next();
    if (this.#marks.size > this.#maxEntries && !oldest.done) this.#marks.delete(oldest.value);
  }
}

function nameOf(applicationId: string, walletId: string): string {
  return JSON.stringify([applicationId, walletId]);
}
