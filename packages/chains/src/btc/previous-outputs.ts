import { concatAll } from '../concat-all.js';
import { readCompactSize } from './compact-size.js';
import { hash256 } from './segwit-digest.js';

/** A transaction that an input spends: its id in the order of the wire, and one of its outputs. */
export type PreviousOutput = {
  readonly id: Uint8Array;
  /** Undefined if the transaction has no such output. */
  readonly spent: { readonly script: Uint8Array; readonly amount: bigint } | undefined;
};

const OUTPOINT = 36;
const SEQUENCE = 4;
const LOCK_TIME = 4;

/**
 * Reads the parts of a transaction (BIP-144) that an input which spends it commits to, and keeps nothing
 * else: others chose its number of inputs and outputs, and a request may contain many. Undefined if the bytes
 * are not a transaction.
 */
export function readPreviousOutput(bytes: Uint8Array, index: number): PreviousOutput | undefined {
  const isSegwit = bytes[4] === 0 && bytes[5] === 1;
  const start = isSegwit ? 6 : 4;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = start;
  const count = (): number => {
    const [value, size] = readCompactSize(bytes, at);
    at += size;
    return value;
  };
  const inputs = count();
  // Past the end everything is zero. Without this check it would loop up to a false number.
  for (let i = 0; i < inputs && at <= bytes.length; i += 1) {
    at += OUTPOINT;
    const length = count();
    at += length + SEQUENCE;
  }
  const outputs = count();
  let spent: PreviousOutput['spent'];
  for (let i = 0; i < outputs && at + 8 <= bytes.length; i += 1) {
    const amount = view.getBigInt64(at, true);
    at += 8;
    const length = count();
    if (i === index) spent = { amount, script: bytes.subarray(at, at + length) };
    at += length;
  }
  const end = at;
  const skipWitness = (): void => {
    for (let left = count(); left > 0 && at <= bytes.length; left -= 1) {
      const length = count();
      at += length;
    }
  };
  for (let i = 0; isSegwit && i < inputs && at <= bytes.length; i += 1) skipWitness();
  if (inputs === 0 || outputs === 0 || at + LOCK_TIME !== bytes.length) return undefined;
  const parts = [bytes.subarray(0, 4), bytes.subarray(start, end), bytes.subarray(at)];
  return { id: hash256(concatAll(parts)), spent };
}
