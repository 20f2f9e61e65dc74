import { createRowMac } from '@wallet-service/values';
import { contentOf, type ChainedEntry, type JournalEntry } from '@wallet-service/journal-format';

/**
 * Proves which journal entries, and which rows that wait for the journal, were written by a process that has
 * the event key.
 */
export type JournalMacs = {
  readonly ofEntry: (entry: ChainedEntry) => Buffer;
  readonly fitsEntry: (mac: Uint8Array | null, entry: ChainedEntry) => boolean;
  readonly ofWaiting: (entry: JournalEntry) => Buffer;
  readonly fitsWaiting: (mac: Uint8Array | null, entry: JournalEntry) => boolean;
};

/**
 * `secret` is at least 32 bytes that the database does not have. Until `adoptUntilMs` rows without a MAC
 * count as written before there were MACs.
 */
export function createJournalMacs(
  secret: Uint8Array,
  adoptUntilMs: number | undefined,
  now?: () => number,
): JournalMacs {
  const common = { secret, adoptUntilMs, ...(now && { now }) };
  const entries = createRowMac({ ...common, purpose: 'wallet/journal-entry' });
  const waiting = createRowMac({ ...common, purpose: 'wallet/journal-outbox' });
  // Every field except the hash, so an entry is still known to be genuine if the previous entry, which its
  // hash needs, is missing.
  const partsOf = ({ seq, entry, hash }: ChainedEntry) => [hash, contentOf(seq, entry)] as const;
  const nowhere = 0n;
  return {
    ofEntry: (entry) => entries.of(...partsOf(entry)),
    fitsEntry: (mac, entry) => entries.fits(mac, ...partsOf(entry)),
    ofWaiting: (entry) => waiting.of(contentOf(nowhere, entry)),
    fitsWaiting: (mac, entry) => waiting.fits(mac, contentOf(nowhere, entry)),
  };
}
