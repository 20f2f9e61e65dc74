import fc from 'fast-check';
import { readNetwork } from './read-network.js';

const chainsOf = (names: readonly string[]) =>
  names.map((name) => {
    const reading = readNetwork(name);
    return [name, reading.kind === 'read' ? reading.chain : reading.kind];
  });
const all = (names: readonly string[], what: string) => names.map((name) => [name, what]);

const words = (text: string) => text.trim().split(/\s+/);

const ours = ['BTC_MAINNET', 'BTC_TESTNET', 'BTC_REGTEST', 'SOL_MAINNET', 'SOL_TESTNET', 'SOL_DEVNET'];

it.each([
  ['BTC_MAINNET', 'bip122:000000000019d6689c085ae165831e93'],
  ['BTC_TESTNET', 'bip122:000000000933ea01ad0ee984209779ba'],
  ['BTC_REGTEST', 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'],
  ['SOL_MAINNET', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ['SOL_TESTNET', 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
  ['SOL_DEVNET', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
])('%s is the same network as %s', (name, caip2) => {
  expect(readNetwork(name)).toMatchObject({ kind: 'read', chain: name.slice(0, 3), isKnown: true });
  expect(readNetwork(caip2)).toEqual(readNetwork(name));
});

const evm = words(`
  EVM ETH ETH_MAINNET ETHEREUM_MAINNET POLYGON POLYGON_MAINNET BASE_SEPOLIA eip155:137 SONIC
  SONEIUM_MAINNET BOB BOB_MAINNET BSC_MAINNET BSC_TESTNET ETC_MAINNET POL_MAINNET ROOTSTOCK MERLIN
  BTR_MAINNET BITLAYER DOGECHAIN DOGE_CHAIN XRPL_EVM FLOW_MAINNET BOBA CORE_MAINNET SEI_MAINNET KAVA
  INJECTIVE HEDERA_MAINNET TELOS SOPHON THETA
`);
it('known EVM networks are never refused', () => {
  expect(chainsOf(evm)).toEqual(all(evm, 'ETH'));
  const known = (name: string) => expect.objectContaining({ name, isKnown: true }) as object;
  expect(evm.map((name) => ({ name, ...readNetwork(name) }))).toEqual(evm.map(known));
});

const unknown = words(`
  SOLAXY SOLAR SOLAR_MAINNET SOLX BTCS BOB_TESTNET BITCOINOS TRONIC DASHBOARD SUIT NEARBY ABC_TESTNET
  MY_CHAIN our.private-net TESTNET MAINNET x _ TEZOS_EVM
`);
it('any other name makes an EVM wallet, and is not known', () => {
  for (const name of [...unknown, 'eip155:999999999999'])
    expect([name, readNetwork(name)]).toEqual([
      name,
      expect.objectContaining({ kind: 'read', chain: 'ETH', isKnown: false }),
    ]);
});

it.each([
  ['POLYGN_MAINNET', 'POLYGON'],
  ['ARBITRIM', 'ARBITRUM'],
  ['ETHERUM_MAINNET', 'ETHEREUM'],
])('%s is not known, and named with what it is like', (name, like) => {
  expect(readNetwork(name)).toEqual({
    kind: 'read',
    chain: 'ETH',
    isKnown: false,
    nearest: expect.arrayContaining([like]) as string[],
  });
});

const solana = words(`
  SOLANA SOL SOL_MAINET solana_mainnet sol_mainnet SOLMAINNET solanaMainnet sol-devnet SOLANA_MAINNET_BETA
  mainnet-beta SOALNA SOLANO SLO_MAINNET SLO_MAINET SOL_DEVENT SOL_DEV MAINNET_SOLANA SOLANA.TESTNET
  Solana-Devnet SOL_SOMETHING SOL_LOCALNET S0L_MAINNET SOL_PROD solanaLive SOLANA2
`);
const bitcoin = words(`
  BITCOIN BTC XBT Bitcoin btc-mainnet BTCMAINNET BITCOIN_MAINNET BITCION BTC_MIANNET BTC_SIGNET
  BTC_TESTNET4 BITCOIN_TESTNET3 bitcoinTestnet BCT_MAINNET TESTNET_BTC BTC_REGTST BTCPROD bitcoin_production
`);
it.each<[string, readonly string[], string]>([
  ['SOL', solana, 'SOL_'],
  ['BTC', bitcoin, 'BTC_'],
])('names that nearly spell a network of %s are refused with the nearest ones', (_chain, names, prefix) => {
  expect(chainsOf(names)).toEqual(all(names, 'refused'));
  for (const name of names)
    expect(readNetwork(name).nearest.filter((each) => each.startsWith(prefix))).toHaveLength(3);
});

it.each([
  ['SOL_MAINET', 'SOL_MAINNET'],
  ['solana_mainnet', 'SOL_MAINNET'],
  ['Solana-Devnet', 'SOL_DEVNET'],
  ['btc.testnet', 'BTC_TESTNET'],
  ['BTC_TESTNET4', 'BTC_TESTNET'],
  ['COSMOS_TESTNET', 'SOL_TESTNET'],
])('of %s the nearest is %s', (name, nearest) => {
  expect(readNetwork(name).nearest[0]).toBe(nearest);
});

const others = words(`
  COSMOS_MAINNET COSMOS_HUB TRON TRON_MAINNET tron-nile TRX POLKADOT POLKADOT_ASSET_HUB APTOS
  APTOS_TESTNET SUI sui_mainnet TON CARDANO RIPPLE XRP XRPL_MAINNET LITECOIN LTC DOGECOIN DOGE
  DOGE_MAINNET NEAR NEAR_TESTNET STELLAR ALGORAND TEZOS STARKNET BITCOIN_CASH BCH ZCASH MONERO OSMOSIS
  CELESTIA LITECION POLKADT cosmos.testnet
`);
it('names of other kinds of chain are refused', () => {
  expect(chainsOf(others)).toEqual(all(others, 'refused'));
});

const caip2 = words(`
  cosmos:cosmoshub-4 polkadot:91b171bb158e2d3848fa23a9f1c25182 solana:mainnet starknet:SN_MAIN
  solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdP bip122:12a765e31ffd4059bada1e25190f6e98 tron:mainnet : eip155:
  eip155:0 eip155:01 eip155:1x eip155:0x1 eip155:-1 EIP155:1 eip155:9007199254740992 ETH:MAINNET
  bip122:000000000019D6689C085AE165831E93 BTC:MAINNET eip155:1:1 near:mainnet SOL:MAINNET evm:137
`);
it('what has a colon is CAIP-2 of a network that exists here, or refused', () => {
  expect(chainsOf(caip2)).toEqual(all(caip2, 'refused'));
  expect(caip2.filter((name) => readNetwork(name).nearest.length === 0)).toEqual([]);
});

describe('one of our names with one mistake', () => {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
  const edits = (text: string) => [
    ...Array.from(text, (_, i) => text.slice(0, i) + text.slice(i + 1)),
    ...Array.from(
      text.slice(1),
      (_, i) => `${text.slice(0, i)}${text.charAt(i + 1)}${text.charAt(i)}${text.slice(i + 2)}`,
    ),
    ...Array.from(text, (_, i) =>
      letters.map((letter) => text.slice(0, i) + letter + text.slice(i + 1)),
    ).flat(),
    ...Array.from(`${text}_`, (_, i) =>
      letters.map((letter) => text.slice(0, i) + letter + text.slice(i)),
    ).flat(),
  ];

  it('is refused, or a known EVM network', () => {
    const wrong = ours.flatMap(edits).filter((name) => {
      const reading = readNetwork(name);
      return !ours.includes(name) && reading.kind === 'read' && !reading.isKnown;
    });
    expect(wrong).toEqual([]);
  });

  it('is the same in any case and with any separators', () => {
    const name = fc
      .constantFrom(...ours, ...solana, ...bitcoin, ...others)
      .filter((each) => !ours.includes(each));
    const disguised = fc.tuple(
      name,
      fc.constantFrom('-', '.', '_', '', '--'),
      fc.boolean(),
      fc.infiniteStream(fc.boolean()),
    );
    fc.assert(
      fc.property(disguised, ([each, separator, isLower, upper]) => {
        const cased = isLower
          ? each.toLowerCase()
          : Array.from(each, (letter) =>
              upper.next().value ? letter.toUpperCase() : letter.toLowerCase(),
            ).join('');
        // Words that are told apart only by a separator.
        fc.pre(separator !== '' || !/SOMETHING|HUB/i.test(each));
        expect([cased, readNetwork(cased.replaceAll(/[-._]/g, separator)).kind]).toEqual([cased, 'refused']);
      }),
      { seed: 137, numRuns: 500 },
    );
  });
});

it('any text is read or refused, quickly', () => {
  const startedAt = performance.now();
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...Array.from('SOLBTCMAINE_.-:019az')), maxLength: 64 }),
      (name) => {
        expect(['read', 'refused']).toContain(readNetwork(name).kind);
      },
    ),
    { seed: 122, numRuns: 1000 },
  );
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});
