import { createHash } from 'node:crypto';
import { RecentlyUsed } from '@wallet-service/values';
import type { Owner } from '../wallets/wallet.js';

/** The part of the shared store that is needed here. Rejects if the store can't be reached. */
export type ReceiptStore = {
  readonly get: (key: string) => Promise<string | null>;
  readonly set: (key: string, value: string, ttlMs: number) => Promise<void>;
};

/**
 * The signer's receipts for multi-factor authentication, so that users are not asked again within the recency
 * window. Only the signer can create and judge one. If one is lost, the user is asked again.
 */
export type MfaReceipts = {
  /**
   * The user's receipt, empty if there is none. The shared store is read only when the verdict requires
   * evidence.
   */
  readonly recall: (owner: Owner, isDemanded: boolean) => Promise<Uint8Array>;
  /** `presented` is the receipt that was sent to the signer, which added to it. */
  readonly remember: (owner: Owner, receipt: Uint8Array, presented: Uint8Array) => void;
};

/** Longer than any sensible recency window. The signer itself compares the receipt with the window. */
const keptMs = 30 * 86_400_000;
const none = new Uint8Array(0);

export function createMfaReceipts(store: ReceiptStore, onError: (error: unknown) => void): MfaReceipts {
  const recent = new RecentlyUsed<string, Uint8Array>('wallet.mfa-receipts', 10_000);

  return {
    async recall(owner, isDemanded) {
      const key = keyOf(owner);
      const known = recent.get(key);
      // Another replica may have newer evidence, so the local cache is not enough when the verdict requires
      // MFA.
      if (!isDemanded) return known ?? none;
      try {
        const stored = await store.get(key);
        return stored === null ? (known ?? none) : Buffer.from(stored, 'base64');
      } catch (error) {
        onError(error);
        return known ?? none;
      }
    },
    remember(owner, receipt, presented) {
      const key = keyOf(owner);
      recent.set(key, receipt);
      // Not awaited, because the signature does not depend on it.
      keep(key, receipt, presented).catch(onError);
    },
  };

  async function keep(key: string, receipt: Uint8Array, presented: Uint8Array): Promise<void> {
    const stored = await store.get(key);
    const found = stored === null ? none : Buffer.from(stored, 'base64');
    // Another replica stored more evidence than this one sent to the signer. That receipt stays and is used
    // next time.
    if (found.length > 0 && Buffer.compare(found, presented) !== 0) recent.set(key, found);
    else await store.set(key, Buffer.from(receipt).toString('base64'), keptMs);
  }
}

function keyOf({ applicationId, issuer, subject }: Owner): string {
  const person = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('base64url');
  return `mfa-receipt:${applicationId}:${person}`;
}
