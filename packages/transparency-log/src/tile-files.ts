import { tileWidth, type SizedTile } from './tiles.js';

/** What a path of C2SP tlog-tiles names. `entries`: the leaf data of a tile of level 0. */
export type TileFile = SizedTile | (Omit<SizedTile, 'level'> & { readonly level: 'entries' });

/** `tile/<L>/<N>[.p/<W>]`, or `tile/entries/<N>[.p/<W>]`. `<N>` has the form `x001/x234/067`. */
export function pathOfTile({ level, index, width }: TileFile): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g) ?? [];
  const number = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${number}${width === tileWidth ? '' : `.p/${width}`}`;
}

/** The inverse of `pathOfTile`. Undefined for every other text. Levels go up to 63. */
export function readTilePath(path: string): TileFile | undefined {
  const match = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path);
  if (!match) return undefined;
  const [, level = '', number = '', width] = match;
  const file = {
    level: level === 'entries' ? level : Number(level),
    index: Number(number.replaceAll(/[x/]/g, '')),
    width: width === undefined ? tileWidth : Number(width),
  } as const;
  const isInRange = file.width >= 1 && file.width <= tileWidth && (level === 'entries' || Number(level) < 64);
  // Leading zeros, numbers above 2^53 and a width of 256 that is written out have no inverse.
  return isInRange && pathOfTile(file) === path ? file : undefined;
}

/** An entry bundle: each entry after its length, 2 bytes, big-endian. A RangeError for more than 65,535 bytes. */
export function encodeEntryBundle(entries: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    entries.flatMap((entry) => {
      if (entry.length > 0xffff) throw new RangeError('an entry of a bundle has at most 65,535 bytes');
      return [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry];
    }),
  );
}

/** The entries of a bundle, or undefined unless it consists of exactly `width` entries. */
export function decodeEntryBundle(bundle: Uint8Array, width: number): readonly Uint8Array[] | undefined {
  const view = new DataView(bundle.buffer, bundle.byteOffset, bundle.byteLength);
  const entries: Uint8Array[] = [];
  let at = 0;
  while (at < bundle.length) {
    if (bundle.length - at < 2) return undefined;
    const end = at + 2 + view.getUint16(at);
    if (end > bundle.length || entries.length === width) return undefined;
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  return entries.length === width ? entries : undefined;
}
