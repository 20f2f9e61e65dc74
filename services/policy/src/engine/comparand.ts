import { base58 } from '@scure/base';
import { bitcoinScriptOf, isEthAddress } from '@wallet-service/addresses';
import type { RawValue } from './field-source.js';
import { hexOf, type Value, type ValueKind } from './reading.js';

/** Why a value does not fit its kind, as in "must be …". */
export class WrongValue extends Error {
  override readonly name = 'WrongValue';
}

export const longestText = 4096;

/** What a value does not meet. Not an error that is thrown: one value may be tried as every kind. */
type Wrong = { readonly wrong: string };

/** The value in the form that is compared. Throws WrongValue. */
export function parseComparand(kind: ValueKind, raw: RawValue): Value {
  const read = readComparand(kind, raw);
  if (typeof read === 'object') throw new WrongValue(read.wrong);
  return read;
}

/** Those that are of the kind, in the form that is compared. */
export function comparandsOfKind(kind: ValueKind, raws: readonly RawValue[]): readonly Value[] {
  return raws.flatMap((raw) => {
    const read = readComparand(kind, raw);
    return typeof read === 'object' ? [] : [read];
  });
}

function readComparand(kind: ValueKind, raw: RawValue): Value | Wrong {
  switch (kind) {
    case 'integer':
      return integer(raw);
    case 'boolean':
      if (raw === true || raw === 'true') return true;
      if (raw === false || raw === 'false') return false;
      return { wrong: 'must be true or false' };
    case 'text':
      return ofText(raw, (text) => text);
    case 'address':
      return ofText(raw, ethereumAddress);
    case 'account':
      return ofText(raw, solanaAccount);
    case 'bitcoin-address':
      return ofText(raw, bitcoinAddress);
    case 'bytes':
      return ofText(raw, hex);
  }
}

function integer(raw: RawValue): bigint | Wrong {
  if (typeof raw === 'number')
    return Number.isSafeInteger(raw)
      ? BigInt(raw)
      : { wrong: 'must be an integer; write big ones as strings' };
  const isInteger = typeof raw === 'string' && /^(-?(0|[1-9]\d{0,77})|0x[0-9a-fA-F]{1,64})$/.test(raw);
  if (!isInteger || raw === '-0')
    return { wrong: 'must be an integer: a decimal string in the smallest unit, or a number' };
  return BigInt(raw);
}

function ofText(raw: RawValue, read: (text: string) => string | Wrong): string | Wrong {
  if (typeof raw !== 'string') return { wrong: 'must be a string' };
  if (raw.length > longestText) return { wrong: `must have at most ${longestText} characters` };
  return read(raw);
}

function ethereumAddress(text: string): string | Wrong {
  return isEthAddress(text)
    ? text.toLowerCase()
    : {
        wrong:
          'must be an address: 0x and 40 hexadecimal digits, with a right checksum (EIP-55) when the case is mixed',
      };
}

function solanaAccount(text: string): string | Wrong {
  const length = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) ? base58.decode(text).length : 0;
  return length === 32 ? text : { wrong: 'must be a Solana account: 32 bytes in base58' };
}

/**
 * Compared as the script that the address encodes. A payment to the script pays it, on every network. Other
 * scripts have no address.
 */
function bitcoinAddress(text: string): string | Wrong {
  const script = bitcoinScriptOf(text);
  if (script) return hexOf(script);
  return {
    wrong:
      'must be a Bitcoin address of the main network, a test network or regtest: P2PKH, P2SH or segwit ' +
      '(bech32, bech32m)',
  };
}

function hex(text: string): string | Wrong {
  return /^0x([0-9a-fA-F]{2})*$/.test(text)
    ? text.toLowerCase()
    : { wrong: 'must be bytes: 0x and an even number of hexadecimal digits' };
}
