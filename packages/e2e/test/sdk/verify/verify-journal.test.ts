import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { chainEntries, genesisOf, type JournalEntry } from '@wallet-service/journal-format';
import { verifyJournal, ProofRefused, type JournalExpectation } from '@wallet-service/sdk/verify';
import { journalCheckpointPayload } from '@wallet-service/signer-protocol';
import { hexOf } from '@wallet-service/test-kit/hex';
import fc from 'fast-check';

// Journals as the service writes them, in answers of GET /v1/audit.

const applicationId = randomUUID();
const keys = generateKeyPairSync('ed25519');
const publicKey = new Uint8Array(keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
const checkpointKey = { applicationId, publicKey };

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

const entries = Array.from({ length: 10 }, (_, index) => entryOf(index));
const dataOf = (written: readonly JournalEntry[]) => {
  let previous = hexOf(genesisOf(applicationId).hash);
  return chainEntries(genesisOf(applicationId), written).map(({ seq, entry, hash }) => {
    const json = {
      seq: Number(seq),
      previous_hash: previous,
      hash: hexOf(hash),
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
    };
    previous = json.hash;
    return json;
  });
};
type Data = ReturnType<typeof dataOf>;
const data = dataOf(entries);
const rewritten = dataOf(entries.map((entry, index) => (index < 4 ? entry : { ...entry, traceId: 'other' })));

const headOf = (of: Data, seq = of.length) => ({ seq, hash: of[seq - 1]?.hash ?? '' });
const checkpointOf = (of: Data, seq: number, signer = keys) => {
  const { hash } = headOf(of, seq);
  const said = { applicationId, seq, hash: Buffer.from(hash, 'hex'), time: 1_700_000_000 + seq };
  const raw = signer.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const signature = sign(null, journalCheckpointPayload(said), signer.privateKey);
  return { seq, hash, time: said.time, public_key: hexOf(raw), signature: hexOf(signature) };
};
/** The answers of a service with pages of `size`, after the entry `after`. */
const pagesOf = (of: Data = data, size = 4, signedUntil = 8, after = 0) => {
  const starts = Array.from(
    { length: Math.max(1, Math.ceil((of.length - after) / size)) },
    (_, page) => after + page * size,
  );
  return starts.map((start) => ({
    application_id: applicationId,
    data: of.slice(start, start + size),
    next: start + size < of.length ? String(start + size) : null,
    head: headOf(of),
    checkpoint: signedUntil === 0 ? null : checkpointOf(of, signedUntil),
  }));
};

async function refusalOf(pages: Iterable<unknown>, expected: JournalExpectation = {}): Promise<unknown> {
  try {
    await verifyJournal(pages, expected);
    return 'verified';
  } catch (error) {
    if (!(error instanceof ProofRefused)) return error;
    return error.seq === undefined ? [error.refusal] : [error.refusal, error.seq];
  }
}

const kept = { applicationId, ...headOf(data, 6), publicKey: hexOf(publicKey), attested: true };

it('verifies pages of any size, and says what nothing could show', async () => {
  for (const size of [1, 3, 10, 100]) {
    const verified = await verifyJournal(pagesOf(data, size), { checkpointKey });
    expect(verified).toEqual({
      applicationId,
      entries: 10,
      signedUntil: 8,
      signedAt: 1_700_000_008,
      unchecked: ['rollback', 'end'],
      keep: { applicationId, ...headOf(data), publicKey: hexOf(publicKey), attested: true },
    });
  }
  expect((await verifyJournal(pagesOf(data, 4, 10))).unchecked).toEqual(['checkpoint-key', 'rollback']);
  expect((await verifyJournal(pagesOf(data, 4, 0))).unchecked).toEqual(['no-checkpoint', 'rollback']);
});

it('goes on after the head that it told to keep, and compares a journal from the beginning with it', async () => {
  const first = await verifyJournal(pagesOf(data.slice(0, 6), 4, 5), { checkpointKey });
  expect(first.keep).toEqual(kept);
  expect(await verifyJournal(pagesOf(data, 3, 10, 6), { kept })).toMatchObject({ entries: 4, unchecked: [] });
  expect(await verifyJournal(pagesOf(data, 3, 10), { kept })).toMatchObject({ entries: 10, unchecked: [] });
  const nothingNew = await verifyJournal(pagesOf(data.slice(0, 6), 3, 5, 6), { kept });
  expect(nothingNew).toMatchObject({ entries: 0, keep: kept });
});

it('believes a key only after an attestation, however often it has seen it', async () => {
  const first = await verifyJournal(pagesOf(data.slice(0, 6), 4, 6));
  expect(first.keep).toEqual({ ...kept, attested: false });
  const second = await verifyJournal(pagesOf(data, 4, 10, 6), { kept: first.keep });
  expect(second).toMatchObject({ unchecked: ['checkpoint-key'], keep: { attested: false } });
  const third = await verifyJournal(pagesOf(data, 4, 10, 6), { kept: first.keep, checkpointKey });
  expect(third).toMatchObject({ unchecked: [], keep: { attested: true } });
  const none = await verifyJournal(pagesOf(data, 4, 0), { checkpointKey });
  expect(none.keep).toMatchObject({ publicKey: null, attested: false });
});

it('says when the newest checkpoint was signed, because only its age shows that newer entries are gone', async () => {
  const whole = await verifyJournal(pagesOf(data, 4, 10, 6), { kept });
  expect(whole).toMatchObject({ unchecked: [], signedUntil: 10, signedAt: 1_700_000_010 });
  const cutOff = await verifyJournal(pagesOf(data.slice(0, 6), 4, 6, 6), { kept });
  expect(cutOff).toMatchObject({ unchecked: [], signedUntil: 6, signedAt: 1_700_000_006 });
});

it('counts no checkpoint that was compared with nothing', async () => {
  for (const read of [data, data.slice(0, 6)]) {
    const verified = await verifyJournal(pagesOf(read, 4, 5, 6), { kept });
    expect(verified).toMatchObject({ signedUntil: 0, signedAt: null, unchecked: ['no-checkpoint'] });
  }
  const [page] = pagesOf(data, 4, 8);
  expect(await verifyJournal([page, ...pagesOf(data, 4, 0).slice(1)])).toMatchObject({ signedUntil: 8 });
});

it('takes an empty journal, and pages as they come', async () => {
  const empty = { application_id: applicationId, data: [], next: null, checkpoint: null };
  const hash = hexOf(genesisOf(applicationId).hash);
  expect(await verifyJournal([{ ...empty, head: { seq: 0, hash } }])).toMatchObject({ entries: 0 });
  async function* answers() {
    for (const page of pagesOf()) yield await Promise.resolve(page);
  }
  expect(await verifyJournal(answers())).toMatchObject({ entries: 10 });
});

it('follows a checkpoint that comes after its entry', async () => {
  const pages = pagesOf(data, 4, 0);
  const late = (of: Data) =>
    pages.map((page, at) => (at === 2 ? { ...page, checkpoint: checkpointOf(of, 3) } : page));
  expect(await verifyJournal(late(data))).toMatchObject({ signedUntil: 3 });
  const other = dataOf(entries.map((entry) => ({ ...entry, traceId: 'other' })));
  expect(await refusalOf(late(other))).toEqual(['rewritten', 1]);
});

const changed = (at: number, change: object) =>
  pagesOf().map((page) => ({
    ...page,
    data: page.data.map((entry) => (entry.seq === at + 1 ? { ...entry, ...change } : entry)),
  }));
const without = (at: number) =>
  pagesOf(
    data.filter((_, index) => index !== at),
    4,
    0,
  );
const other = generateKeyPairSync('ed25519');
const withCheckpoint = (change: object) =>
  pagesOf().map((page) => ({ ...page, checkpoint: { ...page.checkpoint, ...change } }));

it.each<[string, unknown[], JournalExpectation, string, number?]>([
  ['a changed field', changed(3, { outcome: 'failed' }), {}, 'entry-changed', 4],
  ['a changed link', changed(3, { previous_hash: '00'.repeat(32) }), {}, 'entry-changed', 4],
  ['a missing entry', without(4), {}, 'entry-missing', 5],
  ['a missing first entry', without(0), {}, 'entry-missing', 1],
  ['an entry twice', pagesOf([...data.slice(0, 3), ...data.slice(2)], 4, 0), {}, 'entry-out-of-place', 4],
  ['a missing last page', pagesOf().slice(0, 2), {}, 'end-missing', 9],
  ['a page twice', [...pagesOf(), ...pagesOf().slice(2)], {}, 'entry-out-of-place', 11],
  ['no page', [], {}, 'head-missing'],
  [
    'a head that is not the end',
    pagesOf().map((page) => ({ ...page, head: headOf(data, 9) })),
    {},
    'head-changed',
    9,
  ],
  [
    'an end cut off behind a checkpoint',
    [...pagesOf(data.slice(0, 7), 9, 0)].map((page) => ({ ...page, checkpoint: checkpointOf(data, 8) })),
    {},
    'end-missing',
    8,
  ],
  ['an end cut off behind what was kept', pagesOf(data.slice(0, 5), 4, 3), { kept }, 'end-missing', 6],
  [
    'an end cut off, read on after what was kept',
    pagesOf(data.slice(0, 5), 4, 3, 6),
    { kept },
    'end-missing',
    7,
  ],
  ['another past than was kept', pagesOf(rewritten, 4, 0), { kept }, 'rewritten', 1],
  ['another past than was kept, read on', pagesOf(rewritten, 4, 0, 6), { kept }, 'rewritten', 7],
  [
    'a checkpoint of another past',
    pagesOf(rewritten, 4, 0).map((page) => ({ ...page, checkpoint: checkpointOf(data, 8) })),
    {},
    'rewritten',
    1,
  ],
  ['checkpoints that are gone', pagesOf(data, 4, 0), { kept }, 'checkpoint-missing'],
  ['checkpoints that are gone, read on', pagesOf(data, 4, 0, 6), { kept }, 'checkpoint-missing'],
  ['a forged checkpoint', withCheckpoint({ time: 1 }), {}, 'checkpoint-forged', 8],
  [
    'a checkpoint of another key',
    pagesOf().map((page) => ({ ...page, checkpoint: checkpointOf(data, 8, other) })),
    { checkpointKey },
    'checkpoint-key-changed',
    8,
  ],
  [
    'a checkpoint of another key than was kept',
    pagesOf().map((page) => ({ ...page, checkpoint: checkpointOf(data, 8, other) })),
    { kept },
    'checkpoint-key-changed',
    8,
  ],
  ['the journal of another application', pagesOf(), { applicationId: randomUUID() }, 'other-application'],
  [
    'the journal of another application than the key’s',
    pagesOf(),
    { checkpointKey: { ...checkpointKey, applicationId: 'x' } },
    'other-application',
  ],
  [
    'pages of two applications',
    pagesOf().map((page, at) => (at === 1 ? { ...page, application_id: 'x' } : page)),
    {},
    'other-application',
  ],
  [
    'another name of the application',
    pagesOf().map((page) => ({ ...page, application_id: 'x', checkpoint: null })),
    {},
    'entry-changed',
    1,
  ],
  ['entries in place of pages', data, {}, 'journal-malformed'],
  ['an empty outcome in place of none', changed(0, { outcome: '' }), {}, 'journal-malformed'],
  ['an empty error code in place of none', changed(0, { error_code: '' }), {}, 'journal-malformed'],
  ['text', ['{}'], {}, 'journal-malformed'],
  [
    'a line break that moves text to the next field',
    changed(0, { request_id: 'a\nb' }),
    {},
    'journal-malformed',
  ],
])('refuses %s', async (_title, pages, expected, ...refused) => {
  expect(await refusalOf(pages, expected)).toEqual(refused);
});

it('refuses every field that was changed', async () => {
  const names = Object.keys(data[0] ?? {}) as (keyof Data[number])[];
  await fc.assert(
    fc.asyncProperty(fc.nat(9), fc.constantFrom(...names), fc.jsonValue(), async (at, name, value) => {
      const was = data[at]?.[name];
      fc.pre(JSON.stringify(was) !== JSON.stringify(value));
      expect(await refusalOf(changed(at, { [name]: value }))).not.toBe('verified');
    }),
    { numRuns: 100 },
  );
});
