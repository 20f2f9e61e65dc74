import { createHash } from 'node:crypto';
import { encodeCanonical } from '@wallet-service/signer-protocol';

/**
 * What was asked (`intent`) and, in a second entry of the same request id, what came of it (`result`); or
 * what happened to a wallet (`event`). No field holds a secret.
 */
export type JournalEntry = {
  readonly applicationId: string;
  /** Unix milliseconds. */
  readonly recordedAtMs: number;
  readonly kind: 'intent' | 'result' | 'event';
  readonly requestId: string;
  readonly walletId: string;
  /** Of an event: its type, such as `wallet.created`. */
  readonly operation: string;
  /** SHA-256 of each payload, one after the other. */
  readonly payloadHashes: Uint8Array;
  /** SHA-256 of the token as received; zeros when there was none. */
  readonly jwtHash: Uint8Array;
  /** The policy service's decision record, JSON; empty when there is none. */
  readonly decision: string;
  readonly outcome: '' | 'signed' | 'denied' | 'failed';
  readonly errorCode: string;
  /** The token had been used for another payload before. */
  readonly tokenReused: boolean;
  readonly traceId: string;
  /** Of an event: JSON. Otherwise empty. */
  readonly details: string;
};

/** The end of an application's chain: the number and the hash of its last entry. */
export type JournalHead = { readonly seq: bigint; readonly hash: Uint8Array };

/** An entry at its place in the chain. */
export type ChainedEntry = { readonly seq: bigint; readonly entry: JournalEntry; readonly hash: Uint8Array };

/**
 * Where a chain begins: before its first entry. Bound to the application, so that the chain of another can't
 * be passed off as its own.
 */
export function genesisOf(applicationId: string): JournalHead {
  const canonical = encodeCanonical('wallet-service/journal/genesis/1', [Buffer.from(applicationId)]);
  return { seq: 0n, hash: sha256(canonical) };
}

/** The entry's hash: SHA-256 over the hash before it, its number and every field, in canonical encoding. */
export function hashOfEntry(previousHash: Uint8Array, seq: bigint, entry: JournalEntry): Uint8Array {
  return sha256(canonicalOf(previousHash, seq, entry));
}

/** The number and every field in canonical encoding, without the entry before. */
export function contentOf(seq: bigint, entry: JournalEntry): Uint8Array {
  return canonicalOf(new Uint8Array(), seq, entry);
}

function canonicalOf(previousHash: Uint8Array, seq: bigint, entry: JournalEntry): Uint8Array {
  return encodeCanonical('wallet-service/journal/entry/1', [
    previousHash,
    Buffer.from(
      [
        seq,
        entry.recordedAtMs,
        entry.kind,
        entry.requestId,
        entry.walletId,
        entry.tokenReused ? 'reused' : '',
      ].join('\n'),
    ),
    Buffer.from(entry.applicationId),
    Buffer.from(entry.operation),
    entry.payloadHashes,
    entry.jwtHash,
    Buffer.from(entry.decision),
    Buffer.from(entry.outcome),
    Buffer.from(entry.errorCode),
    Buffer.from(entry.traceId),
    // Entries without details have the form of those that were written before there were any.
    ...(entry.details === '' ? [] : [Buffer.from(entry.details)]),
  ]);
}

/** Puts entries of one application behind its head, in order. */
export function chainEntries(head: JournalHead, entries: readonly JournalEntry[]): readonly ChainedEntry[] {
  let { seq, hash } = head;
  return entries.map((entry) => {
    seq += 1n;
    hash = hashOfEntry(hash, seq, entry);
    return { seq, entry, hash };
  });
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}
