import { bytesToNumberBE } from '@noble/curves/utils.js';
import { invalidField } from '@wallet-service/errors';
import { MAX_NONCE } from './authorization.js';
import { rlpNumber, type RlpItem } from './rlp.js';
import type { AccessListEntry, SignedAuthorization } from './transaction.js';

export const MAX_UINT64 = 2n ** 64n - 1n;
export const MAX_UINT256 = 2n ** 256n - 1n;

/** One field of a transaction, to RLP and back. `read` accepts only what `write` produces. */
export type FieldCodec<T> = {
  readonly write: (value: T) => RlpItem;
  readonly read: (item: RlpItem, path: string) => T;
};

function number(max: bigint): FieldCodec<bigint> {
  return {
    write: rlpNumber,
    read: (item, path) => {
      const bytes = string(item, path);
      if (bytes[0] === 0) throw invalidField(path, 'a number with leading zeros');
      const value = bytes.length === 0 ? 0n : bytesToNumberBE(bytes);
      if (value > max) throw invalidField(path, `larger than ${max.toString()}`);
      return value;
    },
  };
}

function bytesOf(length: number): FieldCodec<Uint8Array> {
  return {
    write: (value) => value,
    read: (item, path) => {
      const bytes = string(item, path);
      if (bytes.length !== length) throw invalidField(path, `must have ${length} bytes`);
      return bytes;
    },
  };
}

function list<T>(entry: FieldCodec<T>): FieldCodec<readonly T[]> {
  return {
    write: (values) => values.map(entry.write),
    read: (item, path) => items(item, path).map((each, i) => entry.read(each, `${path}/${i}`)),
  };
}

const uint64 = number(MAX_UINT64);
const uint256 = number(MAX_UINT256);
const nonce = number(MAX_NONCE);
const address = bytesOf(20);
const word = bytesOf(32);
const words = list(word);

const optionalAddress: FieldCodec<Uint8Array | undefined> = {
  write: (value) => value ?? new Uint8Array(),
  read: (item, path) => (string(item, path).length === 0 ? undefined : address.read(item, path)),
};

const anyBytes: FieldCodec<Uint8Array> = { write: (value) => value, read: string };

const accessListEntry: FieldCodec<AccessListEntry> = {
  write: (entry) => [entry.address, words.write(entry.storageKeys)],
  read: (item, path) => {
    const [holder, keys] = tuple(item, 2, path);
    return {
      address: address.read(holder, `${path}/address`),
      storageKeys: words.read(keys, `${path}/storageKeys`),
    };
  },
};

const authorization: FieldCodec<SignedAuthorization> = {
  write: ({ chainId, address: code, nonce: at, yParity, r, s }) => [
    rlpNumber(chainId),
    code,
    ...[at, yParity, r, s].map(rlpNumber),
  ],
  read: (item, path) => {
    const [chainId, code, at, yParity, r, s] = tuple(item, 6, path);
    return {
      chainId: uint256.read(chainId, `${path}/chainId`),
      address: address.read(code, `${path}/address`),
      nonce: nonce.read(at, `${path}/nonce`),
      yParity: number(255n).read(yParity, `${path}/yParity`),
      r: uint256.read(r, `${path}/r`),
      s: uint256.read(s, `${path}/s`),
    };
  },
};

/** The codec of each field, by its name in `EthTransaction`. */
export const fieldCodecs = {
  chainId: uint256,
  nonce,
  gasPrice: uint256,
  maxPriorityFeePerGas: uint256,
  maxFeePerGas: uint256,
  maxFeePerBlobGas: uint256,
  gasLimit: uint64,
  to: optionalAddress,
  value: uint256,
  data: anyBytes,
  accessList: list(accessListEntry),
  blobVersionedHashes: words,
  authorizationList: list(authorization),
};
export type FieldName = keyof typeof fieldCodecs;

function string(item: RlpItem, path: string): Uint8Array {
  if (item instanceof Uint8Array) return item;
  throw invalidField(path, 'a list where bytes are expected');
}

function items(item: RlpItem, path: string): readonly RlpItem[] {
  if (item instanceof Uint8Array) throw invalidField(path, 'bytes where a list is expected');
  return item;
}

/** The entries of a list of exactly `length` items. The default is only there for the compiler. */
function tuple(
  item: RlpItem,
  length: number,
  path: string,
): [RlpItem, RlpItem, RlpItem, RlpItem, RlpItem, RlpItem] {
  const entries = items(item, path);
  if (entries.length !== length) throw invalidField(path, `must have ${length} items`);
  const none = new Uint8Array();
  const [a = none, b = none, c = none, d = none, e = none, f = none] = entries;
  return [a, b, c, d, e, f];
}
