import { createHash, generateKeyPairSync } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { bytesOfHex } from '@wallet-service/test-kit/hex';
import { ed25519PrivateKey } from './derive-keys.js';
import { signEcdsa, signEd25519, SignatureFault } from './signatures.js';

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const sha256 = (text: string): Uint8Array => createHash('sha256').update(text).digest();

describe('signEcdsa', () => {
  // The secp256k1 vectors for RFC 6979 that implementations share (SHA-256 of the message, low s).
  it.each([
    [
      '01',
      'Satoshi Nakamoto',
      '934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d82442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5',
    ],
    [
      '01',
      'All those moments will be lost in time, like tears in rain. Time to die...',
      '8600dbd41e348fe5c9465ab92d23e3db8b98b873beecd930736488696438cb6b547fe64427496db33bf66019dacbf0039c04199abb0122918601db38a72cfc21',
    ],
    [
      'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140',
      'Satoshi Nakamoto',
      'fd567d121db66e382991534ada77a6bd3106f0a1098c231e47993447cd6af2d06b39cd0eb1bc8603e159ef5c20a5c8ad685a45b06ce9bebed3f153d10d93bed5',
    ],
    [
      'f8b8af8ce3c7cca5e300d33939540c10d45ce001b8f252bfbc57ba0342904181',
      'Alan Turing',
      '7063ae83e7f62bbb171798131b4a0564b956930092b33b07b395615d9ec7e15c58dfcc1e00a35e1572f366ffe34ba0fc47db1e7189759b9fb233c5b05ab388ea',
    ],
  ])('is deterministic as RFC 6979 specifies (%#)', (key, message, expected) => {
    const privateKey = bytesOfHex(key.padStart(64, '0'));
    const { signature } = signEcdsa(sha256(message), privateKey, secp256k1.getPublicKey(privateKey));
    expect(toHex(signature)).toBe(expected);
  });

  it('gives low-s signatures that another library recovers and verifies, for any key and digest', () => {
    const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(
        bytes32.filter((key) => secp256k1.utils.isValidSecretKey(key)),
        bytes32,
        (key, digest) => {
          const publicKey = secp256k1.getPublicKey(key);
          const { signature, recoveryId } = signEcdsa(digest, key, publicKey);
          const theirs = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
          expect(toHex(Uint8Array.of(recoveryId, ...signature))).toBe(toHex(theirs));
        },
      ),
      { numRuns: 50 },
    );
  });

  it("releases no signature that does not match the wallet's public key", () => {
    const other = secp256k1.getPublicKey(secp256k1.utils.randomSecretKey());
    expect(() => signEcdsa(new Uint8Array(32), bytesOfHex('01'.padStart(64, '0')), other)).toThrow(
      SignatureFault,
    );
  });
});

describe('signEd25519', () => {
  // RFC 8032 section 7.1, tests 1 to 3.
  it.each([
    [
      '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      '',
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    ],
    [
      '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
      '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
      '72',
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ],
    [
      'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
      'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
      'af82',
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    ],
  ])('signs as RFC 8032 specifies (%#)', (privateKey, publicKey, message, expected) => {
    expect(
      toHex(signEd25519(bytesOfHex(message), bytesOfHex(privateKey), bytesOfHex(publicKey)).signature),
    ).toBe(expected);
  });

  it("releases no signature that does not match the wallet's public key", () => {
    const other = generateKeyPairSync('ed25519')
      .publicKey.export({ format: 'der', type: 'spki' })
      .subarray(-32);
    expect(() => signEd25519(new Uint8Array(4), new Uint8Array(32), other)).toThrow(SignatureFault);
  });

  it('accepts only keys of 32 bytes', () => {
    expect(() => ed25519PrivateKey(new Uint8Array(31))).toThrow();
  });
});
