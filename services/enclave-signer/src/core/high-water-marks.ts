import { Refused } from '@wallet-service/signer-protocol';
import { RecentlyUsed } from './recently-used.js';

/**
 * The highest version of each re-sealed record that this process has opened. An older one that is put back is
 * refused. In memory only, and bounded: after a restart, or after `maxEntries` other wallets, the mark is
 * gone, as SECURITY.md says. Records that were never re-sealed need no mark.
 */
export class HighWaterMarks {
  readonly #marks: RecentlyUsed<string, number>;

  constructor(maxEntries = 200_000) {
    this.#marks = new RecentlyUsed('signer.high-water-marks', maxEntries);
  }

  get size(): number {
    return this.#marks.size;
  }

  check(applicationId: string, walletId: string, version: number): void {
    const mark = this.#marks.get(nameOf(applicationId, walletId));
    if (mark !== undefined && version < mark) throw new Refused('record-rolled-back', { version_seen: mark });
  }

  /**
   * Only for a version whose record was opened, because an unproven claim by a caller must not lock a wallet.
   */
  raise(applicationId: string, walletId: string, version: number): void {
    if (version < 2) return;
    const name = nameOf(applicationId, walletId);
    this.#marks.set(name, Math.max(version, this.#marks.get(name) ?? 0));
  }
}

function nameOf(applicationId: string, walletId: string): string {
  return JSON.stringify([applicationId, walletId]);
}
