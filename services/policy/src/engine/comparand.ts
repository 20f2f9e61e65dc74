import { base58 } from '@scure/base';
import { bitcoinScriptOf, parseEthAddress } from '@wallet-service/addresses';
import { AppError } from '@wallet-service/errors';
import { hexOf, type Value, type ValueKind } from './reading.js';

/** A value of a condition as the author of the rule wrote it. */
export type RawValue = string | number | boolean;

/** Why a value does not fit its kind, as in "must be …". */
export class WrongValue extends Error {
  override readonly name = 'WrongValue';
}

export const longestText = 4096;

/** The value in the form that is compared. Throws WrongValue. */
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

/**
 * Compared as the script that the address encodes. Whoever pays the script pays it, on every network. Other
 * scripts have no address.
 */
function bitcoinAddress(text: string): string {
  const script = bitcoinScriptOf(text);
  if (script) return hexOf(script);
  throw new WrongValue(
    'must be a Bitcoin address of the main network, a test network or regtest: P2PKH, P2SH or segwit (bech32, bech32m)',
  );
}

function hex(text: string): string {
  if (!/^0x([0-9a-fA-F]{2})*$/.test(text))
    throw new WrongValue('must be bytes: 0x and an even number of hexadecimal digits');
  return text.toLowerCase();
}
