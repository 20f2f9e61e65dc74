import * as viemChains from 'viem/chains';
import { caip2Of, chainIdOf } from './caip2.js';
import { knownEvm } from './known-evm.js';
import { keyOf } from './network-key.js';
import { otherKinds } from './other-kinds.js';
import { readNetwork } from './read-network.js';

type ViemChain = { readonly id: number; readonly name: string };
const chains = Object.entries(viemChains as Record<string, unknown>).filter(
  (entry): entry is [string, ViemChain] =>
    typeof entry[1] === 'object' && entry[1] !== null && 'id' in entry[1] && typeof entry[1].id === 'number',
);
const idOf = (network: string) => chainIdOf({ chain: 'ETH', network });
/** Their names mean accounts of another kind. */
const isOther = (name: string) => /^(tron|near)/i.test(name);

describe('the chain id of a network', () => {
  it('is the one of viem, by the name of its export, unless several networks have the name', () => {
    expect(chains.length).toBeGreaterThan(700);
    const wrong = chains
      .filter(([name, { id }]) => !isOther(name) && idOf(name) !== BigInt(id))
      .map(([name, { id }]) => `${name} ${id} ${idOf(name)}`);
    // These names say nothing, or are of two networks.
    expect(wrong).toEqual([
      'gravity 1625 undefined',
      'localhost 1337 undefined',
      'mainnet 1 undefined',
      'plume 98865 undefined',
      'plumeTestnet 161221135 undefined',
    ]);
  });

  it('is never another network’s of the same name', () => {
    for (const [, { name, id }] of chains) {
      const found = idOf(name);
      const isNamesake = ([exported, other]: [string, ViemChain]) =>
        [exported, other.name].some((each) => keyOf(each).replace(/MAINNET$/, '') === keyOf(name));
      if (found !== undefined && found !== BigInt(id))
        expect(chains.filter(isNamesake).map(([, other]) => BigInt(other.id))).toContain(found);
    }
  });

  it.each<[string, number]>([
    ['ETH_MAINNET', 1],
    ['ETHEREUM_MAINNET', 1],
    ['ethereum', 1],
    ['ETH_SEPOLIA', 11_155_111],
    ['ETHEREUM_HOLESKY', 17_000],
    ['POLYGON_MAINNET', 137],
    ['MATIC_MAINNET', 137],
    ['MATIC_AMOY', 80_002],
    ['ARBITRUM_MAINNET', 42_161],
    ['ARBITRUM_ONE', 42_161],
    ['ARB_SEPOLIA', 421_614],
    ['OPTIMISM_MAINNET', 10],
    ['OP_MAINNET', 10],
    ['BASE_MAINNET', 8453],
    ['BASE_SEPOLIA', 84_532],
    ['BSC_MAINNET', 56],
    ['BNB_TESTNET', 97],
    ['AVALANCHE_C_CHAIN', 43_114],
    ['AVAX_FUJI', 43_113],
    ['GNOSIS_MAINNET', 100],
    ['ZKSYNC_ERA_MAINNET', 324],
    ['IMMUTABLE_ZKEVM', 13_371],
    ['eip155:137', 137],
    ['eip155:9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('of %s is %d', (network, id) => {
    expect(idOf(network)).toBe(BigInt(id));
    expect(caip2Of({ chain: 'ETH', network })).toBe(`eip155:${id}`);
  });

  it.each([
    'EVM',
    'ETH',
    'MAINNET',
    'SOLAXY',
    'TRON',
    'NEAR',
    'eip155:0',
    'eip155:01',
    'eip155:x',
    'cosmos:1',
    'x:1',
  ])('of %s is not known', (network) => {
    expect([idOf(network), caip2Of({ chain: 'ETH', network })]).toEqual([undefined, undefined]);
  });

  it('is of EVM wallets alone, also where an older one has a name that is Solana’s now', () => {
    expect(caip2Of({ chain: 'ETH', network: 'SOL_DEVNET' })).toBeUndefined();
    expect(chainIdOf({ chain: 'SOL', network: 'SOL_DEVNET' })).toBeUndefined();
    expect(caip2Of({ chain: 'SOL', network: 'SOL_DEVNET' })).toMatch(/^solana:EtW/);
    expect(caip2Of({ chain: 'BTC', network: 'bip122:000000000019d6689c085ae165831e93' })).toMatch(
      /^bip122:0{10}19/,
    );
  });
});

it('no known EVM network hides a name of another kind of chain, and none is refused', () => {
  expect(otherKinds.filter((name) => knownEvm(name))).toEqual([]);
  const refused = chains.filter(([name]) => !isOther(name) && readNetwork(name).kind === 'refused');
  expect(refused.map(([name]) => name)).toEqual([]);
});
