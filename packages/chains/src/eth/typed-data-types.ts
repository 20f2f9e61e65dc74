import { keccak_256 } from '@noble/hashes/sha3.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { invalidField } from '@wallet-service/errors';
import type { StrictJson, StrictObject } from '@wallet-service/values';
import { pointerToken } from '../json-fields.js';

/**
 * A type of EIP-712. The aliases `uint` and `int` are not accepted, because wallets encode them differently.
 */
export type AtomicType =
  | { readonly kind: 'uint' | 'int'; readonly bits: number }
  | { readonly kind: 'fixed-bytes'; readonly length: number }
  | { readonly kind: 'bool' | 'address' | 'string' | 'bytes' };
export type FieldType =
  | AtomicType
  | { readonly kind: 'struct'; readonly name: string }
  | { readonly kind: 'array'; readonly item: FieldType; readonly length: number | undefined };

export type StructField = { readonly name: string; readonly type: FieldType; readonly typeText: string };
export type StructTypes = ReadonlyMap<string, readonly StructField[]>;

// Bounds on the work that a request can cause; real typed data stays far below them.
const MAX_STRUCTS = 100;
const MAX_FIELDS = 1000;
const MAX_NAME = 128;
const MAX_HASHED_TEXT = 65_536;
const identifier = /^[a-zA-Z_$][a-zA-Z0-9_$]*$/;
/** With one colon, as used by Hyperliquid: see `assertQualifiedName`. */
const typeName = /^[a-zA-Z_$][a-zA-Z0-9_$]*(?::[a-zA-Z_$][a-zA-Z0-9_$]*)?$/;

/** The `types` of a request. Every struct that a field names must be there. */
export function parseStructTypes(value: StrictJson | undefined, path: string): StructTypes {
  if (!(value instanceof Map)) throw invalidField(path, 'expected an object');
  const declared = value as StrictObject;
  if (declared.size > MAX_STRUCTS) throw invalidField(path, `more than ${MAX_STRUCTS} types`);
  const names = new Set(declared.keys());
  let fields = 0;
  const structs = [...declared].map(([name, list]): [string, readonly StructField[]] => {
    const at = `${path}/${pointerToken(name)}`;
    if (name.length > MAX_NAME || !typeName.test(name)) throw invalidField(at, 'not an identifier');
    if (parseAtomicType(name) || /^(?:u?int|bytes)[0-9]*$/.test(name)) {
      throw invalidField(at, 'the name of a built-in type');
    }
    const struct = parseStruct(list, names, at);
    fields += struct.length;
    return [name, struct];
  });
  if (fields > MAX_FIELDS) throw invalidField(path, `more than ${MAX_FIELDS} fields`);
  return new Map(structs);
}

function parseStruct(list: StrictJson, structs: ReadonlySet<string>, path: string): readonly StructField[] {
  if (!Array.isArray(list)) throw invalidField(path, 'expected an array of fields');
  const seen = new Set<string>();
  return list.map((entry: StrictJson, i) => {
    const at = `${path}/${i}`;
    const { name, type: typeText } = fieldEntry(entry, at);
    assertIdentifier(name, `${at}/name`);
    if (seen.has(name)) throw invalidField(`${at}/name`, 'an earlier field has this name');
    seen.add(name);
    return { name, typeText, type: parseFieldType(typeText, structs, `${at}/type`) };
  });
}

function fieldEntry(entry: StrictJson, path: string): { name: string; type: string } {
  if (!(entry instanceof Map)) throw invalidField(path, 'expected an object of name and type');
  const members = entry as StrictObject;
  const [name, type] = ['name', 'type'].map((each) => members.get(each));
  if (typeof name !== 'string' || typeof type !== 'string') {
    throw invalidField(path, 'expected the members name and type, both strings');
  }
  return { name, type };
}

function assertIdentifier(name: string, path: string): void {
  if (name.length > MAX_NAME || !identifier.test(name)) throw invalidField(path, 'not an identifier');
}

/**
 * Some libraries look up a struct by the part of its name before the colon, others by the whole name. They
 * sign the same only if nothing has to be looked up: only the primary type has such a name, its fields are of
 * built-in types, and no other type is called like the part before the colon.
 */
