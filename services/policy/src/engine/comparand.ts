import { createHash } from 'node:crypto';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';
import { parseEthAddress } from '@wallet-service/addresses';
import { AppError } from '@wallet-service/errors';
import { hexOf, type Value, type ValueKind } from './reading.js';

/** What the author of a rule wrote as (one) value of a condition. */
export type RawValue = string | number | boolean;

/** Why a value is not one of its kind; said of the value, as in "must be …". */
export class WrongValue extends Error {
  override readonly name = 'WrongValue';
}

export const longestText = 4096;

/** The value in the form in which values of its kind are compared. Throws WrongValue. */
export function parseComparand(kind: ValueKind, raw: RawValue): Value {
  switch (kind) {
    case 'integer':
      return integer(raw);
    case 'boolean':
      if (raw === true || raw === 'true') return true;
      if (raw === false || raw === 'false') return false;
      throw new WrongValue('must be true or false');
    case 'text':
      return string(raw);
    case 'address':
      return ethereumAddress(string(raw));
    case 'account':
      return solanaAccount(string(raw));
    case 'bitcoin-address':
      return bitcoinAddress(string(raw));
    case 'bytes':
      return hex(string(raw));
  }
}

function integer(raw: RawValue): bigint {
  if (typeof raw === 'number') {
    if (!Number.isSafeInteger(raw)) throw new WrongValue('must be an integer; write big ones as strings');
    return BigInt(raw);
  }
  const isInteger = typeof raw === 'string' && /^(-?(0|[1-9]\d{0,77})|0x[0-9a-fA-F]{1,64})$/.test(raw);
  if (!isInteger || raw === '-0')
    throw new WrongValue('must be an integer: a decimal string in the smallest unit, or a number');
  return BigInt(raw);
}

function string(raw: RawValue): string {
  if (typeof raw !== 'string') throw new WrongValue('must be a string');
  if (raw.length > longestText) throw new WrongValue(`must have at most ${longestText} characters`);
  return raw;
}

function ethereumAddress(text: string): string {
  try {
    return hexOf(parseEthAddress(text));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new WrongValue(
      'must be an address: 0x and 40 hexadecimal digits, with a right checksum (EIP-55) when the case is mixed',
    );
  }
}

function solanaAccount(text: string): string {
  const length = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) ? base58.decode(text).length : 0;
  if (length !== 32) throw new WrongValue('must be a Solana account: 32 bytes in base58');
  return text;
}

const base58check = createBase58check(
  (data: Uint8Array) => new Uint8Array(createHash('sha256').update(data).digest()),
);

/** P2PKH and P2SH, on the main network, and on the test network and regtest, which share theirs. */
const base58Versions = [0x00, 0x05, 0x6f, 0xc4];
/** Of 25 bytes. Longer text is not looked at: decoding takes time that grows with the square of the length. */
const longestBase58Address = 35;

/** An output of another form has no address here: a condition that names one would never hold. */
function bitcoinAddress(text: string): string {
  if (isBase58Address(text)) return text;
  if (/^(bc|tb|bcrt)1/i.test(text) && isSegwitAddress(text)) return text.toLowerCase();
  throw new WrongValue(
    'must be a Bitcoin address: P2PKH, P2SH, P2WPKH, P2WSH or P2TR of the main network, the test network or regtest',
  );
}

function isBase58Address(text: string): boolean {
  if (text.length > longestBase58Address) return false;
  try {
    const bytes = base58check.decode(text);
    return bytes.length === 21 && base58Versions.includes(bytes[0] ?? -1);
  } catch {
    return false;
  }
}

/** BIP-173 and BIP-350: version 0 in bech32 with 20 or 32 bytes, version 1 in bech32m with 32. */
function isSegwitAddress(text: string): boolean {
  return [bech32, bech32m].some((codec, version) => {
    const [first, ...words] = codec.decodeUnsafe(text, 90)?.words ?? [];
    const length = codec.fromWordsUnsafe(words)?.length ?? 0;
    return first === version && (length === 32 || (version === 0 && length === 20));
  });
}

function hex(text: string): string {
  if (!/^0x([0-9a-fA-F]{2})*$/.test(text))
    throw new WrongValue('must be bytes: 0x and an even number of hexadecimal digits');
  return text.toLowerCase();
}
