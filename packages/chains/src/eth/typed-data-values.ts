import { numberToBytesBE } from '@noble/curves/utils.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { parseEthAddress } from '@wallet-service/addresses';
import { invalidField } from '@wallet-service/errors';
import type { StrictJson, StrictObject } from '@wallet-service/values';
import { concatAll } from '../concat-all.js';
import { parseHexText } from '../hex-text.js';
import type { TypedDataVersion } from '../operation.js';
import { typeHasher, type AtomicType, type FieldType, type StructTypes } from './typed-data-types.js';

/** A value of typed data. Addresses are 20 bytes. */
export type TypedValue =
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'address' | 'bytes'; readonly value: Uint8Array }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'array'; readonly items: readonly TypedValue[] }
  | TypedStruct;
export type TypedStruct = { readonly kind: 'struct'; readonly fields: ReadonlyMap<string, TypedValue> };

/** Typed data to sign. `v1` has neither domain nor types nor a primary type: its `domain` is empty. */
export type TypedData = {
  readonly version: TypedDataVersion;
  readonly primaryType: string | undefined;
  readonly types: StructTypes;
  readonly domain: TypedStruct;
  readonly message: TypedStruct;
  /**
   * Other names, types or values may have the same digest, and a holder of the signature may use it for
   * those. Only in `v1`.
   */
  readonly isAmbiguous: boolean;
  /** The 32 bytes that are signed. */
  readonly digest: Uint8Array;
};

// Bounds on the work that a request can cause. Values of built-in types of fixed length cost little, all
// others a hash each.
const MAX_VALUES = 2000;
const MAX_HASHED = 500;

const hashedKinds: ReadonlySet<FieldType['kind']> = new Set(['struct', 'array', 'string', 'bytes']);

/** A value and its 32 bytes of `encodeData`. */
type Encoded<T = TypedValue> = { readonly value: T; readonly word: Uint8Array };
export type StructEncoder = (
  name: string,
  json: StrictJson | undefined,
  path: string,
) => Encoded<TypedStruct>;

/**
 * EIP-712 `hashStruct` for the structs of one request. Computes each type hash once. The value has the declared
 * fields and nothing else, because the hash covers nothing else: a member that no type declares is not signed, so
 * nobody may decide by it.
 */
export function structEncoder(types: StructTypes): StructEncoder {
  const hashOf = typeHasher(types);

  const encodeStruct: StructEncoder = (name, json, path) => {
    if (!(json instanceof Map)) throw invalidField(path, `expected an object, a ${name}`);
    const members = json as StrictObject;
    const declared = types.get(name) ?? [];
    const fields = declared.map(({ name: field, type }): [string, Encoded] => {
      const at = `${path}/${field}`;
      const member = members.get(field);
      if (member === undefined) throw invalidField(at, 'missing');
      return [field, encode(type, member, at)];
    });
    const word = keccak_256(concatBytes(hashOf(name, path), ...fields.map(([, { word: each }]) => each)));
    return {
      value: { kind: 'struct', fields: new Map(fields.map(([field, { value }]) => [field, value])) },
      word,
    };
  };

  let [values, hashed] = [0, 0];
  const count = (type: FieldType, path: string): void => {
    values += 1;
    if (hashedKinds.has(type.kind)) hashed += 1;
    if (values > MAX_VALUES) throw invalidField(path, `more than ${MAX_VALUES} values: sign them in parts`);
    if (hashed > MAX_HASHED)
      throw invalidField(
        path,
        `more than ${MAX_HASHED} structs, arrays, strings and bytes: sign them in parts`,
      );
  };
  const encode = (type: FieldType, json: StrictJson, path: string): Encoded => {
    count(type, path);
    if (type.kind === 'struct') return encodeStruct(type.name, json, path);
    if (type.kind !== 'array') {
      const value = readAtom(type, json, path);
      return { value, word: atomWord(type, value) };
    }
    if (!Array.isArray(json)) throw invalidField(path, 'expected an array');
    if (type.length !== undefined && json.length !== type.length) {
      throw invalidField(path, `must have ${type.length} items`);
    }
    const items = json.map((item: StrictJson, i) => encode(type.item, item, `${path}/${i}`));
    const value: TypedValue = { kind: 'array', items: items.map((item) => item.value) };
    return { value, word: keccak_256(concatAll(items.map(({ word }) => word))) };
  };

  return encodeStruct;
}

/** A JSON value in the range of its type. Nothing is converted, truncated or padded. */
export function readAtom(
  type: AtomicType,
  json: StrictJson,
  path: string,
): Exclude<TypedValue, TypedStruct | { kind: 'array' }> {
  switch (type.kind) {
    case 'uint':
    case 'int':
      return { kind: 'integer', value: readInteger(type.kind, type.bits, json, path) };
    case 'bool':
      if (typeof json !== 'boolean') throw invalidField(path, 'expected true or false');
      return { kind: 'boolean', value: json };
    case 'address':
      if (typeof json !== 'string') throw invalidField(path, 'expected an address');
      return { kind: 'address', value: parseEthAddress(json, path) };
    case 'string':
      if (typeof json !== 'string') throw invalidField(path, 'expected a string');
      return { kind: 'string', value: json };
    case 'bytes':
      return { kind: 'bytes', value: parseHexText(json, path) };
    case 'fixed-bytes': {
      const value = parseHexText(json, path);
      if (value.length !== type.length) throw invalidField(path, `must have ${type.length} bytes`);
      return { kind: 'bytes', value };
    }
  }
}

/** A number in `bits` / 8 bytes, negative ones as two's complement. */
export function integerBytes(value: bigint, bits: number): Uint8Array {
  return numberToBytesBE(BigInt.asUintN(bits, value), bits / 8);
}

function readInteger(kind: 'uint' | 'int', bits: number, json: StrictJson, path: string): bigint {
  const isText =
    typeof json === 'string' && json.length <= 80 && /^(?:-?(?:0|[1-9][0-9]*)|0x[0-9a-fA-F]+)$/.test(json);
  if (typeof json !== 'number' && !isText) {
    throw invalidField(path, 'expected a whole number: a number, a decimal string or hex with the prefix 0x');
  }
  if (typeof json === 'number' && !Number.isSafeInteger(json))
    throw invalidField(path, 'not a whole number, or beyond 2^53 - 1; write large ones as text');
  const value = BigInt(json);
  const fits = kind === 'uint' ? BigInt.asUintN(bits, value) === value : BigInt.asIntN(bits, value) === value;
  if (!fits) throw invalidField(path, `out of the range of ${kind}${bits}`);
  return value;
}

function atomWord(type: AtomicType, atom: Exclude<TypedValue, TypedStruct | { kind: 'array' }>): Uint8Array {
  switch (atom.kind) {
    case 'integer':
      return integerBytes(atom.value, 256);
    case 'boolean':
      return integerBytes(atom.value ? 1n : 0n, 256);
    case 'string':
      return keccak_256(utf8ToBytes(atom.value));
    case 'address':
      return concatBytes(new Uint8Array(12), atom.value);
    case 'bytes':
      return type.kind === 'bytes'
        ? keccak_256(atom.value)
        : concatBytes(atom.value, new Uint8Array(32 - atom.value.length));
  }
}
