import { Aes256Gcm, CipherSuite, HkdfSha256 } from '@hpke/core';
import { DhkemX25519HkdfSha256 } from '@hpke/dhkem-x25519';
import fc from 'fast-check';
import { fromHex, toHex } from '../core/encoding.js';
import { deriveKeyPair, keyPairOf, newKeyPair, open, seal, sharedSecret } from './hpke.js';

const kem = new DhkemX25519HkdfSha256();
const other = new CipherSuite({ kem, kdf: new HkdfSha256(), aead: new Aes256Gcm() });
const bytes = (max: number, min = 0) =>
  fc.uint8Array({ minLength: min, maxLength: max }).map((array) => new Uint8Array(array));
const message = fc.record({ info: bytes(80), associatedData: bytes(300), plaintext: bytes(300) });
const seed = bytes(64, 32);

/** RFC 9180, appendix A.1.1. Its KEM is ours; its AEAD is AES-128. */
const vector = {
  ikmE: '7268600d403fce431561aef583ee1613527cff655c1343f29812e66706df3234',
  skEm: '52c4a758a802cd8b936eceea314432798d5baf2d7e9235dc084ab1b9cfa2f736',
  enc: '0x37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431',
  skRm: '4612c550263fc8ad58375df3f557aac531d26850903e55a9f23f21d8534e8ac8',
  pkRm: '0x3948cfe0ad1ddb695d780e59077195da6c56506b027329794ab02bca80815c4d',
  secret: '0xfe0e18c9f024ce43799ae393c7e8fe8fce9d218875e8227b0187c04e7d2ea1fc',
};

it('has the keys and the shared secret of RFC 9180', async () => {
  expect(toHex((await deriveKeyPair(fromHex(vector.ikmE))).publicKey)).toBe(vector.enc);
  const ephemeral = await keyPairOf(fromHex(vector.skEm));
  const recipient = await keyPairOf(fromHex(vector.skRm));
  const [enc, to] = [ephemeral.publicKey, recipient.publicKey];
  expect([toHex(enc), toHex(to)]).toEqual([vector.enc, vector.pkRm]);
  expect(toHex(await sharedSecret(ephemeral.privateKey, to, enc, to))).toBe(vector.secret);
  expect(toHex(await sharedSecret(recipient.privateKey, enc, enc, to))).toBe(vector.secret);
});

it('seals what another library opens, with the bytes that it would send', async () => {
  await fc.assert(
    fc.asyncProperty(message, seed, seed, async ({ info, associatedData, plaintext }, ikm, ikmE) => {
      const recipient = await kem.deriveKeyPair(ikm);
      const to = new Uint8Array(await kem.serializePublicKey(recipient.publicKey));
      const sealed = await seal(await deriveKeyPair(ikmE), to, { info, associatedData }, plaintext);
      const sender = await other.createSenderContext({
        ...{ recipientPublicKey: recipient.publicKey, info },
        ekm: await kem.deriveKeyPair(ikmE),
      });
      expect(toHex(sealed.encapsulatedKey)).toBe(toHex(new Uint8Array(sender.enc)));
      const theirs = await sender.seal(plaintext, associatedData);
      expect(toHex(sealed.ciphertext)).toBe(toHex(new Uint8Array(theirs)));
    }),
    { numRuns: 20 },
  );
});

it('opens what another library seals, and nothing of another key or binding', async () => {
  await fc.assert(
    fc.asyncProperty(message, fc.nat(), async ({ info, associatedData, plaintext }, at) => {
      const recipient = await newKeyPair();
      const recipientPublicKey = await kem.deserializePublicKey(recipient.publicKey);
      const sender = await other.createSenderContext({ recipientPublicKey, info });
      const ciphertext = new Uint8Array(await sender.seal(plaintext, associatedData));
      const sealed = { encapsulatedKey: new Uint8Array(sender.enc), ciphertext };
      const binding = { info, associatedData };
      expect(toHex(await open(recipient, sealed, binding))).toBe(toHex(plaintext));

      const longer = (text: Uint8Array) => new Uint8Array([...text, 0]);
      const changed = ciphertext.map((byte, index) => (index === at % ciphertext.length ? byte ^ 1 : byte));
      const stranger = await newKeyPair();
      for (const attempt of [
        () => open(stranger, sealed, binding),
        () => open(recipient, { ...sealed, ciphertext: changed }, binding),
        () => open(recipient, sealed, { ...binding, info: longer(info) }),
        () => open(recipient, sealed, { ...binding, associatedData: longer(associatedData) }),
      ])
        await expect(attempt()).rejects.toThrow();
    }),
    { numRuns: 20 },
  );
});

it('refuses public keys of small order', async () => {
  const one = new Uint8Array(32);
  one[0] = 1;
  const binding = { info: one, associatedData: one };
  for (const to of [new Uint8Array(32), one])
    await expect(seal(await newKeyPair(), to, binding, one)).rejects.toThrow();
});
