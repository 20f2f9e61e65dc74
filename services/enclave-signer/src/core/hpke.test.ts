import { AEAD_AES_128_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_X25519_HKDF_SHA256 } from 'hpke';
import { bytesOfHex } from '@wallet-service/test-kit/hex';
import { ApplicationKey } from './application-key.js';
import { hpkeOpen, hpkeSeal, importKeyPair } from './hpke.js';

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
const makeKeyPair = (fill: number) => importKeyPair(new ApplicationKey(new Uint8Array(32).fill(fill)));
const context = { info: 'info', associatedData: bytes('associated') };

// RFC 9180 appendix A.1.1: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, base mode.
it('the library derives keys and opens as RFC 9180 specifies', async () => {
  const suite = new CipherSuite(KEM_DHKEM_X25519_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_128_GCM);
  const keyPair = await suite.DeriveKeyPair(
    bytesOfHex('6db9df30aa07dd42ee5e8181afdb977e538f5e1fec8a06223f33f7013e525037'),
  );
  expect(Buffer.from(await suite.SerializePublicKey(keyPair.publicKey)).toString('hex')).toBe(
    '3948cfe0ad1ddb695d780e59077195da6c56506b027329794ab02bca80815c4d',
  );
  const plaintext = await suite.Open(
    keyPair,
    bytesOfHex('37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431'),
    bytesOfHex('f938558b5d72f1a23810b4be2ab4f84331acc02fc97babc53a52ae8218a355a96d8770ac83d07bea87e13c512a'),
    { info: bytesOfHex('4f6465206f6e2061204772656369616e2055726e'), aad: bytesOfHex('436f756e742d30') },
  );
  expect(Buffer.from(plaintext).toString()).toBe('Beauty is truth, truth beauty');
});

it('opens what was sealed to the key in the same context, and nothing else', async () => {
  const keyPair = await makeKeyPair(1);
  const sealed = await hpkeSeal(keyPair.publicKey, bytes('secret'), context);
  if (sealed === undefined) throw new Error('not sealed');
  expect(await hpkeOpen(keyPair, sealed, context)).toEqual(bytes('secret'));
  expect(await hpkeOpen(await makeKeyPair(2), sealed, context)).toBeUndefined();
  expect(await hpkeOpen(keyPair, sealed, { ...context, info: 'other' })).toBeUndefined();
  expect(await hpkeOpen(keyPair, sealed, { ...context, associatedData: bytes('other') })).toBeUndefined();
  for (const part of ['encapsulatedKey', 'ciphertext'] as const)
    for (const at of [0, sealed[part].length - 2]) {
      const altered = sealed[part].slice();
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(await hpkeOpen(keyPair, { ...sealed, [part]: altered }, context)).toBeUndefined();
      expect(await hpkeOpen(keyPair, { ...sealed, [part]: sealed[part].slice(1) }, context)).toBeUndefined();
    }
});

it('is the same key pair on every signer that has the application key', async () => {
  expect((await makeKeyPair(3)).publicKey).toEqual((await makeKeyPair(3)).publicKey);
  expect((await makeKeyPair(3)).publicKey).not.toEqual((await makeKeyPair(4)).publicKey);
});

// RFC 7748 section 6.1, RFC 9180 section 7.1.4: the points of small order, which make the shared secret zero.
it.each([
  ['zero', '00'.repeat(32)],
  ['one', `01${'00'.repeat(31)}`],
  ['a point of order 8', 'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800'],
  ['another point of order 8', '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157'],
  ['p - 1', `ec${'ff'.repeat(30)}7f`],
  ['p', `ed${'ff'.repeat(30)}7f`],
  ['p + 1', `ee${'ff'.repeat(30)}7f`],
  ['31 bytes', '09'.repeat(31)],
  ['33 bytes', '09'.repeat(33)],
])('refuses to seal to %s', async (_title, key) => {
  expect(await hpkeSeal(bytesOfHex(key), bytes('secret'), context)).toBeUndefined();
  const keyPair = await makeKeyPair(5);
  const sealed = { encapsulatedKey: bytesOfHex(key), ciphertext: new Uint8Array(48) };
  expect(await hpkeOpen(keyPair, sealed, context)).toBeUndefined();
});
