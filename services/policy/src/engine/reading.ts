/** The kind of a value, which decides how it is compared. Accounts are Solana's: 32 bytes in base58. */
export type ValueKind = 'integer' | 'address' | 'account' | 'bitcoin-address' | 'bytes' | 'text' | 'boolean';

/**
 * Integers are bigints. Addresses, bytes and scripts of Bitcoin addresses are lower-case hex with 0x.
 * Accounts are base58. So equal values are `===`.
 */
export type Value = bigint | string | boolean;

/** The value of a field in an operation. */
export type Reading =
  | {
      readonly state: 'value';
      readonly kind: ValueKind;
      readonly value: Value;
      /** Its equality form, if that is known already: tens of thousands of rules may ask for it. */
      readonly form?: Value;
      /** Values with the same effect. It is unknown whether the value counts as one of them. */
      readonly perhaps?: readonly Value[] | 'anything';
      /** The name that people know the value by, if it has another. */
      readonly shown?: string;
    }
  /** It has no such value itself, but may or may not have the effect of one of these. */
  | { readonly state: 'maybe'; readonly kind: ValueKind; readonly values: readonly Value[] }
  /** The field is in an array: one reading per element. */
  | { readonly state: 'each'; readonly readings: readonly Reading[] }
  /** The operation has the field, but its value is unknown. */
  | { readonly state: 'unknown'; readonly reason: string }
  /**
   * The field is absent, like `to` in a contract creation. It equals nothing and is in no list. Whether that
   * is "not equal" is unknown.
   */
  | { readonly state: 'absent' }
  /** The condition is about something else, such as an argument of another function. */
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
  return { state: 'value', kind: 'text', value, form: equalityForm('text', value) };
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

/** Addresses in text are the same in any case (EIP-55): values are equal if their forms are `===`. */
export function equalityForm(kind: ValueKind, value: Value): Value {
  const mayBeAddress = kind === 'text' && typeof value === 'string' && value.length === 42;
  return mayBeAddress && /^0x[0-9a-fA-F]{40}$/.test(value) ? value.toLowerCase() : value;
}
