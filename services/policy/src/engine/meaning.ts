import type { EthTransaction, TypedStruct } from '@wallet-service/chains';
import { hexOf } from './reading.js';

/**
 * Tokens that somebody else may take; a text says why the amount cannot be known. `token`: lower-case hex,
 * undefined when it is not said.
 */
export type Gift = { readonly token: string | undefined; readonly amount: bigint | string };

/** A transaction that somebody else sends to the chain. */
export type OrderedTransaction = {
  readonly kind: 'transaction';
  readonly transaction: EthTransaction;
  /** `call`: only who is called, with what value and data, and on which chain. The sender decides the rest. */
  readonly says: 'all' | 'call';
  /** Whose value and tokens it moves: the wallet, or an account that the wallet controls. */
  readonly account: Uint8Array;
  /** The called contract learns the wallet's address from a forwarder, and so may any contract behind it. */
  readonly isForwarded: boolean;
  /** Called in addition to `to`. */
  readonly paymaster?: Uint8Array;
  readonly gifts: readonly Gift[];
};

/** What somebody who has the signature can do with it. */
export type Meaning =
  | OrderedTransaction
  | { readonly kind: 'nothing' }
  | { readonly kind: 'gifts'; readonly gifts: readonly Gift[] }
  /** It may move anything. */
  | { readonly kind: 'anything'; readonly reason: string }
  /** As `anything`, unless the application knows better and has a rule that names the schema. */
  | { readonly kind: 'unknown'; readonly reason: string };

export const nothing: Meaning = { kind: 'nothing' };
export const anything = (reason: string): Meaning => ({ kind: 'anything', reason });
export const gives = (...gifts: readonly Gift[]): Meaning => ({ kind: 'gifts', gifts });

export function addressIn(struct: TypedStruct, name: string): string | undefined {
  const value = struct.fields.get(name);
  return value?.kind === 'address' ? hexOf(value.value) : undefined;
}
export function integerIn(struct: TypedStruct, name: string): bigint | undefined {
  const value = struct.fields.get(name);
  return value?.kind === 'integer' ? value.value : undefined;
}
export function bytesIn(struct: TypedStruct, name: string): Uint8Array | undefined {
  const value = struct.fields.get(name);
  return value?.kind === 'bytes' ? value.value : undefined;
}
export function textIn(struct: TypedStruct, name: string): string | undefined {
  const value = struct.fields.get(name);
  return value?.kind === 'string' ? value.value : undefined;
}
export function addressBytes(address: string): Uint8Array {
  return Buffer.from(address.slice(2), 'hex');
}
