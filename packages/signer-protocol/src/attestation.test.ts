import {
  decodeAttestedClaims,
  decodeReceipt,
  encodeAttestedClaims,
  encodeReceipt,
  type AttestedClaims,
  type Receipt,
} from './attestation.js';

const hash = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);
const claims: AttestedClaims = {
  tlsKeyHash: hash(1),
  receiptPublicKey: hash(2),
  trustBundleVersion: 7,
  trustBundleHash: hash(3),
  build: '1.2.3+abc',
};
const receipt: Receipt = {
  applicationId: 'app-a',
  walletId: 'w',
  requestHash: hash(1),
  jwtHash: hash(2),
  verdictHash: hash(3),
  trustBundleVersion: 7,
  signatureHashes: [hash(4), hash(5)],
  time: 1_700_000_000,
};

it('claims and receipts are read back as what was written', () => {
  expect(decodeAttestedClaims(encodeAttestedClaims(claims))).toEqual(claims);
  expect(decodeReceipt(encodeReceipt(receipt))).toEqual(receipt);
  expect(encodeAttestedClaims({ ...claims, build: 'x'.repeat(128) }).length).toBeLessThanOrEqual(512);
});

it('neither is read as the other, nor when a byte is missing or too many', () => {
  const [written, paper] = [encodeAttestedClaims(claims), encodeReceipt(receipt)];
  expect(decodeAttestedClaims(paper)).toBeUndefined();
  expect(decodeReceipt(written)).toBeUndefined();
  for (let length = 0; length < written.length; length += 1)
    expect(decodeAttestedClaims(written.slice(0, length))).toBeUndefined();
  for (let length = 0; length < paper.length; length += 1)
    expect(decodeReceipt(paper.slice(0, length))).toBeUndefined();
  expect(decodeReceipt(Uint8Array.of(...paper, 0))).toBeUndefined();
});

it('refuses to write what has not the length that it must have', () => {
  expect(() => encodeAttestedClaims({ ...claims, tlsKeyHash: new Uint8Array(31) })).toThrow(RangeError);
  expect(() => encodeAttestedClaims({ ...claims, build: 'x'.repeat(129) })).toThrow(RangeError);
  expect(() => encodeReceipt({ ...receipt, signatureHashes: [new Uint8Array(64)] })).toThrow(RangeError);
});
