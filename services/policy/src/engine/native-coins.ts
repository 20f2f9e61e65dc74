/**
 * The calls that move a chain's native coin besides the value of a transaction. One table, with its sources.
 * Anything that is not in it and has an address that nobody can choose (see `isReserved`) is an unknown
 * precompile or system contract and may do anything.
 */
export type NativeDoor =
  /** The coin as a token. `scale` of its smallest units are one of the token's. */
  | { readonly kind: 'coin'; readonly scale: bigint }
  /**
   * Acts in the caller's name, or moves the coin, in ways that only its data shows: batches, permits,
   * dispatches, staking, bridges.
   */
  | { readonly kind: 'opaque' };

type Coin = { readonly chains: readonly bigint[]; readonly scale?: bigint };

/** The native coin's token, by its contract, lower-case. */
const coins: ReadonlyMap<string, Coin> = new Map<string, Coin>([
  // CELO: docs.celo.org/tooling/contracts/core-contracts (mainnet, Sepolia), docs.celo.org/specs/token-duality
  ['0x471ece3750da237f93b8e339c536989b8978a438', { chains: [42_220n, 11_142_220n] }],
  // CELO of Alfajores, which has ended: github.com/ubeswap/default-token-list
  ['0xf194afdf50b03e69bd7d057c1aa9e10c9954e4c9', { chains: [44_787n] }],
  // METIS: MVM_Coinbase.sol in github.com/MetisProtocol/mvm. The contracts of Optimism and Mantle at this
  // address revert all that moves anything: specs.optimism.io/protocol/predeploys, LegacyERC20MNT.sol in
  // github.com/mantlenetworkio/mantle-v2
  ['0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000', { chains: [1_088n, 59_902n] }],
  // GLMR, MOVR, DEV: ERC20_BALANCES_PRECOMPILE in runtime/*/src/precompiles.rs of
  // github.com/moonbeam-foundation/moonbeam
  ['0x0000000000000000000000000000000000000802', { chains: [1_284n, 1_285n, 1_287n] }],
  // POL: MRC20.sol in github.com/maticnetwork/contracts. Its transfer wants the amount as the transaction's
  // value too, so it counts twice. Its transferWithSig is switched off now; older versions took typed data.
  ['0x0000000000000000000000000000000000001010', { chains: [137n, 80_001n, 80_002n] }],
  // ACA, KAR: AcalaTokens.sol and KaruraTokens.sol in github.com/AcalaNetwork/predeploy-contracts
  ['0x0000000000000000000100000000000000000000', { chains: [787n] }],
  ['0x0000000000000000000100000000000000000080', { chains: [686n] }],
  // USDC of Arc has 18 decimals as the coin and 6 as the token: docs.arc.network/arc/concepts/stablecoin-native-model
  ['0x3600000000000000000000000000000000000000', { chains: [5_042n, 5_042_002n], scale: 10n ** 12n }],
]);

/** Such contracts at addresses that do not look reserved, with their chains or `everywhere`. */
const otherDoors: ReadonlyMap<string, readonly bigint[] | 'everywhere'> = new Map<
  string,
  readonly bigint[] | 'everywhere'
>([
  // Consolidations move a validator's stake: eips.ethereum.org/EIPS/eip-7251
  ['0x0000bbddc7ce488642fb579f8b00f3a590007251', 'everywhere'],
  // CoreWriter of HyperEVM: hyperliquid.gitbook.io/hyperliquid-docs/for-developers/evm/system-contract
  ['0x3333333333333333333333333333333333333333', [999n, 998n]],
]);

const precompiles = [...Array.from({ length: 0x11 + 1 }, (_, number) => number), 0x100];

/** Plain contracts at reserved addresses. */
const plainContracts: ReadonlySet<string> = new Set([
  // Computations: eips.ethereum.org/EIPS/eip-2537, eips.ethereum.org/EIPS/eip-7951; and the zero address,
  // which has no code.
  ...precompiles.map((number) => `0x${number.toString(16).padStart(40, '0')}`),
  // WETH, the schemas and attestations of EAS, OP: specs.optimism.io/protocol/predeploys
  ...['0006', '0020', '0021', '0042'].map((end) => `0x42${'0'.repeat(34)}${end}`),
  // USDB and WETH of Blast: Predeploys.sol in github.com/blast-io/blast
  ...['0003', '0004'].map((end) => `0x43${'0'.repeat(34)}${end}`),
  // WETH of Scroll: running-a-scroll-node.mdx in github.com/scroll-tech/scroll-documentation
  `0x53${'0'.repeat(34)}0004`,
]);

