import type { Hex } from '../core/encoding.js';
import { invalidParams, ProviderRpcError, type Rpc } from './json-rpc.js';

/** A transaction with everything that is signed, with the names and types of viem. */
export type PreparedTransaction = {
  readonly type: 'legacy' | 'eip2930' | 'eip1559' | 'eip7702';
  readonly chainId: number;
  readonly nonce: number;
  readonly gas: bigint;
  readonly to: Hex | null;
  readonly value: bigint;
  readonly data: Hex;
  readonly accessList?: readonly { readonly address: Hex; readonly storageKeys: readonly Hex[] }[];
  readonly authorizationList?: readonly RpcAuthorization<number>[];
} & Fees;

type Fees =
  | { readonly gasPrice: bigint }
  | { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint };

type RpcAuthorization<N> = {
  readonly address: Hex;
  readonly chainId: N;
  readonly nonce: N;
  readonly r: Hex;
  readonly s: Hex;
  readonly yParity: N;
};

type Fields = Readonly<Record<string, unknown>>;

const types: ReadonlyMap<bigint, PreparedTransaction['type']> = new Map([
  [0n, 'legacy'],
  [1n, 'eip2930'],
  [2n, 'eip1559'],
  [4n, 'eip7702'],
]);
const known: ReadonlySet<string> = new Set([
  ...[
    'type',
    'from',
    'to',
    'gas',
    'gasPrice',
    'maxFeePerGas',
    'maxPriorityFeePerGas',
    'value',
    'data',
    'input',
  ],
  ...['nonce', 'chainId', 'accessList', 'authorizationList'],
]);

/**
 * The transaction of `eth_sendTransaction` (EIP-1474). The nonce, the gas and the fees come from the node if they are
 * absent. Unknown and contradictory fields are refused (-32602), and so are blobs, for which JSON-RPC has no form.
 */
export async function prepareTransaction(
  fields: Fields,
  { address, chainId, rpc }: { readonly address: Hex; readonly chainId: number; readonly rpc: Rpc },
): Promise<PreparedTransaction> {
  const unknown = Object.keys(fields).find((name) => fields[name] != null && !known.has(name));
  if (unknown !== undefined) throw invalidParams(`A transaction has no field ${unknown} here.`);
  if (fields['chainId'] != null && quantity(fields, 'chainId') !== BigInt(chainId))
    throw invalidParams(`The transaction is for another chain than ${chainId}, the current one.`);
  const { data: first, input } = fields;
  if (first != null && input != null && first !== input) throw invalidParams('data and input differ.');
  const data = hexOf(first ?? input ?? '0x', 'data');
  const to = fields['to'] == null ? null : addressOf(fields, 'to');
  if (to === null && data === '0x')
    throw invalidParams('A transaction has a receiver (to), or data that creates a contract.');
  const value = given(fields, 'value') ?? 0n;
  const call = {
    ...Object.fromEntries(Object.entries(fields).filter(([name, each]) => each != null && name !== 'input')),
    ...{ from: address, data },
  };
  const lists = listsOf(fields);
  const [nonce, gas, fees] = await Promise.all([
    given(fields, 'nonce') ?? rpc('eth_getTransactionCount', [address, 'pending']).then(number),
    given(fields, 'gas') ?? rpc('eth_estimateGas', [call]).then(number),
    feesOf(fields, rpc),
  ]);
  const type = typeOf(fields, fees);
  return { type, chainId, nonce: Number(nonce), gas, to, value, data, ...lists, ...fees };
}

function listsOf({ accessList, authorizationList }: Fields) {
  return {
    ...(accessList != null && { accessList: accessListOf(accessList) }),
    ...(authorizationList != null && { authorizationList: authorizations(authorizationList) }),
  };
}

function typeOf(fields: Fields, fees: Fees): PreparedTransaction['type'] {
  const isMarket = 'maxFeePerGas' in fees;
  const fit: Readonly<Record<PreparedTransaction['type'], boolean>> = {
    legacy: !isMarket && fields['accessList'] == null && fields['authorizationList'] == null,
    eip2930: !isMarket && fields['authorizationList'] == null,
    eip1559: isMarket && fields['authorizationList'] == null,
    eip7702: isMarket && fields['authorizationList'] != null,
  };
  const fitting = [...types.values()].filter((type) => fit[type]);
  const type = given(fields, 'type');
  const named = type === undefined ? fitting[0] : types.get(type);
  if (named === undefined || !fit[named])
    throw invalidParams('The fields do not fit the type of the transaction.');
  return named;
}

