import { createHash } from 'node:crypto';
import { concatBytes } from '@noble/hashes/utils.js';
import { concatAll } from '../concat-all.js';
import { compactSize } from './compact-size.js';

/** What BIP-143 commits to. `txid` in wire order, the reverse of what explorers show. */
export type SegwitTransaction = {
  readonly version: number;
  readonly lockTime: number;
  readonly inputs: readonly {
    readonly txid: Uint8Array;
    readonly output: number;
    readonly sequence: number;
  }[];
  readonly outputs: readonly { readonly amount: bigint; readonly script: Uint8Array }[];
};

export const SIGHASH_ALL = 1;

/**
 * BIP-143 with SIGHASH_ALL for P2WPKH: the digest of the input at `index` that spends `amount` satoshis of
 * the key with this hash. The shared parts are hashed once, so that a transaction with many inputs takes
 * linear time.
 */
export function segwitDigests(
  transaction: SegwitTransaction,
  keyHash: Uint8Array,
): (index: number, amount: bigint) => Uint8Array {
  const outpoints = transaction.inputs.map(({ txid, output }) => concatBytes(txid, uint32(output)));
  const sequences = transaction.inputs.map(({ sequence }) => uint32(sequence));
  const head = concatBytes(
    uint32(transaction.version),
    hash256(concatAll(outpoints)),
    hash256(concatAll(sequences)),
  );
  const outputs = transaction.outputs.map(({ amount, script }) => encodeOutput(amount, script));
  const tail = concatBytes(hash256(concatAll(outputs)), uint32(transaction.lockTime), uint32(SIGHASH_ALL));
  const scriptCode = concatBytes(Uint8Array.of(0x19, 0x76, 0xa9, 0x14), keyHash, Uint8Array.of(0x88, 0xac));
  return (index, amount) => {
    const [outpoint, sequence] = [outpoints[index], sequences[index]];
    if (!outpoint || !sequence) throw new RangeError('no such input');
    return hash256(concatBytes(head, outpoint, scriptCode, uint64(amount), sequence, tail));
  };
}

export function encodeOutput(amount: bigint, script: Uint8Array): Uint8Array {
  return concatBytes(uint64(amount), compactSize(script.length), script);
}

/** SHA-256 twice. A request may need hundreds of them, and OpenSSL takes a fifth of the time of JavaScript. */
export function hash256(bytes: Uint8Array): Uint8Array {
  const once = createHash('sha256').update(bytes).digest();
  return Uint8Array.from(createHash('sha256').update(once).digest());
}

export function uint32(value: number): Uint8Array {
  return Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24);
}

function uint64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}
