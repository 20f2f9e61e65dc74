import { caip2NameOf, type Chain } from '@wallet-service/addresses';
import { knownEvm } from './known-evm.js';

/** The chain id of a name of CAIP-2 in the namespace eip155; undefined for any other text. */
export function evmChainIdOfCaip2(name: string): bigint | undefined {
  const [, reference] = /^eip155:([1-9][0-9]{0,15})$/.exec(name) ?? [];
  const chainId = reference === undefined ? undefined : BigInt(reference);
  return chainId !== undefined && chainId <= BigInt(Number.MAX_SAFE_INTEGER) ? chainId : undefined;
}

/** The chain id that all transactions of a wallet have; undefined where its network says nothing about it. */
export function chainIdOf({ chain, network }: NamedNetwork): bigint | undefined {
  // Older wallets of EVM may have a name that is Solana's now.
  if (chain !== 'ETH') return undefined;
  return evmChainIdOfCaip2(network) ?? (network.includes(':') ? undefined : knownEvm(network)?.chainId);
}

/** A wallet's network in CAIP-2; undefined where it is not known. */
export function caip2Of(wallet: NamedNetwork): string | undefined {
  if (wallet.chain !== 'ETH') return caip2NameOf(wallet.network);
  const chainId = chainIdOf(wallet);
  return chainId === undefined ? undefined : `eip155:${chainId}`;
}

type NamedNetwork = { readonly chain: Chain; readonly network: string };