/** Twice the base fee and the tip, as ethers does: enough for six full blocks in a row (EIP-1559). */
async function feesOf(fields: Fields, rpc: Rpc): Promise<Fees> {
  const { maxFee, maxTip, gasPrice, isMarket } = givenFees(fields);
  if (gasPrice !== undefined) return { gasPrice };
  if (maxFee !== undefined && maxTip !== undefined)
    return { maxFeePerGas: maxFee, maxPriorityFeePerGas: maxTip };
  const baseFee = await baseFeeOf(fields, rpc);
  if (baseFee === undefined && !isMarket) return { gasPrice: number(await rpc('eth_gasPrice', [])) };
  const tip = maxTip ?? (await usualTip(rpc, baseFee ?? 0n));
  const maxFeePerGas = maxFee ?? 2n * (baseFee ?? 0n) + tip;
  return { maxFeePerGas, maxPriorityFeePerGas: maxTip ?? (tip < maxFeePerGas ? tip : maxFeePerGas) };
}

function givenFees(fields: Fields) {
  const maxFee = given(fields, 'maxFeePerGas');
  const maxTip = given(fields, 'maxPriorityFeePerGas');
  const gasPrice = given(fields, 'gasPrice');
  const isMarket = maxFee !== undefined || maxTip !== undefined;
  if (gasPrice !== undefined && isMarket)
    throw invalidParams('gasPrice and maxFeePerGas exclude each other.');
  if (maxFee !== undefined && maxTip !== undefined && maxTip > maxFee)
    throw invalidParams('maxPriorityFeePerGas is above maxFeePerGas.');
  return { maxFee, maxTip, gasPrice, isMarket };
}

/** Undefined for a transaction of an old type, and on a chain without EIP-1559. */
async function baseFeeOf(fields: Fields, rpc: Rpc): Promise<bigint | undefined> {
  const type = given(fields, 'type');
  if (type === 0n || type === 1n) return undefined;
  const { baseFeePerGas } = (await rpc('eth_getBlockByNumber', ['latest', false])) as {
    baseFeePerGas?: unknown;
  };
  return baseFeePerGas == null ? undefined : number(baseFeePerGas);
}

async function usualTip(rpc: Rpc, baseFee: bigint): Promise<bigint> {
  try {
    return number(await rpc('eth_maxPriorityFeePerGas', []));
  } catch (error) {
    // Not every node has the method.
    if (!(error instanceof ProviderRpcError)) throw error;
    const price = number(await rpc('eth_gasPrice', []));
    return price > baseFee ? price - baseFee : 0n;
  }
}

function accessListOf(list: unknown): NonNullable<PreparedTransaction['accessList']> {
  return listOf(list, 'accessList').map((each) => ({
    address: addressOf(each, 'address'),
    storageKeys: keysOf(each['storageKeys']),
  }));
}

function keysOf(keys: unknown): readonly Hex[] {
  if (!Array.isArray(keys)) throw invalidParams('storageKeys is a list.');
  return keys.map((key: unknown) => hexOf(key, 'a storage key', 32));
}

function authorizations(list: unknown): readonly RpcAuthorization<number>[] {
  return listOf(list, 'authorizationList').map((each) => ({
    address: addressOf(each, 'address'),
    chainId: Number(quantity(each, 'chainId')),
    nonce: Number(quantity(each, 'nonce')),
    r: hexOf(each['r'], 'r'),
    s: hexOf(each['s'], 's'),
    yParity: Number(quantity(each, 'yParity')),
  }));
}

function listOf(list: unknown, name: string): readonly Fields[] {
  if (Array.isArray(list) && list.every((each) => typeof each === 'object' && each !== null))
    return list as Fields[];
  throw invalidParams(`${name} is a list of objects.`);
}

function given(fields: Fields, name: string): bigint | undefined {
  return fields[name] == null ? undefined : quantity(fields, name);
}

function quantity(fields: Fields, name: string): bigint {
  const text = hexOf(fields[name], name);
  if (text === '0x') throw invalidParams(`${name} is a quantity in hex, such as 0x0.`);
  return BigInt(text);
}

/** What a node answered. */
function number(answer: unknown): bigint {
  return quantity({ answer }, 'answer');
}

function addressOf(fields: Fields, name: string): Hex {
  return hexOf(fields[name], name, 20);
}

function hexOf(value: unknown, name: string, bytes?: number): Hex {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]*$/.test(value))
    throw invalidParams(`${name} is hex with the prefix 0x.`);
  if (bytes !== undefined && value.length !== 2 + 2 * bytes)
    throw invalidParams(`${name} has ${bytes} bytes.`);
  return value as Hex;
}
