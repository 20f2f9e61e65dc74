import { parseNetwork } from './network.js';

it.each([
  ['BTC_MAINNET', 'BTC'],
  ['BTC_TESTNET', 'BTC'],
  ['BTC_REGTEST', 'BTC'],
  ['SOL_MAINNET', 'SOL'],
  ['SOL_TESTNET', 'SOL'],
  ['SOL_DEVNET', 'SOL'],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'SOL'],
  ['ETH_MAINNET', 'ETH'],
  ['POLYGON', 'ETH'],
  ['eip155:137', 'ETH'],
  ['x'.repeat(64), 'ETH'],
])('%s is a network of %s', (network, chain) => {
  expect(parseNetwork(network)).toBe(chain);
});

it.each(['', 'x'.repeat(65), 'a b', 'é', 'a\n'])('%j is refused', (network) => {
  expect(() => parseNetwork(network)).toThrow(expect.objectContaining({ code: 'request.invalid' }) as Error);
});

it.each(['btc_mainnet', 'SOL_MAINET', 'COSMOS_MAINNET', 'cosmos:cosmoshub-4'])(
  '%s means something else: it is refused with the names that may be meant',
  (network) => {
    const told = {
      code: 'wallet.network-unsupported',
      details: { nearest: expect.arrayContaining([expect.any(String)]) as string[] },
      fields: [{ path: '/network', message: expect.stringMatching(/use .+ eip155:/) as string }],
    };
    expect(() => parseNetwork(network)).toThrow(expect.objectContaining(told) as Error);
  },
);
