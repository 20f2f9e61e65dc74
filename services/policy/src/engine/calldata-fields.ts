import { RecentlyUsed } from '@wallet-service/values';
import type { AbiFunction, AbiParameter, Hex } from 'viem';
import { argumentsOf } from './decode-arguments.js';
import { whyOpaque } from './ethereum-native.js';
import { int, uint, WrongCondition, type Facts, type Field, type FieldSource } from './field-source.js';
import { namesOf, parseAbi } from './parse-abi.js';
import {
  absent,
  hexOf,
  inapplicable,
  integer,
  text,
  unknown,
  type Reading,
  type ValueKind,
} from './reading.js';
import { transactionOf } from './transaction-of.js';

type Call =
  | { readonly function: AbiFunction; readonly args: readonly unknown[] }
  | { readonly failure: Reading };

const selectorLength = 10;
const cutSelector = unknown('the data ends within the selector, and some contracts read the rest as zeros');

/** Decodes the call of a transaction with the functions of one ABI, once for all conditions with that ABI. */
class CallDecoder {
  readonly functions: readonly AbiFunction[];
  readonly #bySelector: ReadonlyMap<string, AbiFunction>;

  constructor(functions: readonly AbiFunction[]) {
    this.functions = functions;
    this.#bySelector = new Map(functions.map((item) => [namesOf(item).selector, item]));
  }

  decode(facts: Facts): Call {
    const done = facts.memo.get(this) as Call | undefined;
    const call = done ?? this.#decode(facts);
    facts.memo.set(this, call);
    return call;
  }

  #decode(facts: Facts): Call {
    const seen = transactionOf(facts);
    if ('state' in seen) return { failure: seen };
    const { to, data: bytes } = seen.transaction;
    // The data of a contract creation is code.
    if (!to) return { failure: inapplicable };
    const data = hexOf(bytes) as Hex;
    // Contracts that load a word for the selector read zeros after data that is cut off.
    const called = this.#bySelector.get(data.slice(0, selectorLength).padEnd(selectorLength, '0'));
    if (data === '0x') return { failure: inapplicable };
    if (!called) {
      const reason = whyOpaque(seen.transaction, seen.account);
      return { failure: reason === undefined ? inapplicable : unknown(reason) };
    }
    if (data.length < selectorLength) return { failure: cutSelector };
    const read = argumentsOf(data, called, facts.memo);
    return 'args' in read ? { function: called, args: read.args } : read;
  }
}

/** Conditions with the same ABI share a decoder. */
const decoders = new RecentlyUsed<string, CallDecoder>('policy.call-decoders', 1000);

function decoderOf(abi: unknown): CallDecoder {
  const key = JSON.stringify(abi);
  const known = decoders.get(key);
  if (known) return known;
  const decoder = new CallDecoder(parseAbi(abi));
  decoders.set(key, decoder);
  return decoder;
}

/**
 * Contract calls, decoded with the condition's ABI: `function_name`, or `function.argument` with nested names
 * after more dots.
 */
export const ethereumCalldata: FieldSource = {
  chains: ['ETH'],
  methods: ['eth_signTransaction'],
  options: ['abi'],
  resolve: ({ field, abi }) => {
    const decoder = decoderOf(abi);
    const key = `ethereum_calldata.${field}.${JSON.stringify(abi)}`;
    if (field === 'function_name') return { key, ...functionName(decoder) };
    const { called, path } = argumentPath(decoder, field);
    const parameter: AbiParameter = { type: 'tuple', components: called.inputs };
    return {
      key,
      ...leafOf(parameter, path),
      presumes: [
        { topic: 'function', oneOf: [called.name] },
        { topic: 'selector', oneOf: [namesOf(called).selector] },
      ],
      read: (facts) => {
        const call = decoder.decode(facts);
        if ('failure' in call) return call.failure;
        return call.function === called ? argumentAt(parameter, call.args, path, 0) : inapplicable;
      },
    };
  },
};

function functionName(decoder: CallDecoder): Omit<Field, 'key'> {
  return {
    kind: 'text',
    choices: [...new Set(decoder.functions.map(({ name }) => name))],
    topic: 'function',
    read: (facts) => {
      const call = decoder.decode(facts);
      if (!('failure' in call)) return text(call.function.name);
      if ('state' in transactionOf(facts)) return call.failure;
      return call.failure.state === 'inapplicable' ? absent : call.failure;
    },
  };
}

