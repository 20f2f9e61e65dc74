import { parseNetwork } from './network.js';

it.each([
  ['BTC_MAINNET', 'BTC'],
  ['BTC_TESTNET', 'BTC'],
  ['BTC_REGTEST', 'BTC'],
  ['SOL_MAINNET', 'SOL'],
  ['SOL_TESTNET', 'SOL'],
  ['ETH_MAINNET', 'ETH'],
  ['POLYGON', 'ETH'],
  ['SOL_DEVNET', 'ETH'],
  ['btc_mainnet', 'ETH'],
  ['x'.repeat(64), 'ETH'],
])('%s is a network of %s', (network, chain) => {
  expect(parseNetwork(network)).toBe(chain);
});

it.each(['', 'x'.repeat(65), 'a b', 'é', 'a\n'])('%j is refused', (network) => {
  expect(() => parseNetwork(network)).toThrow(expect.objectContaining({ code: 'request.invalid' }) as Error);
});
