import { evmNetworks } from './gen/evm-networks.js';
import { isWithin, keyOf, withoutQualifiers } from './network-key.js';
import { otherKinds } from './other-kinds.js';

/** A known EVM network. `chainId` is undefined if the name is of several, or says only that it is one. */
export type KnownEvm = { readonly chainId: bigint | undefined };

/** They say that a wallet is of EVM networks, and not of which. `ETH` is what this service calls their chain. */
const anyEvm: readonly string[] = ['EVM', 'ETH'];

/** What networks are called where viem calls them otherwise: coins, abbreviations, and full names. */
const otherNames: Readonly<Record<string, string>> = {
  ETH: 'ETHEREUM',
  MATIC: 'POLYGON',
  POL: 'POLYGON',
  POLYGONPOS: 'POLYGON',
  OP: 'OPTIMISM',
  OPT: 'OPTIMISM',
  ARB: 'ARBITRUM',
  ARBNOVA: 'ARBITRUMNOVA',
  AVAX: 'AVALANCHE',
  AVALANCHEC: 'AVALANCHE',
  AVAXC: 'AVALANCHE',
  BNB: 'BSC',
  BINANCE: 'BSC',
  BINANCESMART: 'BSC',
  BNBSMART: 'BSC',
  XDAI: 'GNOSIS',
  FTM: 'FANTOM',
  CRO: 'CRONOS',
  ETC: 'ETHEREUMCLASSIC',
  RSK: 'ROOTSTOCK',
  RBTC: 'ROOTSTOCK',
  BTT: 'BITTORRENT',
  BTTC: 'BITTORRENT',
  ZKSYNCERA: 'ZKSYNC',
  ZKEVM: 'POLYGONZKEVM',
  KLAY: 'KLAYTN',
  FIL: 'FILECOIN',
  GLMR: 'MOONBEAM',
  MOVR: 'MOONRIVER',
  BERA: 'BERACHAIN',
  HBAR: 'HEDERA',
  CORE: 'COREDAO',
  SEIEVM: 'SEI',
  ETHEREUMSEPOLIA: 'SEPOLIA',
  ETHEREUMHOLESKY: 'HOLESKY',
  ETHEREUMHOODI: 'HOODI',
  ETHEREUMGOERLI: 'GOERLI',
};

const rows = evmNetworks.trim().split(/\s+/).map(rowOf);
const byName = namesOf(rows);
const chainIds: ReadonlySet<bigint> = new Set(rows.map(({ chainId }) => chainId));

/** Case and separators do not count. */
export function knownEvm(name: string): KnownEvm | undefined {
  const key = keyOf(name);
  if (anyEvm.includes(key)) return { chainId: undefined };
  return byName.get(key) ?? byOtherName(key, 2);
}

export function isKnownChainId(chainId: bigint): boolean {
  return chainIds.has(chainId);
}

/** A name that another name begins, such as `MATIC` in `MATIC_AMOY`, stands for it. Two may follow one another. */
function byOtherName(key: string, most: number): KnownEvm | undefined {
  if (most === 0) return undefined;
  const found = Object.entries(otherNames).filter(
    ([other]) => key.startsWith(other) && key !== otherNames[other],
  );
  for (const [other, name] of found) {
    const instead = name + key.slice(other.length);
    const known = byName.get(instead) ?? byOtherName(instead, most - 1);
    if (known) return known;
  }
  return undefined;
}

/** The known EVM networks whose names are spelt like a name, by the names that viem gives them. */
export function evmNamesLike(name: string): readonly string[] {
  const chain = withoutQualifiers(keyOf(name));
  if (chain.length < 4) return [];
  return [...byName.keys()].filter((each) => isWithin(chain.length < 8 ? 1 : 2, each, chain));
}

type Row = { readonly chainId: bigint; readonly isTestnet: boolean; readonly names: readonly string[] };

function rowOf(text: string): Row {
  const [, id = '', testnet, names = ''] = /^([0-9]+)(t?):(.*)$/.exec(text) ?? [];
  return { chainId: BigInt(id), isTestnet: testnet === 't', names: names.split(',').filter(Boolean) };
}

/**
 * A main network is known with and without `MAINNET`, `NETWORK` and `CHAIN` behind its name, a test network also with
 * `TESTNET`. A name that the table gives counts before one that is made, a main network before a test network. A name
 * of several networks is known, but has no chain id.
 */
function namesOf(all: readonly Row[]): ReadonlyMap<string, KnownEvm> {
  const [main, test] = [all.filter((row) => !row.isTestnet), all.filter((row) => row.isTestnet)];
  const made = (of: readonly Row[], more: (name: string) => readonly string[]) =>
    of.map((row) => ({ ...row, names: row.names.flatMap(more) }));
  const known = new Map<string, KnownEvm>();
  for (const counted of [main, test, made(main, mainNames), made(test, (name) => [`${name}TESTNET`])]) {
    for (const [name, network] of networksByName(counted)) if (!known.has(name)) known.set(name, network);
  }
  return known;
}

function networksByName(counted: readonly Row[]): ReadonlyMap<string, KnownEvm> {
  const networks = new Map<string, KnownEvm>();
  for (const { names, chainId } of counted)
    for (const name of names) {
      const other = networks.get(name);
      networks.set(name, { chainId: other && other.chainId !== chainId ? undefined : chainId });
    }
  return networks;
}

function mainNames(name: string): readonly string[] {
  const chain = name.replace(/(?:MAINNET|NETWORK|BLOCKCHAIN|CHAIN|PROTOCOL)+$/, '');
  if (chain === '' || otherKinds.includes(chain)) return [];
  return [chain, ...['MAINNET', 'NETWORK', 'CHAIN'].map((word) => chain + word), `${name}MAINNET`];
}
