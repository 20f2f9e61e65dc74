import { createHash } from 'node:crypto';
import { RecentlyUsed } from '@wallet-service/values';
import type { Owner } from '../wallets/wallet.js';

/** What is needed of the store that all replicas share. Rejects when it is out of reach. */
export type ReceiptStore = {
  readonly get: (key: string) => Promise<string | null>;
  readonly set: (key: string, value: string, ttlMs: number) => Promise<void>;
};

/**
 * The signer's receipts for multi-factor authentication, so that within the recency window it is not asked
 * for again. Only the signer can write and judge one; losing one means that the user is asked again.
 */
export type MfaReceipts = {
  /** The user's receipt; empty when there is none. The shared store is asked only when the verdict demands evidence. */
  readonly recall: (owner: Owner, isDemanded: boolean) => Promise<Uint8Array>;
  /** `presented`: what the signer was shown, and has added to. */
  readonly remember: (owner: Owner, receipt: Uint8Array, presented: Uint8Array) => void;
};

/** Longer than any recency window that makes sense; the signer holds the receipt against the window itself. */
const keptMs = 30 * 86_400_000;
const none = new Uint8Array(0);

export function createMfaReceipts(store: ReceiptStore, onError: (error: unknown) => void): MfaReceipts {
  const recent = new RecentlyUsed<string, Uint8Array>('wallet.mfa-receipts', 10_000);

  return {
    async recall(owner, isDemanded) {
      const key = keyOf(owner);
      const known = recent.get(key);
      // Another replica may have seen a newer authentication, so what is remembered here does not do when
      // evidence is demanded.
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
      // Not waited for: the signature does not depend on it.
      keep(key, receipt, presented).catch(onError);
    },
  };

  async function keep(key: string, receipt: Uint8Array, presented: Uint8Array): Promise<void> {
    const stored = await store.get(key);
    const found = stored === null ? none : Buffer.from(stored, 'base64');
    // Another replica remembered more than the signer was shown here: that stays, and is what is shown next.
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
