import { gunzipSync, gzipSync } from 'node:zlib';
import {
  decodeEntryBundle,
  encodeEntryBundle,
  pathOfTile,
  tileWidth,
  type SizedTile,
} from '@wallet-service/transparency-log';
import type { PlacedEntry, StoredEntry } from './journal-entry.js';
import { entryOfLeaf, leafDataOf } from './journal-leaf.js';

/**
 * The files of the archive of journals, by their path. Each application has a folder of its id, with the tree of C2SP
 * tlog-tiles, and beside each bundle of entries a file with what their leaves have only as a digest.
 */
export type ArchiveFiles = {
  /** Undefined: there is no such file. Rejects if that is uncertain. */
  readonly read: (path: string) => Promise<Uint8Array | undefined>;
};

/** Where it is not known where the archive is. */
export const noArchive: ArchiveFiles = {
  read: () => Promise.reject(new Error('these entries are in the archive: set JOURNAL_ARCHIVE to its place')),
};

/** `mac`: with which the database proved the row. */
export type ArchivedEntry = StoredEntry & { readonly mac: Uint8Array | null };

/** A tile of level 0 and its entries. `width`: how many there are. */
export type Block = Omit<SizedTile, 'level'>;

export function pathOfArchivedTile(applicationId: string, tile: SizedTile): string {
  return `${applicationId}/${pathOfTile(tile)}`;
}

/** `bundle`: the leaves. `texts`: the rest of the entries. */
export function pathsOfBlock(
  applicationId: string,
  block: Block,
): { readonly bundle: string; readonly texts: string } {
  const bundle = pathOfTile({ level: 'entries', ...block });
  return {
    bundle: `${applicationId}/${bundle}`,
    texts: `${applicationId}/${bundle.replace('tile/entries/', 'texts/')}`,
  };
}

/**
 * The two files of a block. `texts` is compressed with gzip: for each entry a line of JSON, an array of the decision,
 * the details, the row's MAC and the hash in the chain of an earlier version, both base64 or null.
 */
export function encodeBlock(entries: readonly ArchivedEntry[]): {
  readonly bundle: Uint8Array;
  readonly texts: Uint8Array;
} {
  const lines = entries.map(({ entry: { decision, details }, mac, chainHash }) =>
    JSON.stringify([decision, details, base64Of(mac), base64Of(chainHash)]),
  );
  return {
    bundle: encodeEntryBundle(entries.map(({ entry }) => leafDataOf(entry))),
    texts: gzipSync(lines.join('\n')),
  };
}

/**
 * The entries of a block as they are in the archive, which proves nothing yet. Undefined: the archive lacks one of the
 * files, or it is damaged. An archive that has grown since may have the whole tile, and not this part of it.
 * `isWanted`: only these, told by what is in the leaf. Where none is wanted, the texts are not read.
 */
export async function readBlock(
  { read }: ArchiveFiles,
  applicationId: string,
  block: Block,
  isWanted?: (placed: PlacedEntry) => boolean,
): Promise<readonly ArchivedEntry[] | undefined> {
  for (const width of new Set([block.width, tileWidth])) {
    const paths = pathsOfBlock(applicationId, { ...block, width });
    const bundle = await read(paths.bundle);
    const leaves = bundle && decodeEntryBundle(bundle, width);
    if (!leaves) continue;
    const isAsked = (each: PlacedEntry): boolean => isWanted?.(each) ?? true;
    const bare = isWanted && withTexts(leaves, Array<[]>(width).fill([]), block.index);
    if (bare?.slice(0, block.width).some(isAsked) === false) return [];
    const texts = await read(paths.texts);
    const lines = texts && linesIn(texts);
    const entries = lines && withTexts(leaves, lines, block.index);
    if (entries) return entries.slice(0, block.width).filter(isAsked);
  }
  return undefined;
}

/** `lines`: what `texts` has for each leaf. Undefined: one is no entry. */
function withTexts(
  leaves: readonly Uint8Array[],
  lines: readonly (readonly (string | null)[])[],
  index: number,
): readonly ArchivedEntry[] | undefined {
  if (lines.length !== leaves.length) return undefined;
  const entries = leaves.flatMap((leaf, at): ArchivedEntry[] => {
    const [decision = '', details = '', mac = null, chainHash = null] = lines[at] ?? [];
    const entry = entryOfLeaf(leaf, { decision: decision ?? '', details: details ?? '' });
    const seq = BigInt(index * tileWidth + at + 1);
    return entry ? [{ seq, entry, mac: bytesOf(mac), chainHash: bytesOf(chainHash) }] : [];
  });
  return entries.length === leaves.length ? entries : undefined;
}

function linesIn(texts: Uint8Array): readonly (string | null)[][] | undefined {
  try {
    const lines = gunzipSync(texts)
      .toString()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    const isLine = (line: unknown): line is (string | null)[] =>
      Array.isArray(line) && line.every((each) => each === null || typeof each === 'string');
    return lines.every(isLine) ? lines : undefined;
  } catch {
    return undefined;
  }
}

function base64Of(bytes: Uint8Array | null): string | null {
  return bytes && Buffer.from(bytes).toString('base64');
}

function bytesOf(base64: string | null): Uint8Array | null {
  return base64 === null ? null : Buffer.from(base64, 'base64');
}
