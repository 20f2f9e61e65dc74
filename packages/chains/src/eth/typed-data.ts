import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { invalidField } from '@wallet-service/errors';
import type { StrictJson, StrictObject } from '@wallet-service/values';
import type { TypedDataVersion } from '../operation.js';
import { parseSignedJson } from '../signed-json.js';
import { parseLegacyTypedData } from './typed-data-v1.js';
import {
  assertQualifiedNames,
  parseFieldType,
  parseStructTypes,
  structsUsedBy,
  type StructField,
  type StructTypes,
} from './typed-data-types.js';
import { structEncoder, type TypedData } from './typed-data-values.js';

const DOMAIN = 'EIP712Domain';
/**
 * EIP-712, "Definition of domainSeparator": the fields, in the order for a domain type that is not declared.
 */
const domainFields = new Map([
  ['name', 'string'],
  ['version', 'string'],
  ['chainId', 'uint256'],
  ['verifyingContract', 'address'],
  ['salt', 'bytes32'],
]);

/**
 * Typed data in the JSON of `eth_signTypedData`, with the version numbers of wallets: `v1` is the list from
 * before EIP-712, `v3` EIP-712 without arrays, `v4` EIP-712. `types.EIP712Domain` may be missing: then the
 * domain's type consists of the fields of EIP-712 that are given. Members that no type declares are ignored, as by
 * viem, ethers and MetaMask: they are neither hashed nor decoded. Refused: unknown types, missing and null members,
 * values out of range, duplicate names. `path` is the place of the data.
 */
export function parseTypedData(version: TypedDataVersion, json: string, path = '/typed_data'): TypedData {
  const root = parseSignedJson(json, path);
  if (version === 'v1') return parseLegacyTypedData(root, path);
  const { types: declared, primaryType, domain: domainJson, message: messageJson } = members(root, path);
  const given = parseStructTypes(declared, `${path}/types`);
  assertPrimaryType(primaryType, given, path);
  assertQualifiedNames(primaryType, given, `${path}/types`);
  const types = given.has(DOMAIN) ? given : withDomain(given, domainJson, `${path}/domain`);
  assertDomainType(types.get(DOMAIN) ?? [], `${path}/types/${DOMAIN}`);
  if (version === 'v3') assertNoArrays(primaryType, types, `${path}/types`);

  const encode = structEncoder(types);
  const domain = encode(DOMAIN, domainJson, `${path}/domain`);
  const message = encode(primaryType, messageJson, `${path}/message`);
  const digest = keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), domain.word, message.word));
  return {
    version,
    primaryType,
    types,
    domain: domain.value,
    message: message.value,
    isAmbiguous: false,
    digest,
  };
}

function members(
  root: StrictJson,
  path: string,
): Record<'types' | 'primaryType' | 'domain' | 'message', StrictJson | undefined> {
  if (!(root instanceof Map)) throw invalidField(path, 'expected an object');
  const object = root as StrictObject;
  const [types, primaryType, domain, message] = ['types', 'primaryType', 'domain', 'message'].map((name) =>
    object.get(name),
  );
  return { types, primaryType, domain, message };
}

function assertPrimaryType(
  name: StrictJson | undefined,
  types: StructTypes,
  path: string,
): asserts name is string {
  if (typeof name !== 'string' || name === DOMAIN || !types.has(name)) {
    throw invalidField(`${path}/primaryType`, 'must be one of the types, and not the domain');
  }
}

function withDomain(types: StructTypes, domain: StrictJson | undefined, path: string): StructTypes {
  if (!(domain instanceof Map)) throw invalidField(path, 'expected an object');
  const present = [...domainFields].filter(([name]) => (domain.get(name) ?? null) !== null);
  const fields = present.map(([name, typeText]): StructField => {
    return { name, typeText, type: parseFieldType(typeText, new Set(), path) };
  });
  return new Map([...types, [DOMAIN, fields]]);
}

function assertDomainType(fields: readonly StructField[], path: string): void {
  fields.forEach(({ name, typeText }, i) => {
    const expected = domainFields.get(name);
    if (expected === undefined) throw invalidField(`${path}/${i}/name`, 'EIP-712 has no such domain field');
    if (typeText !== expected) throw invalidField(`${path}/${i}/type`, `${name} is of type ${expected}`);
  });
}

function assertNoArrays(primaryType: string, types: StructTypes, path: string): void {
  for (const struct of structsUsedBy(primaryType, types)) {
    const at = (types.get(struct) ?? []).findIndex(({ type }) => type.kind === 'array');
    if (at !== -1) throw invalidField(`${path}/${struct}/${at}/type`, 'v3 has no arrays: use v4');
  }
}
