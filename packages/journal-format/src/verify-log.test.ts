import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { logKeyOf, signerKeyOf, textOfLogCheckpoint } from '@wallet-service/signer-protocol';
import {
  appendLeaves,
  cosignNote,
  emptyRange,
  encodeNote,
  leafHashOf,
  rootOf,
  signNote,
} from '@wallet-service/transparency-log';
import type { JournalEntry, PlacedEntry } from './journal-entry.js';
import { leafDataOf } from './journal-leaf.js';
import { verifyLog, type LogHead } from './verify-log.js';

const applicationId = randomUUID();
const entry = (index: number): JournalEntry => ({
  applicationId,
  recordedAtMs: 1_700_000_000_000 + index,
  kind: index % 2 === 0 ? 'intent' : 'result',
  requestId: randomUUID(),
  walletId: randomUUID(),
  operation: 'message',
  payloadHashes: Buffer.alloc(32, index),
  jwtHash: Buffer.alloc(32, 255 - index),
  decision: '',
  outcome: index % 2 === 0 ? '' : 'signed',
  errorCode: '',
  tokenReused: false,
  traceId: 'trace',
  details: '',
});
const log: readonly PlacedEntry[] = [0, 1, 2, 3, 4, 5].map((index) => ({
  seq: BigInt(index + 1),
  entry: entry(index),
}));
const headOf = (entries: readonly PlacedEntry[], generation = 1): LogHead => ({
  ...appendLeaves(
    emptyRange,
    entries.map((each) => leafHashOf(leafDataOf(each.entry))),
  ).range,
  generation,
});
const head = headOf(log);

const own = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
const rawOf = ({ publicKey }: typeof own) =>
  new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
function checkpointOf(entries: readonly PlacedEntry[], { key = own, generation = 1 } = {}) {
  const { size, hashes } = headOf(entries);
  const text = textOfLogCheckpoint({ applicationId, generation, size, root: rootOf({ size, hashes }) });
  const by = (message: Uint8Array) => new Uint8Array(sign(null, message, key.privateKey));
  const publicKey = rawOf(key);
  const signatures = [
    signNote(text, logKeyOf(text, publicKey), by),
    cosignNote(text, signerKeyOf(publicKey), 1_700_000_000, by),
  ];
  return { note: encodeNote({ text, signatures }), publicKey };
}
const checkpoints = [checkpointOf(log.slice(0, 3)), checkpointOf(log.slice(0, 5))];
const change = (index: number, changes: Partial<JournalEntry>): readonly PlacedEntry[] =>
  log.map((one, at) => (at === index ? { ...one, entry: { ...one.entry, ...changes } } : one));

it('accepts the log as it was written, even an empty one', () => {
  expect(verifyLog(applicationId, log, head, { checkpoints })).toEqual({ intact: true, entries: 6 });
  expect(verifyLog(applicationId, [], { ...emptyRange, generation: 1 })).toEqual({
    intact: true,
    entries: 0,
  });
  expect(verifyLog(applicationId, log, { size: 6 }, { checkpoints })).toMatchObject({ intact: true });
});

it.each<[string, readonly PlacedEntry[], bigint, string]>([
  ['an outcome that was changed before a checkpoint', change(1, { outcome: 'denied' }), 1n, 'rewritten'],
  ['an outcome that was changed after one', change(3, { outcome: 'denied' }), 4n, 'rewritten'],
  ['an outcome that was changed after all', change(5, { outcome: 'denied' }), 6n, 'head-changed'],
  ['text moved from one field to the next', change(1, { outcome: '', errorCode: 'signed' }), 1n, 'rewritten'],
  ['details that were added', change(1, { details: '{}' }), 1n, 'rewritten'],
  ['an entry that was removed', log.filter((_, at) => at !== 2), 3n, 'entry-missing'],
  ['the first entry removed', log.slice(1), 1n, 'entry-missing'],
  ['a duplicate entry', log.flatMap((one, at) => (at === 1 ? [one, one] : [one])), 3n, 'entry-out-of-place'],
  ['an end that was cut off', log.slice(0, 5), 6n, 'end-missing'],
  ['nothing left', [], 1n, 'end-missing'],
  [
    'an entry of another application',
    change(2, { applicationId: randomUUID() }),
    3n,
    'entry-of-another-application',
  ],
  [
    'another hash than it states',
    [{ ...(log[0] as PlacedEntry), leafHash: Buffer.alloc(32) } as PlacedEntry],
    1n,
    'entry-changed',
  ],
])('finds %s', (_, entries, seq, problem) => {
  expect(verifyLog(applicationId, entries, head, { checkpoints })).toEqual({ intact: false, seq, problem });
});

