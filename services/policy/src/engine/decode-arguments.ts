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
// Of one selector there are seldom two functions; whoever makes many is out to keep the process busy.
const mostSignatures = 8;

/**
 * What a call of this function hands over. Decoded once for all functions with the same types, whatever their
 * ABIs call the parameters.
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
    // A function without parameters has no args, whatever the type says.
    const { args = [] } = decodeFunctionData({ abi, data }) as { args?: readonly unknown[] };
    // Decoders read more than encoders write (trailing bytes, dirty padding, odd offsets); what the contract
    // reads of it nobody knows.
    if (encodeFunctionData({ abi, functionName: called.name, args }) === data) return { args };
  } catch {
    // falls through: it is not what the ABI says
  }
  return { failure: unknown('the data is not exactly what the ABI says') };
}
