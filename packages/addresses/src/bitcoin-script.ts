import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { bech32PrefixOf } from './bitcoin-address.js';

const base58check = createBase58check(sha256);

/** Of 25 bytes. Longer text is not decoded: that takes time that grows with the square of the length. */
const longestBase58Address = 35;
const longestSegwitAddress = 90;

const OP_0 = 0x00;
const OP_1 = 0x51;
const OP_16 = 0x60;
const OP_RETURN = 0x6a;

const payToKeyHash = (hash: Uint8Array) => concatBytes(bytes(0x76, 0xa9, 20), hash, bytes(0x88, 0xac));
const payToScriptHash = (hash: Uint8Array) => concatBytes(bytes(0xa9, 20), hash, bytes(0x87));

/** The test networks and regtest share their versions. */
const scriptsByVersion: ReadonlyMap<number | undefined, (hash: Uint8Array) => Uint8Array> = new Map([
  [0x00, payToKeyHash],
  [0x6f, payToKeyHash],
  [0x05, payToScriptHash],
  [0xc4, payToScriptHash],
]);

/**
 * The output script that an address stands for: one script has an address on each network. P2PKH and P2SH,
 * witness version 0 in bech32 (BIP-173), versions 1 to 16 in bech32m (BIP-350). Undefined for what is no
 * address of the main network, a test network or regtest.
 */
export function bitcoinScriptOf(address: string): Uint8Array | undefined {
  return base58Script(address) ?? segwitScript(address);
}

function base58Script(address: string): Uint8Array | undefined {
  if (address.length > longestBase58Address) return undefined;
  try {
    const decoded = base58check.decode(address);
    return decoded.length === 21 ? scriptsByVersion.get(decoded[0])?.(decoded.subarray(1)) : undefined;
  } catch {
    // The codec cannot be asked.
    return undefined;
  }
}

function segwitScript(address: string): Uint8Array | undefined {
  if (!/^(bc|tb|bcrt)1/i.test(address)) return undefined;
  for (const codec of [bech32, bech32m]) {
    const [version, ...words] = codec.decodeUnsafe(address, longestSegwitAddress)?.words ?? [];
    const program = codec.fromWordsUnsafe(words);
    if (version === undefined || !program) continue;
    const script = concatBytes(bytes(version === 0 ? OP_0 : OP_1 - 1 + version, program.length), program);
    if ((version === 0) === (codec === bech32) && isWitnessProgram(script)) return script;
  }
  return undefined;
}

/**
 * The address of an output script on a network; undefined where it has none. Keys in scripts are not looked
 * at, because that costs as much as a signature: an output to a key that is no point of the curve has an
 * address too.
 */
export function bitcoinAddressOf(network: string, script: Uint8Array): string | undefined {
  const prefix = bech32PrefixOf(network);
  const isMain = prefix === 'bc';
  const isSame = (other: Uint8Array) => Buffer.compare(script, other) === 0;
  const keyHash = script.subarray(3, 23);
  const scriptHash = script.subarray(2, 22);
  if (isSame(payToKeyHash(keyHash)))
    return base58check.encode(concatBytes(bytes(isMain ? 0x00 : 0x6f), keyHash));
  if (isSame(payToScriptHash(scriptHash)))
    return base58check.encode(concatBytes(bytes(isMain ? 0x05 : 0xc4), scriptHash));
  if (!isWitnessProgram(script)) return undefined;
  const [opcode = OP_0] = script;
  const version = opcode === OP_0 ? 0 : opcode - OP_1 + 1;
  const codec = version === 0 ? bech32 : bech32m;
  return codec.encode(prefix, [version, ...codec.toWords(script.subarray(2))]);
}

/**
 * The recipient of a script: an address; `nobody` if it can never be spent (OP_RETURN); `anybody` if unknown.
 */
export type BitcoinPayee = 'address' | 'nobody' | 'anybody';

export function bitcoinPayeeOf(script: Uint8Array): BitcoinPayee {
  if (script[0] === OP_RETURN) return 'nobody';
  const isSame = (other: Uint8Array) => Buffer.compare(script, other) === 0;
  const isHashed =
    isSame(payToKeyHash(script.subarray(3, 23))) || isSame(payToScriptHash(script.subarray(2, 22)));
  return isHashed || isWitnessProgram(script) ? 'address' : 'anybody';
}

/** BIP-141: a version and one push of 2 to 40 bytes; of version 0 only those of 20 and 32 bytes can be spent. */
function isWitnessProgram(script: Uint8Array): boolean {
  const [version = 0xff, length = 0] = script;
  const isVersion = version === OP_0 || (version >= OP_1 && version <= OP_16);
  if (!isVersion || script.length !== 2 + length) return false;
  return version === OP_0 ? length === 20 || length === 32 : length >= 2 && length <= 40;
}

function bytes(...values: readonly number[]): Uint8Array {
  return Uint8Array.from(values);
}
