import {
  decodeAttestedClaims,
  decodeSelfSignedAttestation,
  encodeAttestedClaims,
  encodeSelfSignedAttestation,
  selfSignedPayload,
  type AttestedClaims,
  type SelfSignedAttestation,
} from './attestation.js';

const hash = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);
const claims: AttestedClaims = {
  tlsKeyHash: hash(1),
  receiptPublicKey: hash(2),
  rootVersion: 7,
  rootHash: hash(3),
  build: '1.2.3+abc',
};
const attestation: SelfSignedAttestation = {
  nonce: hash(9),
  timestamp: 1_700_000_000_000,
  claims,
  signature: new Uint8Array(64).fill(8),
};

it('claims and self-signed attestations are read back as they were written', () => {
  expect(decodeAttestedClaims(encodeAttestedClaims(claims))).toEqual(claims);
  expect(decodeSelfSignedAttestation(encodeSelfSignedAttestation(attestation))).toEqual(attestation);
  expect(encodeAttestedClaims({ ...claims, build: 'x'.repeat(128) }).length).toBeLessThanOrEqual(512);
});

it('neither is read as the other, nor with a missing or an extra byte', () => {
  const [written, whole] = [encodeAttestedClaims(claims), encodeSelfSignedAttestation(attestation)];
  expect(decodeAttestedClaims(whole)).toBeUndefined();
  expect(decodeSelfSignedAttestation(written)).toBeUndefined();
  expect(decodeSelfSignedAttestation(selfSignedPayload(attestation))).toBeUndefined();
  for (let length = 0; length < written.length; length += 1)
    expect(decodeAttestedClaims(written.slice(0, length))).toBeUndefined();
  for (let length = 0; length < whole.length; length += 1)
    expect(decodeSelfSignedAttestation(whole.slice(0, length))).toBeUndefined();
  expect(decodeSelfSignedAttestation(Uint8Array.of(...whole, 0))).toBeUndefined();
});

it('refuses to write a field of the wrong length', () => {
  expect(() => encodeAttestedClaims({ ...claims, tlsKeyHash: new Uint8Array(31) })).toThrow(RangeError);
  expect(() => encodeAttestedClaims({ ...claims, build: 'x'.repeat(129) })).toThrow(RangeError);
});
