import { randomUUID } from 'node:crypto';
import { verifyJournal, ProofRefused, type JournalExpectation } from '@wallet-service/sdk/verify';
import { hexOf } from '@wallet-service/test-kit/hex';
import fc from 'fast-check';
import {
  applicationId,
  checkpointKey,
  checkpointOf,
  data,
  headOf,
  keys,
  other,
  pagesOf,
  publicKey,
  rewritten,
  type Data,
} from './journal-pages.js';

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

it('begins after entries that are not kept any more, and says so unless it has verified them before', async () => {
  const removed = { size: 4, hashes: headOf(data, 4).hashes };
  const pages = (gone: object) => pagesOf(data, 3, 10, 4).map((page) => ({ ...page, removed: gone }));
  const verified = await verifyJournal(pages(removed), { checkpointKey });
  expect(verified).toMatchObject({ entries: 6, signedUntil: 10, unchecked: ['rollback', 'removed'] });
  expect(await verifyJournal(pages(removed), { kept })).toMatchObject({ entries: 6, unchecked: [] });
  const wrong = { size: 4, hashes: removed.hashes.map(() => 'ab'.repeat(32)) };
  expect(await refusalOf(pages(wrong))).toEqual(['rewritten', 1]);
  expect(await refusalOf(pages({ size: 3, hashes: removed.hashes }))).toEqual(['journal-malformed']);
  expect(await refusalOf(pages({ size: 3, hashes: headOf(data, 3).hashes }))).toEqual(['entry-missing', 4]);
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
  const empty = { application_id: applicationId, data: [], next: null, size: 0, checkpoint: null };
  expect(await verifyJournal([empty])).toMatchObject({ entries: 0, keep: { seq: 0, hashes: [] } });
  async function* answers() {
    for (const page of pagesOf()) yield await Promise.resolve(page);
  }
  expect(await verifyJournal(answers())).toMatchObject({ entries: 10 });
});

it('compares a checkpoint that comes before its entry, and none that comes after it', async () => {
  const pages = pagesOf(data, 4, 0);
  const late = (of: Data, size: number) =>
    pages.map((page, at) => (at === 2 ? { ...page, checkpoint: checkpointOf(of, size) } : page));
  expect(await verifyJournal(late(data, 8))).toMatchObject({ signedUntil: 8 });
  expect(await refusalOf(late(rewritten, 8))).toEqual(['rewritten', 1]);
  const passed = await verifyJournal(late(data, 3));
  expect(passed).toMatchObject({ signedUntil: 0, unchecked: ['no-checkpoint', 'rollback'] });
});

it('goes on under another generation only without what was kept, and says that there was a loss', async () => {
  const after = pagesOf(data, 4, 0).map((page) => ({ ...page, checkpoint: checkpointOf(data, 10, keys, 2) }));
  expect(await verifyJournal(after, { checkpointKey })).toMatchObject({
    unchecked: ['rollback', 'loss'],
    keep: { generation: 2 },
  });
  expect(await refusalOf(after, { kept })).toEqual(['loss-accepted']);
  expect(await refusalOf(pagesOf(data, 4, 10), { kept: { ...kept, generation: 2 } })).toEqual([
    'rewritten',
    1,
  ]);
});

it('refuses a kept tree that is none, and what an earlier version told to keep', async () => {
  const { hashes: _, ...earlier } = { ...kept, hash: '00'.repeat(32) };
  expect(await refusalOf(pagesOf(), { kept: earlier as unknown as typeof kept })).toBeInstanceOf(RangeError);
  for (const hashes of [[], ['00'.repeat(32)], kept.hashes.map(() => '00')])
    expect(await refusalOf(pagesOf(), { kept: { ...kept, hashes } })).toBeInstanceOf(RangeError);
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
const withNote = (change: (note: string) => string) =>
  pagesOf().map((page) => ({
    ...page,
    checkpoint: page.checkpoint && { ...page.checkpoint, note: change(page.checkpoint.note) },
  }));

it.each<[string, unknown[], JournalExpectation, string, number?]>([
  ['a changed field', changed(3, { outcome: 'failed' }), {}, 'entry-changed', 4],
  ['a changed leaf hash', changed(3, { leaf_hash: '00'.repeat(32) }), {}, 'entry-changed', 4],
  ['a missing entry', without(4), {}, 'entry-missing', 5],
  ['a missing first entry', without(0), {}, 'entry-missing', 1],
  ['an entry twice', pagesOf([...data.slice(0, 3), ...data.slice(2)], 4, 0), {}, 'entry-out-of-place', 4],
  ['a missing last page', pagesOf().slice(0, 2), {}, 'end-missing', 9],
  ['a page twice', [...pagesOf(), ...pagesOf().slice(2)], {}, 'entry-out-of-place', 11],
  ['no page', [], {}, 'head-missing'],
  ['more entries than it says', pagesOf().map((page) => ({ ...page, size: 9 })), {}, 'head-changed', 9],
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
  ['another past than was kept, read on', pagesOf(rewritten, 4, 10, 6), { kept }, 'rewritten', 7],
  [
    'a checkpoint of another past',
    pagesOf(rewritten, 4, 0).map((page) => ({ ...page, checkpoint: checkpointOf(data, 8) })),
    {},
    'rewritten',
    1,
  ],
  ['checkpoints that are gone', pagesOf(data, 4, 0), { kept }, 'checkpoint-missing'],
  ['checkpoints that are gone, read on', pagesOf(data, 4, 0, 6), { kept }, 'checkpoint-missing'],
  ['a forged checkpoint', withNote((note) => note.replace('\n8\n', '\n9\n')), {}, 'checkpoint-forged'],
  [
    'a checkpoint without its time',
    withNote((note) => note.replace(/— wallet-service\/signer .*\n/, '')),
    {},
    'checkpoint-forged',
  ],
  [
    'a checkpoint without the signature of the log',
    withNote((note) => note.replace(/— wallet-service\/journal.*\n/, '')),
    {},
    'checkpoint-forged',
  ],
  [
    'a checkpoint that is said to be of another time',
    pagesOf().map((page) => ({ ...page, checkpoint: page.checkpoint && { ...page.checkpoint, time: 1 } })),
    {},
    'checkpoint-forged',
  ],
  ['a note that is none', withNote(() => 'note'), {}, 'checkpoint-forged'],
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
