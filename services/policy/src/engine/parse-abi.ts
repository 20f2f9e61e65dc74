import { toFunctionSelector, toFunctionSignature, type AbiFunction } from 'viem';
import { WrongCondition } from './field-source.js';

const mostItems = 200;
const mostParameters = 64;
const deepestTuple = 8;
// Excludes `__proto__`, because decoded tuples are plain objects with these names.
const identifier = /^(?!__proto__$)[a-zA-Z_$][a-zA-Z0-9_$]{0,127}$/;
const scalarType =
  /^(address|bool|string|bytes|function|bytes([1-9]|[12]\d|3[0-2])|u?int(8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256)?)$/;

const names = new WeakMap<AbiFunction, { readonly signature: string; readonly selector: string }>();

/** Computed once per function, because it is most of the work of reading an ABI. */
export function namesOf(item: AbiFunction): { readonly signature: string; readonly selector: string } {
  const known = names.get(item);
  if (known) return known;
  const signature = toFunctionSignature(item);
  const made = { signature, selector: toFunctionSelector(item) };
  names.set(item, made);
  return made;
}

type ItemInput = Readonly<Record<string, unknown>>;

/**
 * The functions of a contract's ABI in the JSON of compilers. Other items are ignored. Throws WrongCondition.
 */
export function parseAbi(abi: unknown): readonly AbiFunction[] {
  if (!Array.isArray(abi) || abi.length === 0 || abi.length > mostItems)
    throw new WrongCondition(
      '/abi',
      `must be the ABI of the called contract: an array of 1 to ${mostItems} items`,
    );
  const functions = abi.flatMap((item: unknown, index) => {
    const path = `/abi/${index}`;
    const { type, name, inputs } = objectAt(item, path);
    if (type !== undefined && typeof type !== 'string')
      throw new WrongCondition(`${path}/type`, 'must be a string');
    if (type !== undefined && type !== 'function') return [];
    if (typeof name !== 'string' || !identifier.test(name))
      throw new WrongCondition(`${path}/name`, 'must be the name of a function');
    const parsed = {
      type: 'function',
      name,
      inputs: parseParameters(inputs, `${path}/inputs`, 0),
      outputs: [],
      stateMutability: 'payable',
    } as const;
    return [parsed];
  });
  if (functions.length === 0) throw new WrongCondition('/abi', 'has no function');
  const selectors = functions.map((item) => namesOf(item).selector);
  const twice = selectors.findIndex((selector, index) => selectors.indexOf(selector) !== index);
  if (twice !== -1)
    throw new WrongCondition('/abi', `has two functions with the selector ${selectors[twice] ?? ''}`);
  return functions;
}

type Parameter = { readonly name: string; readonly type: string; readonly components?: readonly Parameter[] };

function parseParameters(value: unknown, path: string, depth: number): readonly Parameter[] {
  if (!Array.isArray(value) || value.length > mostParameters || depth > deepestTuple)
    throw new WrongCondition(
      path,
      `must be an array of at most ${mostParameters}, nested at most ${deepestTuple} deep`,
    );
  const parameters = value.map((each: unknown, index) => parseParameter(each, `${path}/${index}`, depth));
  const names = parameters.map(({ name }) => name).filter((name) => name !== '');
  if (new Set(names).size !== names.length) throw new WrongCondition(path, 'has a name twice');
  return parameters;
}

function parseParameter(value: unknown, path: string, depth: number): Parameter {
  const { name = '', type, components } = objectAt(value, path);
  if (typeof name !== 'string' || (name !== '' && !identifier.test(name)))
    throw new WrongCondition(`${path}/name`, 'must be a name');
  const [, base = '', arrays = ''] =
    (typeof type === 'string' && /^([a-z0-9]+)((?:\[\d{0,4}\]){0,4})$/.exec(type)) || [];
  if (base === 'tuple')
    return {
      name,
      type: base + arrays,
      components: parseParameters(components, `${path}/components`, depth + 1),
    };
  if (!scalarType.test(base)) throw new WrongCondition(`${path}/type`, 'must be a type of the contract ABI');
  // Aliases are expanded, because selectors are computed from full names.
  return { name, type: base.replace(/^(u?int)$/, '$1256') + arrays };
}

function objectAt(value: unknown, path: string): ItemInput {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new WrongCondition(path, 'must be an object');
  return value as ItemInput;
}
