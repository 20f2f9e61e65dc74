import { hash } from 'node:crypto';
import {
  bytesOfInteger,
  decodeCanonical,
  encodeCanonical,
  integerOf,
  textOf,
} from '@wallet-service/signer-protocol';
import type { JournalEntry } from './journal-entry.js';

const domain = 'wallet-service/journal/entry/2';

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
  return encodeCanonical(domain, [
    entry.applicationId,
    bytesOfInteger(entry.recordedAtMs),
    entry.kind,
    entry.requestId,
    entry.walletId,
    entry.operation,
    entry.payloadHashes,
    entry.jwtHash,
    digestOf(entry.decision),
    entry.outcome,
    entry.errorCode,
    entry.tokenReused ? 'reused' : '',
    entry.traceId,
    digestOf(entry.details),
  ]);
}

/** What a leaf has only as a digest. */
export type EntryTexts = Pick<JournalEntry, 'decision' | 'details'>;

/**
 * The entry of a leaf and its texts. Undefined for bytes that are no leaf. It does not compare the texts with their
 * digests: with other texts it is the entry of another leaf.
 */
export function entryOfLeaf(leaf: Uint8Array, { decision, details }: EntryTexts): JournalEntry | undefined {
  const fields = decodeCanonical(domain, leaf);
  if (fields?.length !== 14) return undefined;
  const at = (index: number): Uint8Array => fields[index] ?? new Uint8Array();
  const [applicationId, kind, requestId, walletId, operation, outcome, errorCode, reused, traceId] = [
    ...[0, 2, 3, 4, 5, 9, 10, 11, 12],
  ].map((index) => textOf(at(index)));
  const recordedAtMs = integerOf(at(1));
  const texts = { applicationId, requestId, walletId, operation, errorCode, traceId };
  if (Object.values(texts).includes(undefined) || recordedAtMs === undefined) return undefined;
  return {
    ...(texts as Record<keyof typeof texts, string>),
    recordedAtMs,
    kind: kind as JournalEntry['kind'],
    payloadHashes: at(6),
    jwtHash: at(7),
    decision,
    outcome: outcome as JournalEntry['outcome'],
    tokenReused: reused === 'reused',
    details,
  };
}

function digestOf(text: string): Uint8Array {
  return text === '' ? new Uint8Array() : hash('sha256', text, 'buffer');
}