function argumentPath(decoder: CallDecoder, field: string): { called: AbiFunction; path: readonly string[] } {
  const [, name = '', rest = ''] = /^([^.(]+(?:\([^.]*\))?)\.(.+)$/.exec(field) ?? [];
  if (name === '') throw new WrongCondition('/field', 'must be function_name or function.argument');
  const matching = decoder.functions.filter((item) => item.name === name || namesOf(item).signature === name);
  const [called] = matching;
  if (!called) throw new WrongCondition('/field', `the ABI has no function ${name}`);
  if (matching.length > 1) {
    const forms = matching.map((item) => namesOf(item).signature).join(', ');
    throw new WrongCondition('/field', `the ABI has several functions ${name}; write one of ${forms}`);
  }
  return { called, path: rest.split('.') };
}

type Leaf = {
  kind: ValueKind;
  range?: readonly [bigint, bigint];
  byteLength?: number;
  mayBeMany?: true;
};

function leafOf(parameter: AbiParameter, path: readonly string[]): Leaf {
  const item = arrayItem(parameter);
  const [name, ...rest] = path;
  if (item) {
    const leaf = leafOf(item, name !== undefined && /^\d+$/.test(name) ? rest : path);
    return { ...leaf, mayBeMany: true };
  }
  if (parameter.type === 'tuple') {
    if (name === undefined)
      throw new WrongCondition('/field', 'a tuple has no value of its own: name one of its components');
    return leafOf(componentOf(parameter, name).component, rest);
  }
  if (name !== undefined) throw new WrongCondition('/field', `${parameter.type} has no component ${name}`);
  return leafOfType(parameter.type);
}

function leafOfType(type: string): Leaf {
  const [, base = '', size = ''] = /^([a-z]+)(\d*)$/.exec(type) ?? [];
  if (base === 'uint') return { kind: 'integer', range: uint(Number(size || 256)) };
  if (base === 'int') return { kind: 'integer', range: int(Number(size || 256)) };
  if (base === 'bytes') return { kind: 'bytes', ...(size !== '' && { byteLength: Number(size) }) };
  if (type === 'address') return { kind: 'address' };
  if (type === 'bool') return { kind: 'boolean' };
  if (type === 'string') return { kind: 'text' };
  throw new WrongCondition('/field', `values of type ${type} cannot be compared`);
}

function arrayItem(parameter: AbiParameter): AbiParameter | undefined {
  const [, item] = /^(.*)\[\d*\]$/.exec(parameter.type) ?? [];
  return item === undefined ? undefined : { ...parameter, type: item };
}

/** By name, or by number if it has no name. */
function componentOf(tuple: AbiParameter, name: string): { component: AbiParameter; index: number } {
  const components = (tuple as { components?: readonly AbiParameter[] }).components ?? [];
  const index = components.findIndex((component, at) => (component.name || String(at)) === name);
  const component = components[index];
  if (!component) {
    const names = components.map((each, at) => each.name || String(at)).join(', ');
    throw new WrongCondition('/field', `there is no argument ${name}; there are ${names || 'none'}`);
  }
  return { component, index };
}

function argumentAt(
  parameter: AbiParameter,
  value: unknown,
  path: readonly string[],
  depth: number,
): Reading {
  const name = path[depth];
  const item = arrayItem(parameter);
  if (item) {
    const items = value as readonly unknown[];
    if (name !== undefined && /^\d+$/.test(name))
      return Number(name) < items.length
        ? argumentAt(item, items[Number(name)], path, depth + 1)
        : inapplicable;
    return { state: 'each', readings: items.map((each) => argumentAt(item, each, path, depth)) };
  }
  if (parameter.type === 'tuple' && name !== undefined) {
    const { component, index } = componentOf(parameter, name);
    return argumentAt(component, (value as readonly unknown[])[index], path, depth + 1);
  }
  return scalar(parameter.type, value);
}

function scalar(type: string, value: unknown): Reading {
  if (typeof value === 'bigint') return integer(value);
  if (typeof value === 'number') return integer(BigInt(value));
  if (typeof value === 'boolean') return { state: 'value', kind: 'boolean', value };
  if (typeof value !== 'string') return unknown('not a single value');
  if (type === 'string') return text(value);
  return { state: 'value', kind: type === 'address' ? 'address' : 'bytes', value: value.toLowerCase() };
}