export function assertQualifiedNames(primaryType: string, types: StructTypes, path: string): void {
  for (const [name, fields] of types) {
    const [prefix = '', rest] = name.split(':');
    if (rest === undefined) continue;
    const isAlone = name === primaryType && !types.has(prefix);
    if (!isAlone || fields.some(({ type }) => structOf(type) !== undefined))
      throw invalidField(
        `${path}/${pointerToken(name)}`,
        'only a primary type of built-in types may have a colon in its name, and no type the part before ' +
          'it: libraries differ in what they sign otherwise',
      );
  }
}

/** An atomic type, a struct, or arrays of these: `T[]` of any length and `T[n]`. */
export function parseFieldType(text: string, structs: ReadonlySet<string>, path: string): FieldType {
  const match = /^([^[\]]{1,128})((?:\[(?:[1-9][0-9]{0,5})?\]){0,8})$/.exec(text);
  if (!match) throw invalidField(path, 'not a type');
  const [, base = '', suffix = ''] = match;
  const atomic = parseAtomicType(base);
  if (!atomic && !structs.has(base)) throw invalidField(path, 'unknown type');
  const lengths = [...suffix.matchAll(/\[([0-9]*)\]/g)].map(([, digits]) =>
    digits ? Number(digits) : undefined,
  );
  return lengths.reduce<FieldType>(
    (item, length) => ({ kind: 'array', item, length }),
    atomic ?? { kind: 'struct', name: base },
  );
}

export function parseAtomicType(text: string): AtomicType | undefined {
  if (text === 'bool' || text === 'address' || text === 'string' || text === 'bytes') return { kind: text };
  const [, name, digits] = /^(uint|int|bytes)([1-9][0-9]{0,2})$/.exec(text) ?? [];
  const size = Number(digits);
  if (name === 'bytes') return size <= 32 ? { kind: 'fixed-bytes', length: size } : undefined;
  if (name !== 'uint' && name !== 'int') return undefined;
  return size <= 256 && size % 8 === 0 ? { kind: name, bits: size } : undefined;
}

/**
 * The structs that a struct needs: itself first, the others sorted by name. This is the order of
 * `encodeType`.
 */
export function structsUsedBy(primary: string, types: StructTypes): readonly string[] {
  const found = new Set([primary]);
  // Iterating over a Set includes entries that are added meanwhile.
  for (const name of found) {
    for (const { type } of types.get(name) ?? []) {
      const used = structOf(type);
      if (used !== undefined) found.add(used);
    }
  }
  const [first = primary, ...others] = found;
  return [first, ...others.sort((a, b) => (a < b ? -1 : 1))];
}

function structText(name: string, types: StructTypes): string {
  const fields = (types.get(name) ?? []).map((field) => `${field.typeText} ${field.name}`);
  return `${name}(${fields.join(',')})`;
}

/** EIP-712 `encodeType`: `Name(type name,…)` of the struct and of all that it needs. */
export function encodeType(primary: string, types: StructTypes): string {
  return structsUsedBy(primary, types)
    .map((name) => structText(name, types))
    .join('');
}

/**
 * EIP-712 `typeHash`: Keccak-256 of `encodeType`, computed once per struct. Structs that use each other
 * repeat the text of all of them, which takes time quadratic in the types. So all the texts together are
 * bounded.
 */
export function typeHasher(types: StructTypes): (name: string, path: string) => Uint8Array {
  const hashes = new Map<string, Uint8Array>();
  const texts = new Map<string, string>();
  const textOf = (name: string): string => {
    const text = texts.get(name) ?? structText(name, types);
    texts.set(name, text);
    return text;
  };
  let length = 0;
  const hash = (name: string, path: string): Uint8Array => {
    const text = structsUsedBy(name, types).map(textOf).join('');
    length += text.length;
    if (length > MAX_HASHED_TEXT)
      throw invalidField(
        path,
        `the types that the structs name have more than ${MAX_HASHED_TEXT} characters together: use ` +
          'fewer or shorter ones',
      );
    return keccak_256(utf8ToBytes(text));
  };
  return (name, path) => {
    const known = hashes.get(name) ?? hash(name, path);
    hashes.set(name, known);
    return known;
  };
}

function structOf(type: FieldType): string | undefined {
  if (type.kind === 'array') return structOf(type.item);
  return type.kind === 'struct' ? type.name : undefined;
}
