import {
  decodeFunctionData,
  encodeFunctionData,
  toFunctionSignature,
  type AbiFunction,
  type AbiParameter,
  type Hex,
} from 'viem';
import type { Facts } from './field-source.js';
import { unknown, type Reading } from './reading.js';

/** In the order of the parameters; tuples are arrays. */
export type Arguments = { readonly args: readonly unknown[] } | { readonly failure: Reading };

const decoded = {};
// There are seldom two functions with one selector. An author of many tries to keep the process busy.
const mostSignatures = 8;

/**
 * The arguments of a call of this function. Decoded once for all functions with the same types, whatever
 * their ABIs call the parameters.
 */
export function argumentsOf(data: Hex, called: AbiFunction, memo: Facts['memo']): Arguments {
  const bySignature = (memo.get(decoded) ?? new Map()) as Map<string, Arguments>;
  memo.set(decoded, bySignature);
  const signature = toFunctionSignature(called);
  const known = bySignature.get(signature);
  if (known) return known;
  if (bySignature.size >= mostSignatures)
    return { failure: unknown(`the policies name more than ${mostSignatures} functions with this selector`) };
  const read = decodeArguments(data, { ...called, inputs: withoutNames(called.inputs) });
  bySignature.set(signature, read);
  return read;
}

function withoutNames(parameters: readonly AbiParameter[]): readonly AbiParameter[] {
  return parameters.map((parameter) => {
    const { components } = parameter as { components?: readonly AbiParameter[] };
    return { type: parameter.type, ...(components && { components: withoutNames(components) }) };
  });
}

function decodeArguments(data: Hex, called: AbiFunction): Arguments {
  const abi = [called];
  try {
    // A function without parameters has no args, although the type says so.
    const { args = [] } = decodeFunctionData({ abi, data }) as { args?: readonly unknown[] };
    // Decoders accept more than encoders write (trailing bytes, dirty padding, odd offsets). How the contract
    // reads that is unknown.
    if (encodeFunctionData({ abi, functionName: called.name, args }) === data) return { args };
  } catch {
    // falls through: the data does not match the ABI
  }
  return { failure: unknown('the data does not match the ABI exactly') };
}
