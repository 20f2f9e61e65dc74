import { fromHex, toHex, utf8 } from '../core/encoding.js';
import { bytesOfInteger, encodeCanonical } from './canonical.js';
import { leafHashOf } from './merkle-tree.js';
import { ProofRefused } from './proof-refused.js';
import { sha256 } from './web-crypto.js';

export type JournalCheckpoint = {
  /** What the note says: how many entries it covers, and when a signer signed it, in Unix seconds. */
  readonly size: number;
  readonly time: number;
  /** C2SP signed-note. */
  readonly note: string;
  /** Ed25519, hex. */
  readonly public_key: string;
};

export type JournalPage = {
  readonly application_id: string;
  readonly data: readonly JournalEntry[];
  readonly next: string | null;
  /** How many entries the journal has. */
  readonly size: number;
  readonly checkpoint: JournalCheckpoint | null;
  /** Entries that are not kept any more: how many, and the roots of their tree's perfect subtrees, in hex. */
  readonly removed?: { readonly size: number; readonly hashes: readonly string[] } | null;
};

export type JournalEntry = {
  /** From 1. */
  readonly seq: number;
  /** SHA-256, hex. */
  readonly leaf_hash: string;
  readonly time_ms: number;
  readonly kind: string;
  readonly request_id: string;
  readonly wallet_id: string;
  readonly operation: string;
  readonly payload_hashes: readonly string[];
  readonly jwt_hash: string;
  readonly decision: unknown;
  readonly outcome: string | null;
  readonly error_code: string | null;
  readonly token_reused: boolean;
  readonly trace_id: string;
  readonly details: unknown;
  /** Hashes in hex. Null: the checkpoint does not have the entry. Undefined: no proof was asked for. */
  readonly inclusion_proof?: readonly string[] | null;
};

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
/** Null stands for the empty text, which has the same hash. Only one of them may be read. */
const isTextOrNull: Check = (value) => value === null || (typeof value === 'string' && value !== '');
const isInteger: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isHash: Check = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
/** Anything of JSON, which has null where there is nothing. */
const isGiven: Check = (value) => value !== undefined;

const checkpoint = { size: isInteger, time: isInteger, note: isText, public_key: isHash };
const entry: Readonly<Record<keyof JournalEntry, Check>> = {
  seq: (value) => isInteger(value) && value !== 0,
  leaf_hash: isHash,
  time_ms: isInteger,
  kind: (value) => value === 'intent' || value === 'result' || value === 'event',
  request_id: isText,
  wallet_id: isText,
  operation: isText,
  payload_hashes: (value) => Array.isArray(value) && value.every(isHash),
  jwt_hash: isHash,
  decision: isGiven,
  outcome: isTextOrNull,
  error_code: isTextOrNull,
  token_reused: (value) => typeof value === 'boolean',
  trace_id: isText,
  details: isGiven,
  inclusion_proof: (value) =>
    value === undefined || value === null || (Array.isArray(value) && value.every(isHash)),
};
const removed = {
  size: isInteger,
  hashes: (value: unknown) => Array.isArray(value) && value.every(isHash),
};
const page = {
  application_id: isText,
  data: (value: unknown) => Array.isArray(value) && value.every((each) => hasForm(each, entry)),
  next: (value: unknown) => value === null || typeof value === 'string',
  size: isInteger,
  removed: (value: unknown) => value === undefined || value === null || hasForm(value, removed),
  checkpoint: (value: unknown) => value === null || hasForm(value, checkpoint),
};

/** An answer of `GET /v1/audit`. Throws ProofRefused for anything else. */
export function readJournalPage(value: unknown): JournalPage {
  if (!hasForm(value, page)) throw new ProofRefused('journal-malformed');
  return value as JournalPage;
}

function hasForm(value: unknown, form: Readonly<Record<string, Check>>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(form).every(([name, check]) => check((value as Record<string, unknown>)[name]));
}

/** The hash that an entry must have: that of a leaf with all its fields. Hex. */
export async function hashOfEntry(applicationId: string, each: JournalEntry): Promise<string> {
  const fields = [
    utf8(applicationId),
    bytesOfInteger(each.time_ms),
    ...[each.kind, each.request_id, each.wallet_id, each.operation].map(utf8),
    fromHex(each.payload_hashes.join('')),
    fromHex(each.jwt_hash),
    await digestOf(each.decision),
    ...[each.outcome ?? '', each.error_code ?? '', each.token_reused ? 'reused' : '', each.trace_id].map(
      utf8,
    ),
    await digestOf(each.details),
  ];
  return hexOf(await leafHashOf(encodeCanonical('wallet-service/journal/entry/2', fields)));
}

/** Of the stored text: JSON.stringify wrote it, and gives it again for what JSON.parse made of it. */
async function digestOf(value: unknown): Promise<Uint8Array> {
  return value === null ? new Uint8Array(0) : sha256(utf8(JSON.stringify(value)));
}

export function hexOf(bytes: Uint8Array): string {
  return toHex(bytes).slice(2);
}
