import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
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
import { auditJournal } from './audit-journal.js';
import type { JournalEntry } from './journal-entry.js';
import { leafDataOf } from './journal-leaf.js';
import { endOfPage, entriesOfPage, parseJournalPage } from './journal-page.js';

// A journal as an outside auditor has it: answers of GET /v1/audit.

const applicationId = randomUUID();
const checkpointKey = generateKeyPairSync('ed25519');
const publicKey = checkpointKey.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);

const entry = (index: number): JournalEntry => ({
  applicationId,
  recordedAtMs: 1_700_000_000_000 + index,
  kind: (['intent', 'result', 'event'] as const)[index % 3] ?? 'event',
  requestId: randomUUID(),
  walletId: randomUUID(),
  operation: index % 3 === 2 ? 'wallet.created' : 'message',
  payloadHashes: Buffer.alloc(32 * (index % 3), index),
  jwtHash: Buffer.alloc(32, index),
  decision: index % 3 === 1 ? '{"outcome":"allow","rules":[1,2]}' : '',
  outcome: index % 3 === 1 ? 'signed' : '',
  errorCode: '',
  tokenReused: index % 2 === 0,
  traceId: `trace-${index}`,
  details: index % 3 === 2 ? '{"chain":"ETH"}' : '',
});
const entries = Array.from({ length: 7 }, (_, index) => entry(index));
const { range } = appendLeaves(
  emptyRange,
  entries.map((each) => leafHashOf(leafDataOf(each))),
);
const text = textOfLogCheckpoint({ applicationId, generation: 1, size: 7, root: rootOf(range) });
const by = (message: Uint8Array) => new Uint8Array(sign(null, message, checkpointKey.privateKey));
const note = encodeNote({
  text,
  signatures: [
    signNote(text, logKeyOf(text, publicKey), by),
    cosignNote(text, signerKeyOf(publicKey), 1_700_000_000, by),
  ],
});

function answer(first: number, end: number): string {
  return JSON.stringify({
    application_id: applicationId,
    data: entries.slice(first, end).map((each, index) => ({
      seq: first + index + 1,
      leaf_hash: hexOf(leafHashOf(leafDataOf(each))),
      time_ms: each.recordedAtMs,
      kind: each.kind,
      request_id: each.requestId,
      wallet_id: each.walletId,
      operation: each.operation,
      payload_hashes: hexOf(each.payloadHashes).match(/.{64}/g) ?? [],
      jwt_hash: hexOf(each.jwtHash),
      decision: each.decision === '' ? null : (JSON.parse(each.decision) as unknown),
      outcome: each.outcome === '' ? null : each.outcome,
      error_code: each.errorCode === '' ? null : each.errorCode,
      token_reused: each.tokenReused,
      trace_id: each.traceId,
      details: each.details === '' ? null : (JSON.parse(each.details) as unknown),
    })),
    next: end < entries.length ? String(end) : null,
    size: entries.length,
    checkpoint: { note, public_key: hexOf(publicKey) },
  });
}

async function audit(answers: readonly string[]) {
  const pages = answers.map(parseJournalPage);
  // oxlint-disable-next-line typescript/require-await -- the entries of a long journal come from a file
  async function* all() {
    for (const page of pages) yield* entriesOfPage(page);
  }
  const last = pages.at(-1);
  if (!last) throw new Error('no answers');
  return auditJournal({ ...endOfPage(last), entries: all(), from: 1n }, undefined, {
    pinned: publicKey,
  });
}

it('verifies a journal that came in several answers, and says what it could not check', async () => {
  const { finding, unchecked } = await audit([answer(0, 3), answer(3, 7)]);
  expect({ finding, unchecked }).toEqual({ finding: { intact: true, entries: 7 }, unchecked: ['rollback'] });
});

it.each([
  ['"outcome":"signed"', '"outcome":"denied"', 2n],
  ['"token_reused":true', '"token_reused":false', 1n],
  ['"rules":[1,2]', '"rules":[1]', 2n],
  ['{"chain":"ETH"}', '{"chain":"SOL"}', 3n],
  ['"trace-6"', '"trace-7"', 7n],
])('finds an answer in which %s became %s', async (was, is, seq) => {
  const genuine = answer(0, 7);
  expect(genuine).toContain(was);
  const { finding } = await audit([genuine.replace(was, is)]);
  expect(finding).toEqual({ intact: false, seq, problem: 'entry-changed' });
});

it.each(['{}', '[]', '{"application_id":"a","data":[],"next":null,"size":-1}'])(
  'refuses %s, which is not an answer',
  (text) => {
    expect(() => parseJournalPage(text)).toThrow('not an answer of GET /v1/audit');
  },
);
