import type { LogCheckpoint } from '@wallet-service/signer-protocol';
import { RecentlyUsed } from './recently-used.js';

/**
 * The last checkpoint of each journal that this process signed. In memory only, and bounded: after a restart, or after
 * `maxEntries` other journals, a signer asks what witnesses hold.
 */
export class LastCheckpoints {
  /** Unix seconds. What was signed earlier is forgotten. */
  readonly since: number;
  readonly #last: RecentlyUsed<string, LogCheckpoint>;

  constructor(since: number, maxEntries = 100_000) {
    this.since = since;
    this.#last = new RecentlyUsed('signer.last-checkpoints', maxEntries);
  }

  of(applicationId: string): LogCheckpoint | undefined {
    return this.#last.get(applicationId);
  }

  remember(checkpoint: LogCheckpoint): void {
    this.#last.set(checkpoint.applicationId, checkpoint);
  }
}
