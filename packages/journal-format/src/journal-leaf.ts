import { createHash } from 'node:crypto';
import { bytesOfInteger, bytesOfText, encodeCanonical } from '@wallet-service/signer-protocol';
import type { JournalEntry } from './journal-entry.js';

/** Whether an entry can have a leaf: its time MUST be one. A row that somebody changed may have another. */
export function hasLeaf({ recordedAtMs }: JournalEntry): boolean {
  return Number.isSafeInteger(recordedAtMs) && recordedAtMs >= 0;
}

/**
 * The leaf data of an entry in its application's log: every field, and neither its number nor another entry. Always
 * 14 fields, so that no two entries share their bytes. The decision and the details are there as SHA-256 of their
 * UTF-8, so that leaves are small, or as nothing if they are empty. The leaf hash is the SHA-256 of a zero byte and of
 * these bytes (RFC 6962, section 2.1). Throws a RangeError for an entry that has none.
 */
export function leafDataOf(entry: JournalEntry): Uint8Array {
  return encodeCanonical('wallet-service/journal/entry/2', [
    bytesOfText(entry.applicationId),
    bytesOfInteger(entry.recordedAtMs),
    bytesOfText(entry.kind),
    bytesOfText(entry.requestId),
    bytesOfText(entry.walletId),
    bytesOfText(entry.operation),
    entry.payloadHashes,
    entry.jwtHash,
    digestOf(entry.decision),
    bytesOfText(entry.outcome),
    bytesOfText(entry.errorCode),
    bytesOfText(entry.tokenReused ? 'reused' : ''),
    bytesOfText(entry.traceId),
    digestOf(entry.details),
  ]);
}

function digestOf(text: string): Uint8Array {
  return text === '' ? new Uint8Array() : createHash('sha256').update(text).digest();
}
