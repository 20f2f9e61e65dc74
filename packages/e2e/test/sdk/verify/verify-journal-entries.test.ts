import {
  entriesOfReceipt,
  verifyJournalEntries,
  ProofRefused,
  type VerifiedReceipt,
} from '@wallet-service/sdk/verify';
import { hexOf } from '@wallet-service/test-kit/hex';
import { appendLeaves, emptyRange, proveInclusion } from '@wallet-service/transparency-log';
import {
  applicationId,
  checkpointKey,
  checkpointOf,
  data,
  entries,
  leavesOf,
  other,
  rewritten,
} from './journal-pages.js';

describe('verifyJournalEntries', () => {
  /** An answer with proofs of these entries in the tree of the first `size`. */
  const provenPage = async (seqs: readonly number[], size = 10, of = data) => {
    const nodes = appendLeaves(emptyRange, leavesOf(data)).completed;
    const read = (wanted: readonly { level: number; index: number }[]) =>
      Promise.resolve(
        wanted.map(({ level, index }) => {
          const node = nodes.find((each) => each.level === level && each.index === index);
          if (!node) throw new Error('no such node');
          return node.hash;
        }),
      );
    const proven = seqs.map(async (seq) => {
      const proof = seq <= size ? await proveInclusion(read, seq - 1, size) : undefined;
      return { ...data[seq - 1], seq, inclusion_proof: proof?.map(hexOf) ?? null };
    });
    return {
      application_id: applicationId,
      data: await Promise.all(proven),
      next: null,
      size: data.length,
      checkpoint: checkpointOf(of, size),
    };
  };

  it('verifies each entry of trees of any size, and says which ones no signer has signed yet', async () => {
    for (let size = 1; size <= 10; size += 1) {
      const verified = await verifyJournalEntries(await provenPage([10, 1, 7, 4], size), checkpointKey);
      expect(verified).toMatchObject({ applicationId, signedAt: 1_700_000_000 + size });
      expect(verified.entries.map(({ seq }) => seq)).toEqual([10, 1, 7, 4].filter((seq) => seq <= size));
      expect(verified.pending.map(({ seq }) => seq)).toEqual([10, 1, 7, 4].filter((seq) => seq > size));
    }
    const none = { ...(await provenPage([3])), checkpoint: null };
    expect(await verifyJournalEntries(none, checkpointKey)).toMatchObject({
      entries: [],
      pending: [{ seq: 3 }],
      signedAt: null,
    });
  });

  it('finds the entry of a receipt', async () => {
    const page = await provenPage([1, 2, 3]);
    const verified = await verifyJournalEntries(page, checkpointKey);
    const [, result] = entries;
    if (!result) throw new Error('too short');
    const receipt = {
      ...({ applicationId, operation: result.operation, walletId: result.walletId } as const),
      ...{ jwtHash: result.jwtHash, payloadHashes: [result.payloadHashes] },
    } as unknown as VerifiedReceipt;
    expect(entriesOfReceipt(verified, receipt)).toMatchObject([{ seq: 2 }]);
    expect(entriesOfReceipt(verified, { ...receipt, jwtHash: Buffer.alloc(32) })).toEqual([]);
    expect(entriesOfReceipt(verified, { ...receipt, applicationId: 'x' })).toEqual([]);
  });

  const genuine = provenPage([7]);
  type Page = Awaited<typeof genuine>;
  const withEntry = (page: Page, change: (entry: Page['data'][number] | undefined) => object): object => ({
    ...page,
    data: [{ ...page.data[0], ...change(page.data[0]) }],
  });
  const nextDigit = (char: string) => String.fromCodePoint((char.codePointAt(0) ?? 0) + 1);
  it.each<[string, (page: Page) => unknown, string, number?]>([
    ['another number', (page) => withEntry(page, () => ({ seq: 8 })), 'entry-not-included', 8],
    ['a changed field', (page) => withEntry(page, () => ({ outcome: 'failed' })), 'entry-changed', 7],
    [
      'a shorter proof',
      (page) => withEntry(page, (entry) => ({ inclusion_proof: entry?.inclusion_proof?.slice(1) })),
      'entry-not-included',
      7,
    ],
    ['no proof', (page) => withEntry(page, () => ({ inclusion_proof: null })), 'entry-not-included', 7],
    [
      'another tree',
      (page) => ({ ...page, checkpoint: checkpointOf(rewritten, 10) }),
      'entry-not-included',
      7,
    ],
    ['a larger tree', (page) => ({ ...page, checkpoint: checkpointOf(data, 9) }), 'entry-not-included', 7],
    [
      'another key',
      (page) => ({ ...page, checkpoint: checkpointOf(data, 10, other) }),
      'checkpoint-key-changed',
      10,
    ],
    [
      'signatures in base64 with bits that no byte has',
      ({ checkpoint, ...page }) => ({
        ...page,
        checkpoint: { ...checkpoint, note: checkpoint.note.replaceAll(/(?<=^—.*)[^=](?==+$)/gm, nextDigit) },
      }),
      'checkpoint-forged',
    ],
    ['another application', (page) => ({ ...page, application_id: 'x' }), 'other-application'],
    ['an entry twice', (page) => ({ ...page, data: [...page.data, ...page.data] }), 'entry-out-of-place', 7],
    ['a number below 1', (page) => withEntry(page, () => ({ seq: 0 })), 'journal-malformed'],
    ['nothing', () => null, 'journal-malformed'],
  ])('refuses %s', async (_, change, ...refused) => {
    const page = await genuine;
    const error: unknown = await verifyJournalEntries(change(page), checkpointKey).catch(
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof ProofRefused)) throw error;
    expect(error.seq === undefined ? [error.refusal] : [error.refusal, error.seq]).toEqual(refused);
  });
});
