import { createRowMac } from '@wallet-service/values';
import { contentOf, type ChainedEntry, type JournalEntry } from '@wallet-service/journal-format';

/** Proves which entries of the journal, and which rows that wait for it, a process wrote that has the event key. */
export type JournalMacs = {
  readonly ofEntry: (entry: ChainedEntry) => Buffer;
  readonly fitsEntry: (mac: Uint8Array | null, entry: ChainedEntry) => boolean;
  readonly ofWaiting: (entry: JournalEntry) => Buffer;
  readonly fitsWaiting: (mac: Uint8Array | null, entry: JournalEntry) => boolean;
};

/**
 * `secret`: at least 32 bytes that the database has not. `adoptUntilMs`: until when rows without a MAC are
 * taken for rows of before.
 */
export function createJournalMacs(
  secret: Uint8Array,
  adoptUntilMs: number | undefined,
  now?: () => number,
): JournalMacs {
  const common = { secret, adoptUntilMs, ...(now && { now }) };
  const entries = createRowMac({ ...common, purpose: 'wallet/journal-entry' });
  const waiting = createRowMac({ ...common, purpose: 'wallet/journal-outbox' });
  // Every field beside the hash: an entry is still known for genuine when the one before it, which its hash
  // needs, is gone.
  const partsOf = ({ seq, entry, hash }: ChainedEntry) => [hash, contentOf(seq, entry)] as const;
  const nowhere = 0n;
  return {
    ofEntry: (entry) => entries.of(...partsOf(entry)),
    fitsEntry: (mac, entry) => entries.fits(mac, ...partsOf(entry)),
    ofWaiting: (entry) => waiting.of(contentOf(nowhere, entry)),
    fitsWaiting: (mac, entry) => waiting.fits(mac, contentOf(nowhere, entry)),
  };
}
