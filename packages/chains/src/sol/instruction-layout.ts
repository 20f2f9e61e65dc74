import { base58 } from '@scure/base';

/**
 * The values of an instruction: addresses in base58 or 'unknown' (from a lookup table), numbers, text; null
 * if it names nobody.
 */
export type InstructionValue = string | bigint | null;
export type DecodedInstruction = {
  readonly program: 'system' | 'token' | 'token-2022';
  readonly name: string;
  readonly values: ReadonlyMap<string, InstructionValue>;
  /**
   * The accounts after the named ones: signers of a multisig, accounts for a transfer hook, or irrelevant
   * ones.
   */
  readonly beyond: readonly string[];
};

export type DataField = readonly [name: string, type: 'u8' | 'u64' | 'address' | 'optional-address' | 'text'];
export type Layout = {
  readonly name: string;
  /** The accounts in order. More may follow, such as the signers of a multisig. */
  readonly accounts: readonly string[];
  readonly data: readonly DataField[];
};

type Cursor = { readonly data: Uint8Array; at: number };

/**
 * The values of an instruction by its layout. Undefined if accounts or data are missing. As on the chain,
 * data after the last field is ignored: an instruction with an extra byte is the same transfer.
 */
export function readLayout(
  layout: Layout,
  accounts: readonly string[],
  data: Uint8Array,
): ReadonlyMap<string, InstructionValue> | undefined {
  if (accounts.length < layout.accounts.length) return undefined;
  const values = new Map<string, InstructionValue>();
  layout.accounts.forEach((name, i) => values.set(name, accounts[i] ?? null));
  const cursor: Cursor = { data, at: 0 };
  for (const [name, type] of layout.data) {
    const value = readField(cursor, type);
    if (value === undefined) return undefined;
    values.set(name, value);
  }
  return values;
}

function readField(cursor: Cursor, type: DataField[1]): InstructionValue | undefined {
  switch (type) {
    case 'u8':
      return littleEndian(cursor, 1);
    case 'u64':
      return littleEndian(cursor, 8);
    case 'address':
      return address(cursor);
    case 'optional-address': {
      const tag = littleEndian(cursor, 1);
      if (tag === 0n) return null;
      return tag === 1n ? address(cursor) : undefined;
    }
    case 'text': {
      const length = littleEndian(cursor, 8);
      const bytes = length === undefined || length > 1232n ? undefined : take(cursor, Number(length));
      return bytes && utf8(bytes);
    }
  }
}

function take(cursor: Cursor, length: number): Uint8Array | undefined {
  const end = cursor.at + length;
  if (end > cursor.data.length) return undefined;
  const bytes = cursor.data.subarray(cursor.at, end);
  cursor.at = end;
  return bytes;
}

function littleEndian(cursor: Cursor, length: number): bigint | undefined {
  return take(cursor, length)?.reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
}

function address(cursor: Cursor): string | undefined {
  const key = take(cursor, 32);
  return key && base58.encode(key);
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
