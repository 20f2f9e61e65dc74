import { fromHex, toHex, utf8 } from '../core/encoding.js';
import { encodeCanonical } from './canonical.js';
import { ProofRefused } from './proof-refused.js';
import { sha256 } from './web-crypto.js';

/** The number and the hash (SHA-256, hex) of an entry: `head` of an answer. */
export type JournalHead = { readonly seq: number; readonly hash: string };

export type JournalCheckpoint = JournalHead & {
  /** Unix seconds, by the signer's clock. */
  readonly time: number;
  /** Ed25519, hex. */
  readonly public_key: string;
  readonly signature: string;
};

export type JournalPage = {
  readonly application_id: string;
  readonly data: readonly JournalEntry[];
  readonly head: JournalHead;
  readonly checkpoint: JournalCheckpoint | null;
};

export type JournalEntry = {
  readonly seq: number;
  readonly previous_hash: string;
  readonly hash: string;
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
};

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
/** What stands in one line of the hashed form, where a line break would move it into the next field. */
const isLine: Check = (value) => typeof value === 'string' && !value.includes('\n');
/** Null stands for the empty text, which has the same hash. Only one of them may be read. */
const isTextOrNull: Check = (value) => value === null || (typeof value === 'string' && value !== '');
const isInteger: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isHash: Check = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
/** Anything of JSON, which has null where there is nothing. */
const isGiven: Check = (value) => value !== undefined;

const head = { seq: isInteger, hash: isHash };
const checkpoint = {
  seq: isInteger,
  hash: isHash,
  time: isInteger,
  public_key: isHash,
  signature: (value: unknown) => typeof value === 'string' && /^[0-9a-f]{128}$/.test(value),
};
const entry: Readonly<Record<keyof JournalEntry, Check>> = {
  seq: isInteger,
  previous_hash: isHash,
  hash: isHash,
  time_ms: isInteger,
  kind: (value) => value === 'intent' || value === 'result' || value === 'event',
  request_id: isLine,
  wallet_id: isLine,
  operation: isText,
  payload_hashes: (value) => Array.isArray(value) && value.every(isHash),
  jwt_hash: isHash,
  decision: isGiven,
  outcome: isTextOrNull,
  error_code: isTextOrNull,
  token_reused: (value) => typeof value === 'boolean',
  trace_id: isText,
  details: isGiven,
};
const page = {
  application_id: isText,
  data: (value: unknown) => Array.isArray(value) && value.every((each) => hasForm(each, entry)),
  head: (value: unknown) => hasForm(value, head),
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

/** The hash before the first entry. It names the application, so that no journal passes for another's. */
export async function genesisOf(applicationId: string): Promise<string> {
  return hexOf(await sha256(encodeCanonical('wallet-service/journal/genesis/1', [utf8(applicationId)])));
}

/** The hash that an entry must have: over the hash before it, its number and all its fields. */
export async function hashOfEntry(
  previousHash: string,
  applicationId: string,
  each: JournalEntry,
): Promise<string> {
  const reused = each.token_reused ? 'reused' : '';
  const line = [each.seq, each.time_ms, each.kind, each.request_id, each.wallet_id, reused].join('\n');
  const details = jsonOf(each.details);
  const fields = [
    fromHex(previousHash),
    ...[line, applicationId, each.operation].map(utf8),
    fromHex(each.payload_hashes.join('')),
    fromHex(each.jwt_hash),
    ...[jsonOf(each.decision), each.outcome ?? '', each.error_code ?? '', each.trace_id].map(utf8),
    ...(details === '' ? [] : [utf8(details)]),
  ];
  return hexOf(await sha256(encodeCanonical('wallet-service/journal/entry/1', fields)));
}

/** The stored text: JSON.stringify wrote it, and gives it again for what JSON.parse made of it. */
function jsonOf(value: unknown): string {
  return value === null ? '' : JSON.stringify(value);
}

function hexOf(bytes: Uint8Array): string {
  return toHex(bytes).slice(2);
}
