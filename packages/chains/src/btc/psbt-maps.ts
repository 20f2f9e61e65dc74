import { concatAll } from '../concat-all.js';
import { compactSize, readCompactSize } from './compact-size.js';

/** A key and its value, as parts of the given bytes. */
export type PsbtPair = { readonly key: Uint8Array; readonly value: Uint8Array };
export type PsbtMap = readonly PsbtPair[];

const MAGIC = Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff);

/**
 * The key-value maps (BIP-174) after the magic: the global one, then one per input and output. Undefined if
 * they don't end exactly with the bytes, if a map has a duplicate key, or if there are more maps or pairs
 * than allowed.
 */
export function readMaps(
  psbt: Uint8Array,
  most: { readonly maps: number; readonly pairs: number },
): readonly PsbtMap[] | undefined {
  if (MAGIC.some((byte, i) => psbt[i] !== byte)) return undefined;
  const maps: PsbtMap[] = [];
  let [at, pairs, isOverrun] = [MAGIC.length, 0, false];
  const next = (): Uint8Array => {
    const [length, size] = readCompactSize(psbt, at);
    const start = at + size;
    at = start + length;
    isOverrun ||= at > psbt.length;
    return psbt.subarray(start, at);
  };
  while (at < psbt.length) {
    const map = new Map<string, PsbtPair>();
    for (let key = next(); key.length > 0; key = next()) {
      const value = next();
      const name = Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('latin1');
      pairs += 1;
      if (isOverrun || map.has(name) || pairs > most.pairs) return undefined;
      map.set(name, { key, value });
    }
    maps.push([...map.values()]);
    if (isOverrun || maps.length > most.maps) return undefined;
  }
  return maps;
}

export function writeMaps(maps: readonly PsbtMap[]): Uint8Array {
  const end = Uint8Array.of(0);
  const parts = maps.flatMap((map) => [
    ...map.flatMap(({ key, value }) => [compactSize(key.length), key, compactSize(value.length), value]),
    end,
  ]);
  return concatAll([MAGIC, ...parts]);
}

/** The number of maps for inputs. Version 2 states it, version 0 shows it in the transaction. */
export function inputCountOf(global: PsbtMap): number {
  const valueOf = (type: number) => global.find(({ key }) => key.length === 1 && key[0] === type)?.value;
  const [unsigned, count] = [valueOf(0x00), valueOf(0x04)];
  return unsigned ? readCompactSize(unsigned, 4)[0] : count ? readCompactSize(count, 0)[0] : 0;
}
