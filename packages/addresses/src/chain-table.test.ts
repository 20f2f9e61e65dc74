import { getAddressFromPublicKey } from '@solana/kit';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { AppError } from '@wallet-service/errors';
import * as bitcoin from 'bitcoinjs-lib';
import { publicKeyToAddress } from 'viem/utils';
import { addressOf, chainOfNetwork, chainTable } from './chain-table.js';
import { caip2NameOf, type Chain } from './chain.js';

const secrets = Array.from({ length: 25 }, (_, i) => new Uint8Array(32).fill(i + 1));

describe('addressOf', () => {
  it.each(secrets)('gives the same Ethereum address as viem, from both forms of the key (%#)', (secret) => {
    const expected = publicKeyToAddress(`0x${bytesToHex(secp256k1.getPublicKey(secret, false))}`);
    expect(addressOf('ETH', 'MAINNET', secp256k1.getPublicKey(secret, true))).toBe(expected);
    expect(addressOf('ETH', 'any name', secp256k1.getPublicKey(secret, false))).toBe(expected);
  });

  it.each(secrets)('gives the same Solana address as @solana/kit (%#)', async (secret) => {
    const publicKey = ed25519.getPublicKey(secret);
    const key = await crypto.subtle.importKey('raw', Buffer.from(publicKey), 'Ed25519', true, ['verify']);
    expect(addressOf('SOL', 'SOL_MAINNET', publicKey)).toBe(await getAddressFromPublicKey(key));
  });

  it.each([
    ['BTC_MAINNET', bitcoin.networks.bitcoin],
    ['BTC_TESTNET', bitcoin.networks.testnet],
    ['BTC_REGTEST', bitcoin.networks.regtest],
  ])('gives the same Bitcoin address on %s as bitcoinjs-lib', (name, network) => {
    for (const secret of secrets) {
      const pubkey = secp256k1.getPublicKey(secret, true);
      expect(addressOf('BTC', name, pubkey)).toBe(bitcoin.payments.p2wpkh({ pubkey, network }).address);
    }
  });

  // BIP-84, "Test vectors": the first and second receiving key and the first change key of account 0.
  it.each([
    [
      '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    ],
    [
      '03e775fd51f0dfb8cd865d9ff1cca2a158cf651fe997fdc9fee9c1d3b5e995ea77',
      'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
    ],
    [
      '03025324888e429ab8e3dbaf1f7802648b9cd01e9b418485c5fa4c1b9b5700e1a6',
      'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el',
    ],
  ])('gives the BIP-84 address of %s', (key, address) => {
    expect(addressOf('BTC', 'BTC_MAINNET', hexToBytes(key))).toBe(address);
  });

  it.each(secrets.slice(0, 3))('gives the same address by a name in CAIP-2 as by ours (%#)', (secret) => {
    const keys = {
      BTC: secp256k1.getPublicKey(secret, true),
      SOL: ed25519.getPublicKey(secret),
      ETH: secp256k1.getPublicKey(secret, true),
    };
    for (const chain of ['BTC', 'SOL'] as const)
      for (const network of chainTable[chain].networks) {
        const caip2 = caip2NameOf(network) ?? '';
        expect(caip2).toMatch(/^(solana|bip122):[1-9A-HJ-NP-Za-km-z0]{32}$/);
        expect([chainOfNetwork(network), chainOfNetwork(caip2)]).toEqual([chain, chain]);
        expect(addressOf(chain, caip2, keys[chain])).toBe(addressOf(chain, network, keys[chain]));
        expect(chainTable[chain].derivationPath(caip2)).toBe(chainTable[chain].derivationPath(network));
      }
  });

  const compressed = secp256k1.getPublicKey(new Uint8Array(32).fill(7), true);
  const uncompressed = secp256k1.getPublicKey(new Uint8Array(32).fill(7), false);
  const offCurve = new Uint8Array(33).fill(0xff).fill(2, 0, 1);
  const badPoint = uncompressed.slice();
  badPoint[64] = (badPoint[64] ?? 0) ^ 1;
  it.each<[string, Chain, string, Uint8Array]>([
    ['an Ethereum key of 32 bytes', 'ETH', 'MAINNET', new Uint8Array(32).fill(2)],
    ['an Ethereum key off the curve', 'ETH', 'MAINNET', offCurve],
    ['an uncompressed Ethereum key off the curve', 'ETH', 'MAINNET', badPoint],
    ['an empty Ethereum key', 'ETH', 'MAINNET', new Uint8Array()],
    ['an Ethereum key whose first byte is unknown', 'ETH', 'MAINNET', compressed.slice().fill(5, 0, 1)],
    ['a Solana key of 33 bytes', 'SOL', 'SOL_MAINNET', compressed],
    ['a Solana key of 64 bytes', 'SOL', 'SOL_MAINNET', new Uint8Array(64)],
    ['an uncompressed Bitcoin key', 'BTC', 'BTC_MAINNET', uncompressed],
    ['a Bitcoin key off the curve', 'BTC', 'BTC_MAINNET', offCurve],
    ['an unknown Bitcoin network', 'BTC', 'BTC_SIGNET', compressed],
    ['a name from Object.prototype as Bitcoin network', 'BTC', 'constructor', compressed],
  ])('refuses %s', (_, chain, network, key) => {
    expect(() => addressOf(chain, network, key)).toThrow(AppError);
  });
});
