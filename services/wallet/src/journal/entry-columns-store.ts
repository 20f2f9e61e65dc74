import { arrayValue } from '@wallet-service/postgres';
import type { JournalEntry } from '@wallet-service/journal-format';

/** The columns that an entry has wherever it is stored, and their types. */
export const entryColumns = `application_id, recorded_at_ms, kind, request_id, wallet_id, operation, payload_hashes,
  jwt_hash, decision, outcome, error_code, token_reused, trace_id, details`;
export const entryTypes = [
  ...['uuid', 'bigint', 'text', 'uuid', 'uuid', 'text', 'bytea'],
  ...['bytea', 'text', 'text', 'text', 'boolean', 'text', 'text'],
];

/** One parameter for each type, an array of it, from `$1` on. */
export function arraysOf(types: readonly string[]): string {
  return types.map((type, index) => `$${index + 1}::${type}[]`).join(', ');
}

/** The values of entries as parameters, one array for each of `entryColumns`. */
export function entryArrays(entries: readonly JournalEntry[]): Buffer[] {
  return [
    arrayValue('uuid', entries, ({ applicationId }) => applicationId),
    arrayValue('bigint', entries, ({ recordedAtMs }) => recordedAtMs),
    arrayValue('text', entries, ({ kind }) => kind),
    arrayValue('uuid', entries, ({ requestId }) => requestId),
    arrayValue('uuid', entries, ({ walletId }) => walletId),
    arrayValue('text', entries, ({ operation }) => operation),
    arrayValue('bytea', entries, ({ payloadHashes }) => payloadHashes),
    arrayValue('bytea', entries, ({ jwtHash }) => jwtHash),
    arrayValue('text', entries, ({ decision }) => decision),
    arrayValue('text', entries, ({ outcome }) => outcome),
    arrayValue('text', entries, ({ errorCode }) => errorCode),
    arrayValue('boolean', entries, ({ tokenReused }) => tokenReused),
    arrayValue('text', entries, ({ traceId }) => traceId),
    arrayValue('text', entries, ({ details }) => details),
  ];
}
