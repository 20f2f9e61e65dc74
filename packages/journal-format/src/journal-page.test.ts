import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { journalCheckpointPayload } from '@wallet-service/signer-protocol';
import { hexOf } from '@wallet-service/test-kit/hex';
import { auditJournal } from './audit-journal.js';
import { chainEntries, genesisOf, type ChainedEntry, type JournalEntry } from './journal-entry.js';
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
const chain = chainEntries(
  genesisOf(applicationId),
  Array.from({ length: 7 }, (_, index) => entry(index)),
);
const head = chain.at(-1);
if (!head) throw new Error('the chain is empty');
const said = { applicationId, seq: Number(head.seq), hash: head.hash, time: 1_700_000_000 };
const signature = sign(null, journalCheckpointPayload(said), checkpointKey.privateKey);

function answer(entries: readonly ChainedEntry[]): string {
  return JSON.stringify({
    application_id: applicationId,
    data: entries.map(({ seq, hash, entry: each }, index) => ({
      seq: Number(seq),
      previous_hash: hexOf((entries[index - 1] ?? genesisOf(applicationId)).hash),
      hash: hexOf(hash),
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
    next: null,
    head: { seq: Number(head?.seq), hash: hexOf(head?.hash ?? new Uint8Array()) },
    checkpoint: {
      seq: said.seq,
      hash: hexOf(said.hash),
      time: said.time,
      public_key: hexOf(publicKey),
      signature: hexOf(signature),
    },
  });
}

async function audit(answers: readonly string[]) {
  const pages = answers.map(parseJournalPage);
  // oxlint-disable-next-line typescript/require-await -- the entries of a long journal come from a file
  async function* entries() {
    for (const page of pages) yield* entriesOfPage(page);
  }
  const last = pages.at(-1);
  if (!last) throw new Error('no answers');
  return auditJournal({ ...endOfPage(last), entries: entries(), from: 1n }, undefined, publicKey);
}

it('verifies a journal that came in several answers, and says what it could not check', async () => {
  const { finding, unchecked } = await audit([answer(chain.slice(0, 3)), answer(chain.slice(3))]);
  expect({ finding, unchecked }).toEqual({ finding: { intact: true, entries: 7 }, unchecked: ['rollback'] });
});

it.each([
  ['"outcome":"signed"', '"outcome":"denied"', 2n],
  ['"token_reused":true', '"token_reused":false', 1n],
  ['"rules":[1,2]', '"rules":[1]', 2n],
  ['{"chain":"ETH"}', '{"chain":"SOL"}', 3n],
  ['"trace-6"', '"trace-7"', 7n],
])('finds an answer in which %s became %s', async (was, is, seq) => {
  const genuine = answer(chain);
  expect(genuine).toContain(was);
  const { finding } = await audit([genuine.replace(was, is)]);
  expect(finding).toEqual({ intact: false, seq, problem: 'entry-changed' });
});

it.each(['{}', '[]', '{"application_id":"a","data":[],"next":null,"head":{"seq":-1}}'])(
  'refuses %s, which is not an answer',
  (text) => {
    expect(() => parseJournalPage(text)).toThrow('not an answer of GET /v1/audit');
  },
);
