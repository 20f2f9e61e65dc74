import { existsSync, readFileSync } from 'node:fs';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import { addressOf, chainTable } from '@wallet-service/addresses';
import fc from 'fast-check';
import { bytesOfHex } from '@wallet-service/test-kit/hex';
import { deriveKeys } from './curves.js';
import { bip32Secp256k1, seedOf, slip10Ed25519, stepsOf, wordsOf } from './derive-keys.js';

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const textOfWords = (entropy: Uint8Array): string => Buffer.from(wordsOf(entropy)).toString('ascii');
const h = 0x80000000;

describe('BIP-32', () => {
  // The private keys of test vectors 1, 2 and 3 of BIP-32, taken from their xprv.
  const seed1 = '000102030405060708090a0b0c0d0e0f';
  const seed2 =
    'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542';
  const seed3 =
    '4b381541583be4423346c643850da4b320e46a87ae3d2a4e6da11eba819cd4acba45d239319ac14f863b8d5ab5a0d0c64d2e8a1e7d1457df2e5a3c51c73235be';
  it.each([
    [
      seed1,
      [],
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
    ],
    [
      seed1,
      [h, 1, 2 + h, 2, 1000000000],
      'xprvA41z7zogVVwxVSgdKUHDy1SKmdb533PjDz7J6N6mV6uS3ze1ai8FHa8kmHScGpWmj4WggLyQjgPie1rFSruoUihUZREPSL39UNdE3BBDu76',
    ],
    [
      seed2,
      [0, 2147483647 + h, 1, 2147483646 + h, 2],
      'xprvA2nrNbFZABcdryreWet9Ea4LvTJcGsqrMzxHx98MMrotbir7yrKCEXw7nadnHM8Dq38EGfSh6dqA9QWTyefMLEcBYJUuekgW4BYPJcr9E7j',
    ],
    [
      seed3,
      [h],
      'xprv9uPDJpEQgRQfDcW7BkF7eTya6RPxXeJCqCJGHuCJ4GiRVLzkTXBAJMu2qaMWPrS7AANYqdq6vcBcBUdJCVVFceUvJFjaPdGZ2y9WACViL4L',
    ],
  ])('derives the published keys (%#)', (seed, path, xprv) => {
    expect(toHex(bip32Secp256k1(bytesOfHex(seed), path))).toBe(
      toHex(HDKey.fromExtendedKey(xprv).privateKey ?? bytesOfHex('')),
    );
  });

  it('agrees with another implementation for any seed and path', () => {
    const index = fc.oneof(
      fc.nat({ max: h - 1 }),
      fc.nat({ max: h - 1 }).map((value) => value + h),
    );
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 16, maxLength: 64 }),
        fc.array(index, { maxLength: 4 }),
        (seed, path) => {
          const theirs = path.reduce((node, step) => node.deriveChild(step), HDKey.fromMasterSeed(seed));
          expect(toHex(bip32Secp256k1(seed, path))).toBe(toHex(theirs.privateKey ?? bytesOfHex('')));
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('SLIP-10 for Ed25519', () => {
  const seed1 = bytesOfHex('000102030405060708090a0b0c0d0e0f');
  const seed2 = bytesOfHex(
    'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542',
  );
  it.each([
    [seed1, [], '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
    [seed1, [0], '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
    [seed1, [0, 1], 'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2'],
    [seed1, [0, 1, 2], '92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9'],
    [seed1, [0, 1, 2, 2], '30d1dc7e5fc04c31219ab25a27ae00b50f6fd66622f6e9c913253d6511d1e662'],
    [seed1, [0, 1, 2, 2, 1000000000], '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793'],
    [seed2, [], '171cb88b1b3c1db25add599712e36245d75bc65a1a5c9e18d76f9f2b1eab4012'],
    [seed2, [0], '1559eb2bbec5790b0c65d8693e4d0875b1747f4970ae8b650486ed7470845635'],
    [seed2, [0, 2147483647], 'ea4f5bfe8694d8bb74b7b59404632fd5968b774ed545e810de9c32a4fb4192f4'],
    [
      seed2,
      [0, 2147483647, 1, 2147483646, 2],
      '551d333177df541ad876a60ea71f00447931c0a9da16f227c11ea080d7391b8d',
    ],
  ])('derives the published keys (%#)', (seed, path, key) => {
    expect(
      toHex(
        slip10Ed25519(
          seed,
          path.map((index) => index + h),
        ),
      ),
    ).toBe(key);
  });

  it('refuses path steps that are not hardened', () => {
    expect(() => slip10Ed25519(seed1, [0])).toThrow('hardened');
  });
});

describe('BIP-39', () => {
  it('agrees with another implementation for any entropy', () => {
    const entropy = fc
      .constantFrom(16, 20, 24, 28, 32)
      .chain((n) => fc.uint8Array({ minLength: n, maxLength: n }));
    fc.assert(
      fc.property(entropy, (bytes) => {
        const mnemonic = entropyToMnemonic(bytes, wordlist);
        expect(textOfWords(bytes)).toBe(mnemonic);
        expect(toHex(seedOf(bytes))).toBe(toHex(mnemonicToSeedSync(mnemonic)));
      }),
      { numRuns: 20 },
    );
  });

  const file = `${process.env['VECTORS_DIR'] ?? ''}/bips/bip-0039.json`;
  const withVectors = existsSync(file) ? it : it.skip;
  withVectors(
    'gives words and seeds of the vectors (trezor/python-mnemonic vectors.json under VECTORS_DIR/bips/bip-0039.json)',
    () => {
      const { english } = JSON.parse(readFileSync(file, 'utf8')) as {
        english: [string, string, string, string][];
      };
      for (const [entropy, words, seed] of english) {
        expect(textOfWords(bytesOfHex(entropy))).toBe(words);
        expect(toHex(seedOf(bytesOfHex(entropy), 'TREZOR'))).toBe(seed);
      }
      expect(english).toHaveLength(24);
    },
  );
});

describe('deriveKeys', () => {
  // "abandon … about" is the example mnemonic of BIP-84. Wallets that publish its addresses agree on the ETH address,
  // and on the SOL address of m/44'/501'/0'/0'.
  it.each([
    ['BTC', 'BTC_MAINNET', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ['ETH', 'ETHEREUM', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
    ['SOL', 'SOL_MAINNET', 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'],
  ] as const)('gives the address that other wallets show for %s', (chain, network, address) => {
    const { publicKey } = deriveKeys(new Uint8Array(16), chain, network);
    expect(addressOf(chain, network, publicKey)).toBe(address);
  });

  it('uses coin type 1 on test networks of Bitcoin', () => {
    const { derivationPath } = chainTable.BTC;
    expect(derivationPath('BTC_TESTNET')).toBe(derivationPath('BTC_REGTEST'));
    expect(stepsOf(derivationPath('BTC_TESTNET'))).toEqual([84 + h, 1 + h, h, 0, 0]);
    expect(stepsOf(derivationPath('BTC_MAINNET'))).toEqual([84 + h, h, h, 0, 0]);
  });

  it('gives the public key that another library computes', () => {
    const secret = bytesOfHex('ab'.repeat(32));
    const { privateKey, publicKey } = deriveKeys(secret, 'SOL', 'SOL_MAINNET');
    expect(toHex(publicKey)).toBe(toHex(ed25519.getPublicKey(privateKey)));
  });
});
