import { randomBytes } from 'node:crypto';
import { decodeMandate, encodeMandate, mandatePayload, verdictMacInfo } from './mandate.js';
import { isOfSmallOrder, x25519PrivateKey, x25519PublicKeyOf, x25519SharedSecret } from './x25519.js';

const mandate = {
  publicKey: new Uint8Array(32).fill(1),
  issuedAt: 1_700_000_000,
  expiresAt: 1_700_003_600,
  signature: new Uint8Array(64).fill(2),
};
const hexOf = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex');
const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

describe('a mandate', () => {
  it('is read as it was written, and from nothing else', () => {
    const bytes = encodeMandate(mandate);
    expect(decodeMandate(bytes)).toEqual(mandate);
    for (let length = 0; length < bytes.length; length++)
      expect(decodeMandate(bytes.subarray(0, length))).toBeUndefined();
    expect(decodeMandate(new Uint8Array([...bytes, 0]))).toBeUndefined();
    for (const changes of [{ publicKey: new Uint8Array(31) }, { signature: new Uint8Array(63) }])
      expect(decodeMandate(encodeMandate({ ...mandate, ...changes }))).toBeUndefined();
  });

  it('is signed under a domain of its own', () => {
    expect(Buffer.from(mandatePayload(mandate)).includes('wallet-service/mandate/1/signature')).toBe(true);
    expect(decodeMandate(mandatePayload(mandate))).toBeUndefined();
  });
});

it('the key of MACs is bound to both keys, each in its place', () => {
  const [one, two] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  const infos = [verdictMacInfo(one, two), verdictMacInfo(two, one), verdictMacInfo(one, one)];
  expect(new Set(infos.map(hexOf)).size).toBe(3);
});

describe('X25519', () => {
  // RFC 7748 section 6.1.
  const bob = x25519PrivateKey(bytesOf('5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb'));
  const bobsPublic = 'de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f';
  const alicesPublic = bytesOf('8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a');
  const shared = '4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742';

  it('agrees with RFC 7748', () => {
    expect(hexOf(x25519PublicKeyOf(bob))).toBe(bobsPublic);
    expect(hexOf(x25519SharedSecret(bob, alicesPublic))).toBe(shared);
  });

  it('has no secret with points of small order, nor with what is no key', () => {
    for (const hex of [
      '00'.repeat(32),
      `01${'00'.repeat(31)}`,
      `ec${'ff'.repeat(30)}7f`,
      '',
      '09',
      '00'.repeat(33),
    ])
      expect(x25519SharedSecret(bob, bytesOf(hex))).toBeUndefined();
  });

  it('knows the points of small order, in every form, and takes no other key for one', () => {
    const points = [
      '00'.repeat(32),
      `01${'00'.repeat(31)}`,
      'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
      '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
      `ec${'ff'.repeat(30)}7f`,
      // p and p + 1
      `ed${'ff'.repeat(30)}7f`,
      `ee${'ff'.repeat(30)}7f`,
    ].map(bytesOf);
    const others = ['02', 'eb', 'ef', 'f0', 'ff'].map((first) =>
      bytesOf(first === '02' ? `02${'00'.repeat(31)}` : `${first}${'ff'.repeat(30)}7f`),
    );
    const samples = Array.from({ length: 100 }, () => new Uint8Array(randomBytes(32)));
    for (const point of [...points, ...others, ...samples, alicesPublic])
      for (const same of [point, point.map((byte, at) => (at === 31 ? byte ^ 0x80 : byte))])
        expect(isOfSmallOrder(same)).toBe(x25519SharedSecret(bob, same) === undefined);
    expect(points.every(isOfSmallOrder)).toBe(true);
  });
});