it.each<[string, Parameters<typeof verifyLog>[2], Parameters<typeof verifyLog>[3], bigint, string]>([
  ['no head', undefined, {}, 6n, 'head-missing'],
  ['a head that was set back', headOf(log.slice(0, 5)), {}, 5n, 'head-changed'],
  ['another head', { ...head, hashes: head.hashes.toReversed() }, {}, 6n, 'head-changed'],
  [
    'another key',
    head,
    { checkpoints: [checkpointOf(log, { key: stranger })], pinnedKey: rawOf(own) },
    6n,
    'checkpoint-key-changed',
  ],
  [
    'two keys',
    head,
    { checkpoints: [...checkpoints, checkpointOf(log, { key: stranger })] },
    6n,
    'checkpoint-key-changed',
  ],
  [
    'a key that did not sign',
    head,
    { checkpoints: [{ ...checkpointOf(log), publicKey: rawOf(stranger) }] },
    1n,
    'checkpoint-forged',
  ],
  ['no checkpoint any more', head, { noted: { ...head, publicKey: rawOf(own) } }, 7n, 'checkpoint-missing'],
  [
    'a loss since the note',
    head,
    { checkpoints: [checkpointOf(log, { generation: 2 })], noted: head },
    7n,
    'loss-accepted',
  ],
  ['a generation that went back', head, { checkpoints, noted: { ...head, generation: 2 } }, 1n, 'rewritten'],
  [
    'an end cut off since the note',
    head,
    { noted: headOf([...log, { seq: 7n, entry: entry(6) }]) },
    7n,
    'end-missing',
  ],
  ['another past than was noted', head, { noted: headOf(change(0, { traceId: 'other' })) }, 1n, 'rewritten'],
])('finds %s', (_, stated, witnesses, seq, problem) => {
  expect(verifyLog(applicationId, log, stated, witnesses)).toEqual({ intact: false, seq, problem });
});

describe('goes on after a noted end', () => {
  const noted = headOf(log.slice(0, 3));
  const goOn = (entries: readonly PlacedEntry[], stated: LogHead | { readonly size: number } = head) =>
    verifyLog(applicationId, entries, stated, { noted, from: 4n, checkpoints });

  it('and verifies what comes after it, or that nothing came', () => {
    expect(goOn(log.slice(3))).toEqual({ intact: true, entries: 6 });
    expect(verifyLog(applicationId, [], noted, { noted, from: 4n })).toEqual({ intact: true, entries: 3 });
  });

  it.each<[string, readonly PlacedEntry[], LogHead | { readonly size: number }, bigint, string]>([
    ['a changed entry', change(4, { outcome: 'denied' }).slice(3), head, 4n, 'rewritten'],
    ['a missing entry', log.slice(4), head, 4n, 'entry-missing'],
    ['an end that is missing', [], head, 4n, 'end-missing'],
  ])('and finds %s', (_, entries, stated, seq, problem) => {
    expect(goOn(entries, stated)).toEqual({ intact: false, seq, problem });
  });

  it('and finds that the noted end is gone', () => {
    const finding = verifyLog(applicationId, [], { size: 2 }, { noted, from: 4n });
    expect(finding).toEqual({ intact: false, seq: 3n, problem: 'end-missing' });
  });

  it('and nowhere else, because nothing is known of the tree there', () => {
    expect(() => verifyLog(applicationId, [], head, { noted, from: 3n })).toThrow(RangeError);
  });
});