/**
 * An address with ten zero bytes in a row. Nobody can find a contract of their own there (2^80 tries), so
 * what has code was put there by the chain: precompiles and system contracts of Moonbeam (0x400…, 0x800…),
 * Cosmos chains (0x64…, 0x800…), Sei (0x1001…), Hedera (0x167…), Arbitrum (0x64…), ZK Stack (0x8000…), BNB
 * Smart Chain (0x1000…, 0x2001…), Rootstock (0x1000006…), Harmony (0xfc), Sonic (0xfc00face…), Avalanche
 * (0x0100…, 0x0200…), Filecoin (0xfe…, 0xff…), Optimism (0x4200…), Blast (0x4300…), Scroll (0x5300…). What is
 * there needs no source to be refused.
 */
function isReserved(contract: string): boolean {
  return /^0x(..)*?(00){10}/.test(contract);
}

/**
 * Chains whose system contracts were looked up, and are above or at reserved addresses: what another contract
 * does there beyond the value that it is sent is a matter of tokens. The ids are those of
 * github.com/wevm/viem (src/chains/definitions). A chain for which no such list was found is not here, among
 * them Ronin and Fantom Opera.
 */
const knownChains: ReadonlySet<bigint> = new Set([
  // Ethereum and its test networks, and the usual development chains: EIP-7251 above.
  ...[1n, 11_155_111n, 17_000n, 560_048n, 1_337n, 31_337n],
  // OP Mainnet, Unichain, World, Ink, Soneium, Mode, Zora: github.com/ethereum-optimism/superchain-registry,
  // specs.optimism.io/protocol/predeploys
  ...[10n, 11_155_420n, 130n, 1_301n, 480n, 4_801n, 57_073n, 1_868n, 34_443n, 7_777_777n],
  // Base: docs.base.org/specifications/reference/base-contracts. Blast: Predeploys.sol in github.com/blast-io/blast
  ...[8_453n, 84_532n, 81_457n],
  // Mantle: Predeploys.sol in github.com/mantlenetworkio/mantle-v2. opBNB:
  // docs.bnbchain.org/bnb-opbnb/developers/quick-guide
  ...[5_000n, 5_003n, 204n, 5_611n],
  // Arbitrum One, Nova, Sepolia: docs.arbitrum.io/arbos/common-precompiles
  ...[42_161n, 42_170n, 421_614n],
  // ZKsync Era, Abstract: system-contracts/contracts/Constants.sol in github.com/matter-labs/era-contracts
  ...[324n, 300n, 2_741n, 11_124n],
  // Linea: docs.linea.build/network/overview/ethereum-differences. Scroll: running-a-scroll-node.mdx in
  // github.com/scroll-tech/scroll-documentation
  ...[59_144n, 59_141n, 534_352n, 534_351n],
  // Polygon PoS: above. Polygon zkEVM: alchemy.com/docs/reference/polygon-zkevm-and-ethereum-differences
  ...[137n, 80_001n, 80_002n, 1_101n, 2_442n],
  // BNB Smart Chain: System.sol in github.com/bnb-chain/bsc-genesis-contract. Avalanche C:
  // precompile/modules/registerer.go in github.com/ava-labs/coreth. Gnosis:
  // docs.gnosischain.com/category/understanding-token-bridges
  ...[56n, 97n, 43_114n, 43_113n, 100n, 10_200n],
  // Celo, Metis, Moonbeam, Moonriver, Moonbase Alpha: above.
  ...[42_220n, 44_787n, 11_142_220n, 1_088n, 59_902n, 1_284n, 1_285n, 1_287n],
  // Sonic: docs.soniclabs.com/sonic/build-on-sonic/contract-addresses. HyperEVM: above, and
  // hyperliquid.gitbook.io/hyperliquid-docs/for-developers/evm/native-transfers. Berachain, an EVM without
  // additions: developers.bitgo.com/docs/bera
  ...[146n, 999n, 998n, 80_094n],
  // Rootstock: PrecompiledContracts.java in github.com/rsksmart/rskj. Hedera:
  // docs.hedera.com/hedera/core-concepts/smart-contracts/system-smart-contracts. Filecoin:
  // docs.filecoin.io/core-concepts/filecoin-evm-runtime/precompiles
  ...[30n, 31n, 295n, 296n, 314n, 314_159n],
]);

export function isKnownChain(chainId: bigint | undefined): boolean {
  return chainId !== undefined && knownChains.has(chainId);
}

/** Undefined for a plain contract. `chainId` undefined: valid on every chain. */
export function nativeDoorOf(contract: string, chainId: bigint | undefined): NativeDoor | undefined {
  const coin = coins.get(contract);
  if (coin && (chainId === undefined || coin.chains.includes(chainId)))
    return { kind: 'coin', scale: coin.scale ?? 1n };
  if (plainContracts.has(contract)) return undefined;
  return isReserved(contract) || isOtherDoor(contract, chainId) ? { kind: 'opaque' } : undefined;
}

function isOtherDoor(contract: string, chainId: bigint | undefined): boolean {
  const chains = otherDoors.get(contract);
  return (
    chains === 'everywhere' || (chains !== undefined && (chainId === undefined || chains.includes(chainId)))
  );
}
