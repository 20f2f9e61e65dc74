import { fromHex, sameBytes } from '../core/encoding.js';
import { hashOfEntry, type JournalEntry } from './journal-page.js';
import { rootOf, withLeaf, type CompactRange } from './merkle-tree.js';
import { ProofRefused } from './proof-refused.js';

type Tree = { readonly size: number; readonly root: Uint8Array };

/** The tree of a journal's entries, as they come. Every method throws ProofRefused. */
export type JournalTree = {
  /** The number of the entry that it continues. 0: it has the first. */
  readonly startSize: number;
  readonly range: () => CompactRange;
  readonly append: (entry: JournalEntry) => Promise<void>;
  /**
   * What a checkpoint or an earlier run says of the tree when it has that size, or had it at its start. Of a size that
   * it has passed nothing can be compared any more: false.
   */
  readonly mustBecome: (tree: Tree) => Promise<boolean>;
  /** The largest size at which it was compared. */
  readonly comparedUntil: () => number;
  readonly mustHaveBecomeAll: () => void;
};

/** The tree that continues `start`, which is proven. */
export function treeAfter(applicationId: string, start: CompactRange): JournalTree {
  let range = start;
  let comparedUntil = 0;
  const awaited = new Map<number, Uint8Array>();

  async function compare(root: Uint8Array): Promise<void> {
    if (!sameBytes(await rootOf(range), root))
      throw new ProofRefused('rewritten', undefined, comparedUntil + 1);
    comparedUntil = range.size;
  }

  return {
    startSize: start.size,
    range: () => range,
    async append(entry) {
      const seq = range.size + 1;
      if (entry.seq > seq) throw new ProofRefused('entry-missing', undefined, seq);
      if (entry.seq < seq) throw new ProofRefused('entry-out-of-place', undefined, seq);
      const hash = await hashOfEntry(applicationId, entry);
      if (entry.leaf_hash !== hash) throw new ProofRefused('entry-changed', undefined, seq);
      range = await withLeaf(range, fromHex(hash));
      const root = awaited.get(seq);
      if (root) await compare(root);
      awaited.delete(seq);
    },
    async mustBecome({ size, root }) {
      if (size < range.size) return false;
      if (size === range.size) {
        await compare(root);
        return true;
      }
      const other = awaited.get(size);
      if (other && !sameBytes(other, root)) throw new ProofRefused('rewritten', undefined, comparedUntil + 1);
      awaited.set(size, root);
      return true;
    },
    comparedUntil: () => comparedUntil,
    mustHaveBecomeAll() {
      if (awaited.size > 0) throw new ProofRefused('end-missing', undefined, range.size + 1);
    },
  };
}
