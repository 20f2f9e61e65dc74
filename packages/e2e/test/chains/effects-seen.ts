import { assets, type Receipt, type World } from './effects-world.js';

/** What others got from the wallet and its account, or may take without a further signature, by asset. */
export type Given = ReadonlyMap<string, bigint>;

const modulus = 1n << 256n;

export async function givenAway({ given }: World): Promise<Given> {
  const amounts = await Promise.all(assets.map(given));
  return new Map(assets.map((asset, index) => [asset, BigInt.asIntN(256, (amounts[index] ?? 0n) % modulus)]));
}

/** What increased, by asset. */
export function lossesBetween(before: Given, after: Given): Given {
  return new Map([...after].map(([asset, amount]) => [asset, amount - (before.get(asset) ?? 0n)]));
}

type Trace = { readonly pre: State; readonly post: State };
type State = Readonly<Record<string, { readonly balance?: string }>>;

/**
 * From the node's state diff: how the balances of the wallet and its account changed, and the fee that the wallet paid.
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
