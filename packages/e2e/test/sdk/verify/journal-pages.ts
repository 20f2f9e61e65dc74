import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { leafDataOf, type JournalEntry } from '@wallet-service/journal-format';
import { logKeyOf, signerKeyOf, textOfLogCheckpoint } from '@wallet-service/signer-protocol';
import { hexOf } from '@wallet-service/test-kit/hex';
import {
  appendLeaves,
  cosignNote,
  emptyRange,
  encodeNote,
  leafHashOf,
  rootOf,
  signNote,
} from '@wallet-service/transparency-log';

// Journals as the service writes them, in answers of GET /v1/audit.

export const applicationId = randomUUID();
export const keys = generateKeyPairSync('ed25519');
const rawOf = ({ publicKey }: typeof keys) =>
  new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
export const publicKey = rawOf(keys);
export const checkpointKey = { applicationId, publicKey };

const entryOf = (index: number): JournalEntry => ({
  applicationId,
  recordedAtMs: 1_700_000_000_000 + index,
  kind: (['intent', 'result', 'event'] as const)[index % 3] ?? 'event',
  requestId: randomUUID(),
  walletId: randomUUID(),
  operation: index % 3 === 2 ? 'wallet.created' : 'message',
  payloadHashes: Buffer.alloc(32 * (index % 3), index),
  jwtHash: Buffer.alloc(32, index),
  decision: index % 3 === 1 ? '{"10":"ü","outcome":"allow","rules":[1,2.5e-7]}' : '',
  outcome: index % 3 === 1 ? 'signed' : '',
  errorCode: '',
  tokenReused: index % 2 === 0,
  traceId: `trace-${index}`,
  details: index % 3 === 2 ? '{"chain":"ETH"}' : '',
});

export const entries = Array.from({ length: 10 }, (_, index) => entryOf(index));
export const dataOf = (written: readonly JournalEntry[]) =>
  written.map((entry, index) => ({
    seq: index + 1,
    leaf_hash: hexOf(leafHashOf(leafDataOf(entry))),
    time_ms: entry.recordedAtMs,
    kind: entry.kind as string,
    request_id: entry.requestId,
    wallet_id: entry.walletId,
    operation: entry.operation,
    payload_hashes: hexOf(entry.payloadHashes).match(/.{64}/g) ?? [],
    jwt_hash: hexOf(entry.jwtHash),
    decision: entry.decision === '' ? null : (JSON.parse(entry.decision) as unknown),
    outcome: entry.outcome === '' ? null : entry.outcome,
    error_code: entry.errorCode === '' ? null : entry.errorCode,
    token_reused: entry.tokenReused,
    trace_id: entry.traceId,
    details: entry.details === '' ? null : (JSON.parse(entry.details) as unknown),
  }));
export type Data = ReturnType<typeof dataOf>;
export const data = dataOf(entries);
export const rewritten = dataOf(
  entries.map((entry, index) => (index < 4 ? entry : { ...entry, traceId: 'other' })),
);

export const leavesOf = (of: Data) => of.map(({ leaf_hash: hash }) => Buffer.from(hash, 'hex'));
const rangeOf = (of: Data, size = of.length) => appendLeaves(emptyRange, leavesOf(of).slice(0, size)).range;
export const headOf = (of: Data, size = of.length) => {
  const hashes = rangeOf(of, size).hashes.map(hexOf);
  return { generation: 1, seq: size, hashes };
};
export const checkpointOf = (of: Data, size: number, signer = keys, generation = 1) => {
  const text = textOfLogCheckpoint({ applicationId, generation, size, root: rootOf(rangeOf(of, size)) });
  const by = (message: Uint8Array) => new Uint8Array(sign(null, message, signer.privateKey));
  const signatures = [
    signNote(text, logKeyOf(text, rawOf(signer)), by),
    cosignNote(text, signerKeyOf(rawOf(signer)), 1_700_000_000 + size, by),
  ];
  return {
    ...{ size, time: 1_700_000_000 + size },
    ...{ note: encodeNote({ text, signatures }), public_key: hexOf(rawOf(signer)) },
  };
};
/** The answers of a service with pages of `size`, after the entry `after`. */
export const pagesOf = (of: Data = data, size = 4, signedUntil = 8, after = 0) => {
  const starts = Array.from(
    { length: Math.max(1, Math.ceil((of.length - after) / size)) },
    (_, page) => after + page * size,
  );
  return starts.map((start) => ({
    application_id: applicationId,
    data: of.slice(start, start + size),
    next: start + size < of.length ? String(start + size) : null,
    size: of.length,
    checkpoint: signedUntil === 0 ? null : checkpointOf(of, signedUntil),
  }));
};

/** Of somebody else. */
export const other = generateKeyPairSync('ed25519');
