import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { invalidField } from '@wallet-service/errors';
import type { StrictJson, StrictObject } from '@wallet-service/values';
import { parseAtomicType, type AtomicType } from './typed-data-types.js';
import { integerBytes, readAtom, type TypedData, type TypedValue } from './typed-data-values.js';

type Entry = {
  readonly name: string;
  readonly typeText: string;
  readonly type: AtomicType;
  readonly value: ReturnType<typeof readAtom>;
};

const MAX_ENTRIES = 1000;

/**
 * The first `eth_signTypedData`: a list of `{ type, name, value }` of built-in types, without arrays. The
 * digest is the Keccak-256 of two hashes: of the types and names, and of the packed values (as in Solidity's
 * `abi.encodePacked`). It has no domain, and nothing marks where a name or a string ends, so most lists of
 * several entries share their digest with others. Prefer v4.
 */
export function parseLegacyTypedData(root: StrictJson, path: string): TypedData {
  if (!Array.isArray(root) || root.length === 0)
    throw invalidField(path, 'v1 is a list of type, name and value');
  if (root.length > MAX_ENTRIES) throw invalidField(path, `more than ${MAX_ENTRIES} entries`);
  const entries = root.map((entry: StrictJson, i) => readEntry(entry, `${path}/${i}`));
  const fields = new Map<string, TypedValue>();
  entries.forEach(({ name, value }, i) => {
    if (fields.has(name)) throw invalidField(`${path}/${i}/name`, 'an earlier entry has this name');
    fields.set(name, value);
  });
  const schema = entries.map(({ typeText, name }) => utf8ToBytes(`${typeText} ${name}`));
  const values = entries.map(({ type, value }) => packed(type, value));
  const digest = keccak_256(
    concatBytes(keccak_256(concatBytes(...schema)), keccak_256(concatBytes(...values))),
  );
  const none = { kind: 'struct', fields: new Map() } as const;
  return {
    version: 'v1',
    primaryType: undefined,
    types: new Map(),
    domain: none,
    message: { kind: 'struct', fields },
    isAmbiguous: hasOtherReadings(entries),
    digest,
  };
}

/**
 * Whether other entries may have this digest. `uint8 a` and `uint8 b` read `uint8 auint8 b`, as do `uint8 au`
 * and `int8 b`. A name may contain everything that follows it, and two strings may divide their characters
 * differently. Only a type, one space and a name can be read in just one way.
 */
function hasOtherReadings(entries: readonly Entry[]): boolean {
  const [first] = entries;
  return entries.length > 1 || first?.name.includes(' ') === true;
}

function readEntry(entry: StrictJson, path: string): Entry {
  if (!(entry instanceof Map)) throw invalidField(path, 'expected type, name and value');
  const members = entry as StrictObject;
  const [typeText, name, json] = ['type', 'name', 'value'].map((each) => members.get(each));
  if (typeof name !== 'string' || name === '') throw invalidField(`${path}/name`, 'expected a name');
  const type = typeof typeText === 'string' ? parseAtomicType(typeText) : undefined;
  if (typeof typeText !== 'string' || !type)
    throw invalidField(`${path}/type`, 'not a built-in type; v1 has no others');
  if (json === undefined) throw invalidField(`${path}/value`, 'missing');
  return { name, typeText, type, value: readAtom(type, json, `${path}/value`) };
}

function packed(type: AtomicType, atom: Entry['value']): Uint8Array {
  switch (atom.kind) {
    case 'integer':
      return integerBytes(atom.value, 'bits' in type ? type.bits : 256);
    case 'boolean':
      return Uint8Array.of(atom.value ? 1 : 0);
    case 'string':
      return utf8ToBytes(atom.value);
    case 'address':
    case 'bytes':
      return atom.value;
  }
}
