/** What a value is, and so how it is compared. Accounts are Solana's: 32 bytes in base58. */
export type ValueKind = 'integer' | 'address' | 'account' | 'bitcoin-address' | 'bytes' | 'text' | 'boolean';

/**
 * Integers are bigints; addresses, bytes and the scripts of Bitcoin addresses lower-case hex with 0x;
 * accounts base58. So values that are equal are `===`.
 */
export type Value = bigint | string | boolean;

/** What an operation shows of a field. */
export type Reading =
  | {
      readonly state: 'value';
      readonly kind: ValueKind;
      readonly value: Value;
      /** Values that would do the same: whether the value counts as one of them nobody can say. */
      readonly perhaps?: readonly Value[] | 'anything';
      /** How people know the value, when they know it by another name. */
      readonly shown?: string;
    }
  /** It has no such value of its own, but may do what one of these names; or not. */
  | { readonly state: 'maybe'; readonly kind: ValueKind; readonly values: readonly Value[] }
  /** The field lies in an array: one reading for each element. */
  | { readonly state: 'each'; readonly readings: readonly Reading[] }
  /** The operation has such a field, but what it holds cannot be known. */
  | { readonly state: 'unknown'; readonly reason: string }
  /**
   * The field is left out, as `to` in the creation of a contract: it equals nothing, and is in no list.
   * Whether that is "not equal" nobody knows.
   */
  | { readonly state: 'absent' }
  /** The condition speaks about something else, as an argument of another function. */
  | { readonly state: 'inapplicable' };

export const absent: Reading = { state: 'absent' };
export const inapplicable: Reading = { state: 'inapplicable' };

export function unknown(reason: string): Reading {
  return { state: 'unknown', reason };
}
export function integer(value: bigint): Reading {
  return { state: 'value', kind: 'integer', value };
}
export function text(value: string): Reading {
  return { state: 'value', kind: 'text', value };
}
export function bytes(value: Uint8Array): Reading {
  return { state: 'value', kind: 'bytes', value: hexOf(value) };
}
export function address(value: Uint8Array): Reading {
  return { state: 'value', kind: 'address', value: hexOf(value) };
}

export function hexOf(value: Uint8Array): string {
  return `0x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
}

/**
 * Addresses in text are the same however their letters are written (EIP-55): values are equal when their
 * forms are `===`.
 */
export function equalityForm(kind: ValueKind, value: Value): Value {
  const mayBeAddress = kind === 'text' && typeof value === 'string' && value.length === 42;
  return mayBeAddress && /^0x[0-9a-fA-F]{40}$/.test(value) ? value.toLowerCase() : value;
}
