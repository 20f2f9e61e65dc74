import { Type, type Static } from 'typebox';
import * as Value from 'typebox/value';
import type { JournalFound } from './audit-journal.js';
import type { JournalEntry } from './journal-entry.js';
import type { StatedEntry } from './verify-log.js';

const hex = (bytes?: number) =>
  Type.String({ pattern: bytes === undefined ? '^([0-9a-f]{2})*$' : `^[0-9a-f]{${2 * bytes}}$` });
const nullable = Type.Union([Type.String(), Type.Null()]);
const number = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const entrySchema = Type.Object({
  seq: number,
  leaf_hash: hex(32),
  time_ms: number,
  kind: Type.Union([Type.Literal('intent'), Type.Literal('result'), Type.Literal('event')]),
  request_id: Type.String(),
  wallet_id: Type.String(),
  operation: Type.String(),
  payload_hashes: Type.Array(hex(32)),
  jwt_hash: hex(32),
  decision: Type.Unknown(),
  outcome: nullable,
  error_code: nullable,
  token_reused: Type.Boolean(),
  trace_id: Type.String(),
  details: Type.Unknown(),
});

/** An answer of `GET /v1/audit`. */
const pageSchema = Type.Object({
  application_id: Type.String(),
  data: Type.Array(entrySchema),
  next: nullable,
  size: number,
  // Answers of earlier versions have none.
  removed: Type.Optional(
    Type.Union([Type.Null(), Type.Object({ size: number, hashes: Type.Array(hex(32)) })]),
  ),
  checkpoint: Type.Union([Type.Null(), Type.Object({ note: Type.String(), public_key: hex(32) })]),
});
export type JournalPageJson = Static<typeof pageSchema>;

/** Throws an Error that names the place for anything but an answer of `GET /v1/audit`. */
export function parseJournalPage(json: string): JournalPageJson {
  const page: unknown = JSON.parse(json);
  const [problem] = Value.Errors(pageSchema, page);
  if (problem) throw new Error(`not an answer of GET /v1/audit: ${problem.instancePath} ${problem.message}`);
  return page as JournalPageJson;
}

/** The end of the journal when the page was answered, and its newest checkpoint. */
export function endOfPage(page: JournalPageJson): Omit<JournalFound, 'entries' | 'from'> {
  const { application_id: applicationId, size, checkpoint, removed } = page;
  const checkpoints = checkpoint
    ? [{ note: checkpoint.note, publicKey: Buffer.from(checkpoint.public_key, 'hex') }]
    : [];
  return {
    applicationId,
    checkpoints,
    head: { size },
    removed: removed
      ? { size: removed.size, hashes: removed.hashes.map((each) => Buffer.from(each, 'hex')) }
      : undefined,
    isImported: true,
  };
}

/** The entries of a page, in order. */
export function entriesOfPage(page: JournalPageJson): readonly StatedEntry[] {
  return page.data.map((entry) => placedOf(page.application_id, entry));
}

function placedOf(applicationId: string, json: Static<typeof entrySchema>): StatedEntry {
  return {
    seq: BigInt(json.seq),
    leafHash: Buffer.from(json.leaf_hash, 'hex'),
    entry: {
      applicationId,
      recordedAtMs: json.time_ms,
      kind: json.kind,
      requestId: json.request_id,
      walletId: json.wallet_id,
      operation: json.operation,
      payloadHashes: Buffer.from(json.payload_hashes.join(''), 'hex'),
      jwtHash: Buffer.from(json.jwt_hash, 'hex'),
      decision: textOf(json.decision),
      outcome: (json.outcome ?? '') as JournalEntry['outcome'],
      errorCode: json.error_code ?? '',
      tokenReused: json.token_reused,
      traceId: json.trace_id,
      details: textOf(json.details),
    },
  };
}

// The stored text was written by JSON.stringify, which gives the same text again for what JSON.parse made of
// it.
function textOf(value: unknown): string {
  return value === null ? '' : JSON.stringify(value);
}
