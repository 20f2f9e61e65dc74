import { hash as digest } from 'node:crypto';
import { encodeCanonical } from '@wallet-service/signer-protocol';

/** The operations of events that tell what somebody changed begin with it: `admin.policy_updated`, and others. */
export const administrative = 'admin.';

/**
 * A request (`intent`) and, in a second entry with the same request id, its result (`result`); or an event of
 * a wallet (`event`). No field contains a secret.
 */
export type JournalEntry = {
  readonly applicationId: string;
  /** Unix milliseconds. */
  readonly recordedAtMs: number;
  readonly kind: 'intent' | 'result' | 'event';
  readonly requestId: string;
  readonly walletId: string;
  /** For an event its type, such as `wallet.created`. */
  readonly operation: string;
  /** The concatenated SHA-256 of each payload. */
  readonly payloadHashes: Uint8Array;
  /** SHA-256 of the token as received. Zeros if there was none. */
  readonly jwtHash: Uint8Array;
  /** The policy service's decision record, JSON. Empty if there is none. */
  readonly decision: string;
  readonly outcome: '' | 'signed' | 'denied' | 'failed';
  readonly errorCode: string;
  /** The token had already been used for another payload. */
  readonly tokenReused: boolean;
  readonly traceId: string;
  /** JSON for an event. Otherwise empty. */
  readonly details: string;
};

/** The end of an application's chain: the number and the hash of its last entry. */
export type JournalHead = { readonly seq: bigint; readonly hash: Uint8Array };

/** An entry at its place in the journal. The first has number 1, and is the leaf with index 0 of the log. */
export type PlacedEntry = { readonly seq: bigint; readonly entry: JournalEntry };

/** `chainHash`: of an entry that was written when journals were hash chains, its hash there. */
export type StoredEntry = PlacedEntry & { readonly chainHash: Uint8Array | null };

/** An entry at its position in a chain. */
export type ChainedEntry = { readonly seq: bigint; readonly entry: JournalEntry; readonly hash: Uint8Array };

/**
 * The hash before a chain's first entry. Bound to the application, so that the chain of another can't be
 * passed off as its own.
 */
export function genesisOf(applicationId: string): JournalHead {
  const canonical = encodeCanonical('wallet-service/journal/genesis/1', [applicationId]);
  return { seq: 0n, hash: sha256(canonical) };
}

/** The entry's hash: SHA-256 over the previous hash, its number and every field, in canonical encoding. */
export function hashOfEntry(previousHash: Uint8Array, seq: bigint, entry: JournalEntry): Uint8Array {
  return sha256(canonicalOf(previousHash, seq, entry));
}

/** The number and every field in canonical encoding, without the previous entry. */
export function contentOf(seq: bigint, entry: JournalEntry): Uint8Array {
  return canonicalOf(new Uint8Array(), seq, entry);
}

function canonicalOf(previousHash: Uint8Array, seq: bigint, entry: JournalEntry): Uint8Array {
  return encodeCanonical('wallet-service/journal/entry/1', [
    previousHash,
    [
      seq,
      entry.recordedAtMs,
      entry.kind,
      entry.requestId,
      entry.walletId,
      entry.tokenReused ? 'reused' : '',
    ].join('\n'),
    entry.applicationId,
    entry.operation,
    entry.payloadHashes,
    entry.jwtHash,
    entry.decision,
    entry.outcome,
    entry.errorCode,
    entry.traceId,
    // Entries without details have the same form as before there were details.
    ...(entry.details === '' ? [] : [entry.details]),
  ]);
}

/** Appends entries of one application to its head, in order. */
export function chainEntries(head: JournalHead, entries: readonly JournalEntry[]): readonly ChainedEntry[] {
  let { seq, hash } = head;
  return entries.map((entry) => {
    seq += 1n;
    hash = hashOfEntry(hash, seq, entry);
    return { seq, entry, hash };
  });
}

function sha256(bytes: Uint8Array): Uint8Array {
  return digest('sha256', bytes, 'buffer');
}
