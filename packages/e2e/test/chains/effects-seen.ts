import { assets, type Receipt, type World } from './effects-world.js';

/** What others have of the wallet's and its account's, or may take without any further signature, by asset. */
export type Given = ReadonlyMap<string, bigint>;

const modulus = 1n << 256n;

export async function givenAway({ given }: World): Promise<Given> {
  const amounts = await Promise.all(assets.map(given));
  return new Map(assets.map((asset, index) => [asset, BigInt.asIntN(256, (amounts[index] ?? 0n) % modulus)]));
}

/** What became more, by asset. */
export function lossesBetween(before: Given, after: Given): Given {
  return new Map([...after].map(([asset, amount]) => [asset, amount - (before.get(asset) ?? 0n)]));
}

type Trace = { readonly pre: State; readonly post: State };
type State = Readonly<Record<string, { readonly balance?: string }>>;

/**
 * By the node's difference of states: how the balances of the wallet and its account changed, and what the
 * wallet paid as the fee.
 */
export async function nativeDifference(
  { anvil, me, at }: World,
  hash: string,
): Promise<{ changed: bigint; fee: bigint }> {
  const options = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } };
  const { pre, post } = (await anvil.node.send('debug_traceTransaction', [hash, options])) as Trace;
  const ours = [me.address, at('account').address].map((each) => each.toLowerCase());
  const changes = ours.map((each) => {
    const [was, is] = [pre[each]?.balance, post[each]?.balance];
    return was === undefined || is === undefined ? 0n : BigInt(is) - BigInt(was);
  });
  const receipt = (await anvil.node.send('eth_getTransactionReceipt', [hash])) as Receipt;
  const [gas, price, blobGas, blobPrice] = [
    receipt.gasUsed,
    receipt.effectiveGasPrice,
    receipt.blobGasUsed ?? 0,
    receipt.blobGasPrice ?? 0,
  ].map(BigInt);
  const isOurs = receipt.from.toLowerCase() === me.address.toLowerCase();
  const fee = (gas ?? 0n) * (price ?? 0n) + (blobGas ?? 0n) * (blobPrice ?? 0n);
  return { changed: changes.reduce((sum, each) => sum + each, 0n), fee: isOurs ? fee : 0n };
}
