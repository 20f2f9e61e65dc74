import { randomUUID } from 'node:crypto';
import {
  chainEntries,
  genesisOf,
  type ChainedEntry,
  type JournalEntry,
  type JournalHead,
} from './journal-entry.js';
import { verifyChain } from './verify-chain.js';

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
const chain = chainEntries(genesisOf(applicationId), [0, 1, 2, 3, 4, 5].map(entry));
const head = chain.at(-1) ?? genesisOf(applicationId);
const change = (index: number, changes: Partial<JournalEntry>): ChainedEntry[] =>
  chain.map((one, at) => (at === index ? { ...one, entry: { ...one.entry, ...changes } } : one));
const swapped = (): ChainedEntry[] => {
  const [first, second, ...rest] = chain;
  if (!first || !second) throw new Error('too short');
  return [{ ...second, seq: first.seq }, { ...first, seq: second.seq }, ...rest];
};

describe('verifyChain', () => {
  it('accepts the chain as it was written, even an empty one', () => {
    expect(verifyChain(applicationId, chain, head)).toEqual({ intact: true, entries: 6 });
    expect(verifyChain(applicationId, [], genesisOf(applicationId))).toEqual({ intact: true, entries: 0 });
  });

  it.each<[string, readonly ChainedEntry[], bigint, string]>([
    ['an outcome that was changed', change(3, { outcome: 'denied' }), 4n, 'entry-changed'],
    ['a time that was changed', change(0, { recordedAtMs: 1 }), 1n, 'entry-changed'],
    [
      'a payload hash that was changed',
      change(5, { payloadHashes: Buffer.alloc(32, 9) }),
      6n,
      'entry-changed',
    ],
    ['a token hash that was changed', change(1, { jwtHash: Buffer.alloc(32, 9) }), 2n, 'entry-changed'],
    ['a wallet that was changed', change(1, { walletId: randomUUID() }), 2n, 'entry-changed'],
    ['a changed note of reuse', change(1, { tokenReused: true }), 2n, 'entry-changed'],
    ['details that were added', change(1, { details: '{}' }), 2n, 'entry-changed'],
    [
      'text moved from one field to the next',
      change(1, { outcome: '', errorCode: 'signed' }),
      2n,
      'entry-changed',
    ],
    ['an entry that was removed', chain.filter((_, at) => at !== 2), 3n, 'entry-missing'],
    ['the first entry removed', chain.slice(1), 1n, 'entry-missing'],
    ['entries in another order', [...chain].reverse(), 1n, 'entry-missing'],
    ['entries that changed places and numbers', swapped(), 1n, 'entry-changed'],
    [
      'a duplicate entry',
      chain.flatMap((one, at) => (at === 1 ? [one, one] : [one])),
      3n,
      'entry-out-of-place',
    ],
    ['an end that was cut off', chain.slice(0, 4), 5n, 'end-missing'],
    ['nothing left', [], 1n, 'end-missing'],
    [
      'an entry of another application',
      change(2, { applicationId: randomUUID() }),
      3n,
      'entry-of-another-application',
    ],
  ])('finds %s', (_, entries, seq, problem) => {
    expect(verifyChain(applicationId, entries, head)).toEqual({ intact: false, seq, problem });
  });

  it('finds a head that is not the end of the chain', () => {
    const changed = { seq: head.seq, hash: Buffer.alloc(32) };
    expect(verifyChain(applicationId, chain, changed)).toMatchObject({ problem: 'head-changed' });
    expect(verifyChain(applicationId, chain, { ...head, seq: 3n })).toMatchObject({
      problem: 'head-changed',
    });
  });

  it('finds a whole chain that was written for another application', () => {
    const other = randomUUID();
    const moved = chainEntries(
      genesisOf(applicationId),
      [0, 1].map((index) => ({ ...entry(index), applicationId: other })),
    );
    expect(verifyChain(other, moved, moved.at(-1) ?? head)).toMatchObject({
      seq: 1n,
      problem: 'entry-changed',
    });
  });

  describe('goes on at a noted entry', () => {
    const [, , third] = chain;
    if (!third) throw new Error('too short');
    const goOn = (entries: readonly ChainedEntry[], noted: JournalHead = third) =>
      verifyChain(applicationId, entries, head, { noted, from: third.seq });

    it('and verifies what comes after it, or that nothing came', () => {
      expect(goOn(chain.slice(2))).toEqual({ intact: true, entries: 6 });
      expect(verifyChain(applicationId, [third], third, { noted: third, from: 3n })).toMatchObject({
        intact: true,
      });
    });

    it.each<[string, readonly ChainedEntry[], bigint, string]>([
      ['another entry in its place', [{ ...third, hash: head.hash }, ...chain.slice(3)], 1n, 'rewritten'],
      ['a later entry that was changed', change(4, { outcome: 'denied' }).slice(2), 5n, 'entry-changed'],
      ['one that does not follow from it', [third, ...chain.slice(4)], 4n, 'entry-missing'],
      ['the noted entry removed', chain.slice(3), 3n, 'entry-missing'],
      ['nothing left', [], 3n, 'end-missing'],
    ])('and finds %s', (_, entries, seq, problem) => {
      expect(goOn(entries)).toEqual({ intact: false, seq, problem });
    });

    it('and nowhere else, because nothing says what the hash before was', () => {
      expect(() => goOn(chain.slice(2), head)).toThrow(RangeError);
    });
  });
});
