import fc from 'fast-check';
import { decodeReceipt, encodeReceipt, requestHashOf, type Receipt } from './receipt.js';

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
const receipts: fc.Arbitrary<Receipt> = fc.record({
  applicationId: fc.string(),
  walletId: fc.string(),
  chain: fc.string(),
  network: fc.string(),
  address: fc.string(),
  operation: fc.string(),
  requestHash: hash,
  jwtHash: hash,
  payloadHashes: fc.array(hash, { maxLength: 3 }),
  verdictHash: hash,
  rootVersion: fc.maxSafeNat(),
  rootHash: hash,
  signatureHashes: fc.array(hash, { maxLength: 3 }),
  time: fc.maxSafeNat(),
});
const [sample] = fc.sample(receipts, { numRuns: 1, seed: 1 }) as [Receipt];

it('is read back as it was written, and two receipts never share their bytes', () => {
  fc.assert(
    fc.property(receipts, receipts, (one, other) => {
      expect(decodeReceipt(encodeReceipt(one))).toEqual(one);
      const isSame = Buffer.compare(encodeReceipt(one), encodeReceipt(other)) === 0;
      if (isSame) expect(one).toEqual(other);
    }),
  );
});

it('is refused with a missing or an extra byte', () => {
  const bytes = encodeReceipt(sample);
  for (let length = 0; length < bytes.length; length += 1)
    expect(decodeReceipt(bytes.slice(0, length))).toBeUndefined();
  expect(decodeReceipt(Uint8Array.of(...bytes, 0))).toBeUndefined();
});

it.each<[string, Partial<Receipt>]>([
  ['a hash of 31 bytes', { verdictHash: new Uint8Array(31) }],
  ['a signature in place of its hash', { signatureHashes: [new Uint8Array(64)] }],
  ['a time with a fraction', { time: 0.5 }],
])('is not written with %s', (_title, change) => {
  expect(() => encodeReceipt({ ...sample, ...change })).toThrow(RangeError);
});

describe('requestHashOf', () => {
  it.each<[string, Partial<Receipt>]>([
    ['chain', { chain: 'other' }],
    ['address', { address: 'other' }],
    ['operation', { operation: 'other' }],
    ['token', { jwtHash: new Uint8Array(32) }],
    ['payloads', { payloadHashes: [new Uint8Array(32)] }],
  ])('differs for another %s', (_title, change) => {
    expect(requestHashOf({ ...sample, ...change })).not.toEqual(requestHashOf(sample));
  });

  it('does not depend on what the owner of the wallet cannot know', () => {
    const other = { ...sample, applicationId: 'x', walletId: 'y', network: 'z', time: 0 };
    expect(requestHashOf(other)).toEqual(requestHashOf(sample));
  });

  it('accepts only hashes of 32 bytes', () => {
    expect(() => requestHashOf({ ...sample, jwtHash: new Uint8Array(16) })).toThrow(RangeError);
  });
});
