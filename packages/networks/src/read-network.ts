import { caip2NameOf, chainOfNetwork, chainTable, type Chain } from '@wallet-service/addresses';
import { evmChainIdOfCaip2 } from './caip2.js';
import { evmNamesLike, isKnownChainId, knownEvm } from './known-evm.js';
import { editDistance, isWithin, keyOf, withoutMistypedQualifier, withoutQualifiers } from './network-key.js';
import { otherKinds } from './other-kinds.js';

/** What a network's name means. `nearest`: names that may have been meant instead. */
export type NetworkReading =
  | {
      readonly kind: 'read';
      readonly chain: Chain;
      readonly isKnown: boolean;
      readonly nearest: readonly string[];
    }
  | { readonly kind: 'refused'; readonly because: string; readonly nearest: readonly string[] };

const ours = [...chainTable.SOL.networks, ...chainTable.BTC.networks];
const caip2Examples = ['eip155:1', ...ours.flatMap((name) => caip2NameOf(name) ?? [])];

/** What people call our other chains. */
const names = { SOL: ['SOL', 'SOLANA', 'MAINNETBETA'], BTC: ['BTC', 'BITCOIN', 'XBT'] } as const;

/**
 * The chain of the network that a caller names for a new wallet. Every name that is not one of ours makes an EVM
 * wallet, except one that means another kind of chain or nearly spells one of ours: a wallet on the wrong chain would
 * be found when money is sent to it. A known EVM network is never refused.
 */
export function readNetwork(name: string): NetworkReading {
  const chain = chainOfNetwork(name);
  if (chain !== 'ETH') return { kind: 'read', chain, isKnown: true, nearest: [] };
  if (name.includes(':')) return readCaip2(name);
  if (knownEvm(name)) return { kind: 'read', chain, isKnown: true, nearest: [] };
  // Such a name says itself what it is: SOMETHING_EVM.
  if (!/(?:^|[^a-z0-9])evm(?:$|[^a-z0-9])|evm$/i.test(name)) {
    const meant = meantInstead(name);
    if (meant) return meant;
  }
  return { kind: 'read', chain, isKnown: false, nearest: evmNamesLike(name).slice(0, mostNearest) };
}

const mostNearest = 3;

function readCaip2(name: string): NetworkReading {
  const chainId = evmChainIdOfCaip2(name);
  if (chainId !== undefined)
    return { kind: 'read', chain: 'ETH', isKnown: isKnownChainId(chainId), nearest: [] };
  const because =
    'has a colon, but is no CAIP-2 name of a network here: eip155 with a chain id, or one of the networks of solana ' +
    'and bip122 in the reference';
  const own = ours.filter((each) => keyOf(each) === keyOf(name));
  return {
    kind: 'refused',
    because,
    nearest: [...own, ...nearestOf(name, caip2Examples)].slice(0, mostNearest),
  };
}

function meantInstead(name: string): NetworkReading | undefined {
  const [first = ''] = name.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const key = keyOf(name);
  const chain = withoutQualifiers(key);
  const mistyped = withoutMistypedQualifier(key);
  const isQualified = chain !== key || mistyped.length > 0;
  const means = (called: string) =>
    [key, chain, keyOf(first), ...mistyped].some((rest) => rest === called) ||
    (called.length > 5 && [chain, ...mistyped].some((rest) => isWithin(1, rest, called)));
  const nearlySpells = (own: string) =>
    isWithin(1, key, keyOf(own)) ||
    (isQualified && [chain, ...mistyped].some((rest) => isSwapped(rest, own.slice(0, 3))));

  for (const own of otherKinds.includes(chain) ? [] : (['SOL', 'BTC'] as const)) {
    const { networks } = chainTable[own];
    if (!names[own].some(means) && !networks.some(nearlySpells)) continue;
    const because = `means a network of ${own === 'SOL' ? 'Solana' : 'Bitcoin'}, which it does not name exactly`;
    return { kind: 'refused', because, nearest: nearestOf(key, networks) };
  }
  if (!otherKinds.some(means)) return undefined;
  const because = 'means another kind of chain; there are wallets of EVM networks, Solana and Bitcoin only';
  return { kind: 'refused', because, nearest: nearestOf(key, ours) };
}

/** Two letters of a short name in the wrong order: one edit, but no other name. */
function isSwapped(one: string, other: string): boolean {
  return one !== other && sorted(one) === sorted(other) && isWithin(1, one, other);
}

function sorted(text: string): string {
  return Array.from(text).sort().join('');
}

function nearestOf(name: string, candidates: readonly string[]): readonly string[] {
  const distance = (each: string) => editDistance(keyOf(name), keyOf(each));
  return [...candidates].sort((one, other) => distance(one) - distance(other)).slice(0, mostNearest);
}
