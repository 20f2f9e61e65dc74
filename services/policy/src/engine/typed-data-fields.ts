import type { TypedData, TypedValue } from '@wallet-service/chains';
import { int, uint, WrongCondition, type Field, type FieldSource } from './field-source.js';
import { WrongValue } from './comparand.js';
import { enclosedIn } from './enclosed-typed-data.js';
import { searches, type Operator } from './operators.js';
import {
  absent,
  address,
  bytes,
  hexOf,
  inapplicable,
  integer,
  text,
  unknown,
  type Reading,
  type Value,
  type ValueKind,
} from './reading.js';

const domainKinds: Readonly<Record<string, ValueKind>> = {
  name: 'text',
  version: 'text',
  chainId: 'integer',
  verifyingContract: 'address',
  salt: 'bytes',
};
// A signature over a domain without these is valid on every chain and for every contract.
const boundary = ['chainId', 'verifyingContract'];

const domainPrefix = 'typed_data_domain_';
const messagePrefix = 'typed_data_message_';
const primaryType = 'typed_data_primary_type';
const deepestPath = 16;
const domainType = 'EIP712Domain';
const identifier = /^[a-zA-Z_$][a-zA-Z0-9_$]{0,127}$/;
const typeName = /^(?=.{1,128}$)[a-zA-Z_$][a-zA-Z0-9_$]*(?::[a-zA-Z_$][a-zA-Z0-9_$]*)?$/;
const typeNamePart = /^[a-zA-Z0-9_$:]{1,128}$/;

/** EIP-712: `typed_data_domain_{field}`, `typed_data_message_{path}` and `typed_data_primary_type`. */
export const typedData: FieldSource = {
  chains: ['ETH'],
  methods: ['eth_signTypedData'],
  resolve: ({ field }) => {
    const key = `typed_data.${field}`;
    if (field === primaryType) return { key, kind: 'text', check: checkPrimaryType, read: readPrimaryType };
    if (field.startsWith(domainPrefix)) return { key, ...domainField(field.slice(domainPrefix.length)) };
    if (field.startsWith(messagePrefix)) return { key, ...messageField(field.slice(messagePrefix.length)) };
    throw new WrongCondition(
      '/field',
      `must be ${primaryType}, ${domainPrefix}{field} or ${messagePrefix}{field}, where a nested field is written a.b`,
    );
  },
};

const readPrimaryType: Field['read'] = ({ input }) => {
  if (input.kind !== 'typed_data') return inapplicable;
  const { primaryType } = input.typedData;
  if (primaryType === undefined) return absent;
  const enclosed = enclosedIn(input.typedData).map((each) => each.primaryType);
  const reading = text(primaryType);
  return enclosed.length > 0 && reading.state === 'value' ? { ...reading, perhaps: enclosed } : reading;
};

/**
 * EIP-712: an identifier, or two with a colon between them, that names a type of the message, which the domain is not.
 */
function checkPrimaryType(comparand: Value, operator: Operator): void {
  const form = searches(operator) ? typeNamePart : typeName;
  if (!form.test(String(comparand)) || comparand === domainType)
    throw new WrongValue(
      `must be the name of a type: an identifier (or two with a colon between them) other than ${domainType}`,
    );
}

function domainField(name: string): Omit<Field, 'key'> {
  const kind = Object.hasOwn(domainKinds, name) ? domainKinds[name] : undefined;
  if (!kind)
    throw new WrongCondition(
      '/field',
      `the domain of EIP-712 has the fields ${Object.keys(domainKinds).join(', ')}`,
    );
  return {
    kind,
    ...(kind === 'integer' && { range: uint(256) }),
    ...(name === 'salt' && { byteLength: 32 }),
    read: ({ input }) => {
      if (input.kind !== 'typed_data') return inapplicable;
      const value = input.typedData.domain.fields.get(name);
      if (value) return readingOf(value);
      return boundary.includes(name) ? unknown('absent, so valid for all') : absent;
    },
  };
}

const ambiguous = unknown('this digest can also be read with other names, types and values (typed data v1)');

function messageField(pathText: string): Omit<Field, 'key'> {
  const path = pathText.split('.');
  const isPath = path.every((name) => identifier.test(name) || /^(0|[1-9]\d{0,5})$/.test(name));
  if (!isPath || path.length > deepestPath)
    throw new WrongCondition('/field', `a path has 1 to ${deepestPath} names with dots between them`);
  return {
    kind: undefined,
    range: [int(256)[0], uint(256)[1]],
    mayBeMany: true,
    read: ({ input }) => {
      if (input.kind !== 'typed_data') return inapplicable;
      return input.typedData.isAmbiguous ? ambiguous : valueIn(input.typedData, path);
    },
  };
}

/**
 * Enclosed messages may be meant as well. A DENY rule covers them, and an ALLOW rule must name where they
 * are.
 */
function valueIn(typedData: TypedData, path: readonly string[]): Reading {
  const own = valueAt(typedData.message, path, 0);
  const enclosed = enclosedIn(typedData).flatMap(({ value }) => perhapsMeant(valueAt(value, path, 0)));
  if (enclosed.length === 0) return own;
  return { state: 'each', readings: own.state === 'inapplicable' ? enclosed : [own, ...enclosed] };
}

function perhapsMeant(reading: Reading): readonly Reading[] {
  switch (reading.state) {
    case 'value': {
      const { kind, value, perhaps = [] } = reading;
      return perhaps === 'anything'
        ? [unknown('one of many values')]
        : [{ state: 'maybe', kind, values: [value, ...perhaps] }];
    }
    case 'each':
      return reading.readings.flatMap(perhapsMeant);
    case 'inapplicable':
      return [];
    default:
      return [reading];
  }
}

/** A name is looked up in every element of an array on the path, a number only in that element. */
function valueAt(value: TypedValue, path: readonly string[], depth: number): Reading {
  const name = path[depth];
  if (value.kind === 'array') {
    if (name !== undefined && /^\d+$/.test(name)) {
      const item = value.items[Number(name)];
      return item ? valueAt(item, path, depth + 1) : inapplicable;
    }
    return { state: 'each', readings: value.items.map((item) => valueAt(item, path, depth)) };
  }
  if (name === undefined) return readingOf(value);
  if (value.kind !== 'struct') return inapplicable;
  const field = value.fields.get(name);
  return field ? valueAt(field, path, depth + 1) : inapplicable;
}

function readingOf(value: TypedValue): Reading {
  switch (value.kind) {
    case 'integer':
      return integer(value.value);
    case 'boolean':
      return { state: 'value', kind: 'boolean', value: value.value };
    case 'address':
      return address(value.value);
    case 'bytes':
      return bytesOrAddress(value.value);
    case 'string':
      return text(value.value);
    case 'array':
      return { state: 'each', readings: value.items.map(readingOf) };
    case 'struct':
      return unknown('a structure has no value of its own: name one of its fields');
  }
}

const wordBytes = 32;
const addressBytes = 20;

/**
 * A word with twelve leading zeros is how contracts on other chains write an address, so it may be meant as
 * one.
 */
function bytesOrAddress(value: Uint8Array): Reading {
  const reading = bytes(value);
  const filling = value.subarray(0, wordBytes - addressBytes);
  const mayBeAddress = value.length === wordBytes && filling.every((byte) => byte === 0);
  if (!mayBeAddress || reading.state !== 'value') return reading;
  return { ...reading, perhaps: [hexOf(value.subarray(wordBytes - addressBytes))] };
}
