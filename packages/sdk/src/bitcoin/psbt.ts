import { fromHex, toHex } from '../core/encoding.js';
import { byteReader, type ByteReader } from './bytes.js';
import { readTransaction, type Input, type Output, type Transaction } from './transaction.js';

/** The entries of one map of a PSBT: keys in hex with the prefix 0x, and their values. */
export type PsbtMap = ReadonlyMap<string, Uint8Array>;

/** A PSBT of version 0 (BIP-174) or 2 (BIP-370). */
export type Psbt = {
  readonly global: PsbtMap;
  readonly inputs: readonly PsbtMap[];
  readonly outputs: readonly PsbtMap[];
  /** Without scripts and witnesses in its inputs. */
  readonly unsigned: Transaction;
};

const magic = '0x70736274ff';

/** Throws a RangeError for anything else than a PSBT of version 0 or 2. */
export function readPsbt(bytes: Uint8Array): Psbt {
  const reader = byteReader(bytes);
  if (toHex(reader.take(5)) !== magic) throw new RangeError('no PSBT');
  const global = readMap(reader);
  const maps: PsbtMap[] = [];
  while (!reader.isAtEnd()) maps.push(readMap(reader));
  const version0 = global.get('0x00');
  const transaction = version0 && readTransaction(version0, 'without-witnesses');
  const inputCount = transaction?.inputs.length ?? byteReader(needed(global, '0x04')).compactSize();
  const [inputs, outputs] = [maps.slice(0, inputCount), maps.slice(inputCount)];
  const unsigned = transaction ?? unsignedOfVersion2(global, inputs, outputs);
  if (unsigned.inputs.length !== inputs.length || unsigned.outputs.length !== outputs.length)
    throw new RangeError('another number of maps than inputs and outputs');
  return { global, inputs, outputs, unsigned };
}

function readMap(reader: ByteReader): PsbtMap {
  const map = new Map<string, Uint8Array>();
  for (let key = reader.text(); key.length > 0; key = reader.text()) {
    const name = toHex(key);
    if (map.has(name)) throw new RangeError(`the key ${name} twice in a map`);
    map.set(name, reader.text());
  }
  return map;
}

function needed(map: PsbtMap, key: string): Uint8Array {
  const value = map.get(key);
  if (!value) throw new RangeError(`a PSBT without the key ${key}`);
  return value;
}

function uint32(map: PsbtMap, key: string): number | undefined {
  const value = map.get(key);
  return value && byteReader(value).number(4);
}

function unsignedOfVersion2(
  global: PsbtMap,
  inputs: readonly PsbtMap[],
  outputs: readonly PsbtMap[],
): Transaction {
  if (uint32(global, '0xfb') !== 2) throw new RangeError('a PSBT of an unknown version');
  if (byteReader(needed(global, '0x05')).compactSize() !== outputs.length)
    throw new RangeError('another number of maps than outputs');
  return {
    version: byteReader(needed(global, '0x02')).number(4),
    lockTime: lockTimeOf(global, inputs),
    inputs: inputs.map((map) => ({
      txid: needed(map, '0x0e'),
      output: byteReader(needed(map, '0x0f')).number(4),
      sequence: uint32(map, '0x10') ?? 0xffffffff,
      script: new Uint8Array(),
      witness: [],
    })),
    outputs: outputs.map((map) => ({ amount: needed(map, '0x03'), script: needed(map, '0x04') })),
  };
}

/** BIP-370: the highest that inputs require, as a height if all of those can. Otherwise the fallback. */
function lockTimeOf(global: PsbtMap, inputs: readonly PsbtMap[]): number {
  const requiring = inputs
    .map((map) => ({ time: uint32(map, '0x11'), height: uint32(map, '0x12') }))
    .filter(({ time, height }) => time !== undefined || height !== undefined);
  if (requiring.length === 0) return uint32(global, '0x03') ?? 0;
  const heights = requiring.map(({ height }) => height);
  const chosen = heights.includes(undefined) ? requiring.map(({ time }) => time) : heights;
  return Math.max(
    ...chosen.map((value) => {
      if (value === undefined) throw new RangeError('inputs that require lock times of both kinds');
      return value;
    }),
  );
}

/** The output that an input spends, if the PSBT contains it. */
export function spentOutput(map: PsbtMap, { output }: Input): Output | undefined {
  const witnessUtxo = map.get('0x01');
  if (witnessUtxo) {
    const reader = byteReader(witnessUtxo);
    return { amount: reader.take(8), script: reader.text() };
  }
  const previous = map.get('0x00');
  return previous && readTransaction(previous, 'any').outputs[output];
}

/** The script and witness of an input that is final. Undefined if it is not. */
export function finalOf(map: PsbtMap): Pick<Input, 'script' | 'witness'> | undefined {
  const script = map.get('0x07') ?? new Uint8Array();
  const value = map.get('0x08');
  const reader = value && byteReader(value);
  const witness = reader ? reader.list(reader.text) : [];
  return script.length > 0 || witness.length > 0 ? { script, witness } : undefined;
}

/** The key of this public key's signature in the map of an input. */
export function signatureKey(publicKey: string): string {
  return toHex(Uint8Array.of(0x02, ...fromHex(publicKey)));
}
