import { addressOf } from '@wallet-service/addresses';
import { createKnownAddresses } from './known-addresses.js';

const solana = (byte: number) => Buffer.alloc(32, byte);

it('gives the address for the chain, the network and the key, however often it is asked', () => {
  const known = createKnownAddresses(2);
  const secp = Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex');
  for (let round = 0; round < 3; round += 1) {
    for (const network of ['BTC_MAINNET', 'BTC_TESTNET', 'BTC_REGTEST'])
      expect(known('BTC', network, secp)).toBe(addressOf('BTC', network, secp));
    for (const byte of [1, 2, 3])
      expect(known('SOL', 'SOL_MAINNET', solana(byte))).toBe(addressOf('SOL', 'SOL_MAINNET', solana(byte)));
  }
});

it('refuses an invalid key', () => {
  expect(() => createKnownAddresses(2)('SOL', 'SOL_MAINNET', Buffer.alloc(3))).toThrow();
});
