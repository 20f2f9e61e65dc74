import { fromHex, toHex, type Hex } from '../core/encoding.js';
import { clientError, type WalletServiceError } from '../core/error.js';

// secp256k1 (SEC 2, section 2.4.1).
const fieldPrime = 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2fn;
const groupOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

export type SignatureParts = { readonly r: Hex; readonly s: Hex; readonly yParity: 0 | 1 };

/** An answer that is not what was asked for. */
export function mismatch(reason: string, cause?: unknown): WalletServiceError {
  return clientError('client.answer-mismatch', `The answer of the service is wrong: ${reason}.`, {}, cause);
}

/** The parts of a signature of 65 bytes: r, s, v. Throws `client.answer-mismatch` unless v is 27 or 28 and s is low. */
export function splitSignature(signature: string): SignatureParts {
  const [, r, s, v] = /^0x([0-9a-f]{64})([0-9a-f]{64})(1b|1c)$/.exec(signature) ?? [];
  if (r === undefined || s === undefined) throw mismatch('a signature is 65 bytes, and the last is 27 or 28');
  return lowSignature(`0x${r}`, `0x${s}`, v === '1c' ? 1 : 0);
}

/** Throws `client.answer-mismatch` if s is high (EIP-2), because chains refuse that form. r and s are 32 bytes. */
export function lowSignature(r: string, s: string, yParity: number): SignatureParts {
  if (!isWord(r) || !isWord(s)) throw mismatch('r and s are 32 bytes each');
  if (yParity !== 0 && yParity !== 1) throw mismatch('the parity of y is 0 or 1');
  if (BigInt(s) > groupOrder / 2n) throw mismatch('s is high');
  return { r, s, yParity };
}

/**
 * The signature at the end of the RLP list of a signed transaction. The field before r and s is the parity of y, but in
 * a legacy transaction 27 or 28, or the doubled chain id and 35 or 36 (EIP-155). The caller compares the transaction.
 */
export function transactionSignature(isLegacy: boolean, fields: unknown): SignatureParts {
  const numbers = (Array.isArray(fields) ? fields.slice(-3) : []).map((field: unknown) => {
    if (typeof field !== 'string' || field.length > 66) throw mismatch('the transaction has no signature');
    return BigInt(field === '0x' ? 0 : field);
  });
  const [first, r, s] = numbers;
  if (first === undefined || r === undefined || s === undefined)
    throw mismatch('the transaction has no signature');
  const parity = isLegacy ? (first + 1n) % 2n : first;
  return lowSignature(word(r), word(s), Number(parity));
}

/** A public key in SEC 1's uncompressed form, 65 bytes, from its compressed form, 33 bytes (SEC 1, section 2.3.4). */
export function uncompressedKey(compressed: Hex): Hex {
  const bytes = fromHex(compressed);
  const x = BigInt(toHex(bytes.subarray(1)));
  const square = (x ** 3n + 7n) % fieldPrime;
  const root = power(square, (fieldPrime + 1n) / 4n);
  const y = root % 2n === BigInt(bytes[0] === 3) ? root : fieldPrime - root;
  return `0x04${word(x).slice(2)}${word(y).slice(2)}`;
}

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, base];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % fieldPrime;
    square = (square * square) % fieldPrime;
  }
  return result;
}

function word(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`;
}

function isWord(text: string): text is Hex {
  return /^0x[0-9a-f]{64}$/.test(text);
}
