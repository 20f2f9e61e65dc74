import { fromHex, sameBytes, toHex } from '../core/encoding.js';
import { byteReader, hash256, sized, joined } from './bytes.js';
import { finalOf, signatureKey, spentOutput, type Psbt, type PsbtMap } from './psbt.js';
import { isEcdsaSignature, number } from './secp256k1.js';
import {
  digests,
  readTransaction,
  withoutScripts,
  withoutWitnesses,
  type Input,
  type Output,
} from './transaction.js';

type Owner = {
  /** SEC 1, compressed, in hex with the prefix 0x. */
  readonly publicKey: string;
  /** What the wallet's outputs are paid to. */
  readonly script: Uint8Array;
};

type ToSign = { readonly input: Input; readonly spent: Output };

/** The inputs that the owner is to sign, by their index: those that spend their outputs and are not final. */
export function inputsToSign({ inputs, unsigned }: Psbt, { script }: Owner): ReadonlyMap<number, ToSign> {
  const own = new Map<number, ToSign>();
  for (const [index, input] of unsigned.inputs.entries()) {
    const map = inputs[index] ?? new Map();
    const spent = spentOutput(map, input);
    if (spent && sameBytes(spent.script, script) && !finalOf(map)) own.set(index, { input, spent });
  }
  return own;
}

/**
 * What is wrong with the PSBT of an answer. It must be the given one with one entry more in each input that the owner
 * is to sign: their signature of SIGHASH_ALL. Undefined if nothing is wrong.
 */
export async function wrongPsbt(given: Psbt, answer: Psbt, owner: Owner): Promise<string | undefined> {
  const own = inputsToSign(given, owner);
  const key = signatureKey(owner.publicKey);
  if (!sameMap(given.global, answer.global)) return 'another transaction, or other global entries';
  if (!sameMaps(given.outputs, answer.outputs)) return 'other entries of outputs';
  const rest = ({ inputs }: Psbt) => inputs.map((map, index) => (own.has(index) ? without(map, key) : map));
  if (!sameMaps(rest(given), rest(answer))) return 'other entries of inputs than signatures of the wallet';
  const digestOf = digests(given.unsigned);
  const publicKey = fromHex(owner.publicKey);
  for (const [index, { input, spent }] of own) {
    const signature = readSignature(answer.inputs[index]?.get(key) ?? new Uint8Array());
    if (!signature || !isEcdsaSignature(publicKey, await digestOf(input, spent), signature))
      return `no valid signature of the wallet in input ${index}`;
  }
  return undefined;
}

type Sent = { readonly transaction: string | null; readonly txid: string | null };

/**
 * What is wrong with the transaction of an answer and with its id. It must be that of the signed PSBT. The scripts and
 * witnesses that the service made from the partial signatures of others are not verified.
 */
export async function wrongTransaction(signed: Psbt, sent: Sent, owner: Owner): Promise<string | undefined> {
  const own = inputsToSign(signed, owner);
  const { transaction, txid } = sent;
  if (transaction === null) {
    const isComplete = signed.inputs.every((map, index) => own.has(index) || finalOf(map));
    return isComplete || txid !== null ? 'no transaction, although it has all signatures' : undefined;
  }
  const parsed = readTransaction(fromHex(transaction), 'any');
  if (!sameBytes(withoutScripts(parsed), withoutScripts(signed.unsigned)))
    return 'another transaction than the PSBT';
  const publicKey = fromHex(owner.publicKey);
  for (const [index, map] of signed.inputs.entries()) {
    const signature = map.get(signatureKey(owner.publicKey)) ?? new Uint8Array();
    const expected = own.has(index)
      ? { script: new Uint8Array(), witness: [signature, publicKey] }
      : finalOf(map);
    const actual = parsed.inputs[index];
    if (expected && actual && !sameBytes(scriptsOf(expected), scriptsOf(actual)))
      return `another script or witness in input ${index}`;
  }
  const id = toHex((await hash256(withoutWitnesses(parsed))).reverse()).slice(2);
  return id === txid ? undefined : 'another transaction id';
}

function scriptsOf({ script, witness }: Pick<Input, 'script' | 'witness'>): Uint8Array {
  return joined(...[script, ...witness].map(sized));
}

function without(map: PsbtMap, key: string): PsbtMap {
  return new Map([...map].filter(([each]) => each !== key));
}

function sameMap(left: PsbtMap, right: PsbtMap): boolean {
  const same = ([key, value]: [string, Uint8Array]) => sameBytes(value, right.get(key) ?? new Uint8Array());
  return left.size === right.size && [...left].every((entry) => right.has(entry[0]) && same(entry));
}

function sameMaps(left: readonly PsbtMap[], right: readonly PsbtMap[]): boolean {
  return left.length === right.length && left.every((map, index) => sameMap(map, right[index] ?? new Map()));
}

/** Strict DER (BIP-66) of two numbers, and SIGHASH_ALL behind it. */
function readSignature(bytes: Uint8Array): { readonly r: bigint; readonly s: bigint } | undefined {
  try {
    const reader = byteReader(bytes);
    if (reader.number(1) !== 0x30 || reader.number(1) !== bytes.length - 3) return undefined;
    const integer = () => {
      if (reader.number(1) !== 0x02) throw new RangeError('no integer');
      const digits = reader.take(reader.number(1));
      const [first = 0xff, second = 0xff] = digits;
      // Not negative, and without a zero that it does not need.
      if (first >= 0x80 || (first === 0 && second < 0x80)) throw new RangeError('not the shortest form');
      return number(digits);
    };
    const [r, s] = [integer(), integer()];
    return reader.number(1) === 0x01 && reader.isAtEnd() ? { r, s } : undefined;
  } catch {
    return undefined;
  }
}
