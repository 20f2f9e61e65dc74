import { parseTransaction, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { createEip1193Provider, type Eip1193Options } from '../src/eip1193.js';
import { toViemAccount } from '../src/viem.js';
import { keyWallet } from './key-wallet.js';

export const key = '0x0123456789012345678901234567890123456789012345678901234567890123';
export const local = privateKeyToAccount(key);
export const { address } = local;
export const other = `0x${'11'.repeat(20)}`;

export type Answers = Readonly<Record<string, unknown>>;
export const node: Answers = {
  eth_getTransactionCount: '0x7',
  eth_estimateGas: '0x5208',
  eth_getBlockByNumber: { baseFeePerGas: '0x64' },
  eth_maxPriorityFeePerGas: '0xa',
  eth_gasPrice: '0x96',
  eth_sendRawTransaction: `0x${'22'.repeat(32)}`,
};

/** A provider whose node answers from a table. An `Error` in it is an error of the node. */
export function setUp(
  answers: Answers = {},
  {
    waitFor,
    ...options
  }: Partial<Eip1193Options> & { waitFor?: (url: string) => Promise<void> | undefined } = {},
) {
  const asked: { url: string; method: string; params: unknown[] }[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const { method, params } = JSON.parse(init?.body as string) as { method: string; params: unknown[] };
    asked.push({ url: url as string, method, params });
    await waitFor?.(url as string);
    const answer = { ...node, ...answers }[method];
    const body =
      answer instanceof Error
        ? { error: { code: 3, message: answer.message, data: '0x08' } }
        : { result: answer };
    return new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }));
  };
  const provider = createEip1193Provider({
    account: toViemAccount(keyWallet(key)),
    chains: [
      { id: 1, rpcUrl: 'https://one.example' },
      { id: 10, rpcUrl: 'https://ten.example' },
    ],
    fetch,
    ...options,
  });
  const request = (method: string, ...params: unknown[]) => provider.request({ method, params });
  const sent = () =>
    parseTransaction(asked.find(({ method }) => method === 'eth_sendRawTransaction')?.params[0] as Hex);
  return { provider, asked, request, sent };
}

export const typedData = {
  types: { EIP712Domain: [{ name: 'name', type: 'string' }], Gift: [{ name: 'amount', type: 'uint256' }] },
  primaryType: 'Gift',
  domain: { name: 'Gifts' },
  message: { amount: 7 },
} as const;
