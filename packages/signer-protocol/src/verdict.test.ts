import fc from 'fast-check';
import { decodeVerdict, encodeVerdict, maxVerdictBytes, type Verdict } from './verdict.js';

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
const seconds = fc.nat();
const plain: fc.Arbitrary<Verdict> = fc.record({
  applicationId: fc.string(),
  walletId: fc.string(),
  chain: fc.string(),
  network: fc.string(),
  publicKey: fc.uint8Array({ maxLength: 65 }),
  issuer: fc.string(),
  subject: fc.string(),
  operation: fc.string(),
  payloadHashes: fc.array(hash, { maxLength: 4 }),
  jwtHash: hash,
  recordVersion: seconds,
  policyRevision: fc.string(),
  mfa: fc.option(fc.record({ maxAgeSeconds: seconds, acrValues: fc.array(fc.string(), { maxLength: 3 }) })),
  issuedAt: seconds,
  expiresAt: seconds,
});
const reservations = fc.record({ id: fc.string(), signer: hash });
/** With and without a reservation. */
const verdicts = fc.oneof(
  plain,
  fc.tuple(plain, reservations).map(([verdict, reservation]): Verdict => ({ ...verdict, reservation })),
);
const sample = (): Verdict => ({
  applicationId: 'app',
  walletId: 'wallet',
  chain: 'ETH',
  network: 'ETHEREUM',
  publicKey: new Uint8Array(33).fill(2),
  issuer: 'https://id.example.com/',
  subject: 'alice',
  operation: 'message',
  payloadHashes: [new Uint8Array(32)],
  jwtHash: new Uint8Array(32).fill(1),
  recordVersion: 1,
  policyRevision: 'r1',
  mfa: { maxAgeSeconds: 300, acrValues: ['urn:mfa'] },
  issuedAt: 1,
  expiresAt: 31,
});

describe('a verdict', () => {
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(verdicts, (verdict) => {
        expect(decodeVerdict(encodeVerdict(verdict))).toEqual(verdict);
      }),
    );
  });

  it('gives different verdicts different bytes', () => {
    fc.assert(
      fc.property(verdicts, verdicts, (left, right) => {
        const same = Buffer.compare(encodeVerdict(left), encodeVerdict(right)) === 0;
        expect(same).toBe(JSON.stringify(left) === JSON.stringify(right));
      }),
    );
  });

  it('without a reservation has the bytes that older signers read', () => {
    expect(Buffer.from(encodeVerdict(sample())).toString('latin1')).toContain('wallet-service/verdict/2');
    const reservation = { id: 'r', signer: new Uint8Array(32) };
    const reserved = Buffer.from(encodeVerdict({ ...sample(), reservation })).toString('latin1');
    expect(reserved).toContain('wallet-service/verdict/3');
    const short = { id: 'r', signer: new Uint8Array(31) };
    expect(() => encodeVerdict({ ...sample(), reservation: short })).toThrow(RangeError);
  });

  it('is read only from its exact bytes', () => {
    const bytes = encodeVerdict(sample());
    for (let length = 0; length < bytes.length; length += 1)
      expect(decodeVerdict(bytes.slice(0, length))).toBeUndefined();
    expect(decodeVerdict(Uint8Array.of(...bytes, 0))).toBeUndefined();
    expect(decodeVerdict(new Uint8Array(maxVerdictBytes + 1))).toBeUndefined();
  });

  it('changes or becomes unreadable with every flipped bit', () => {
    const bytes = encodeVerdict(sample());
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = bytes.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      expect(decodeVerdict(flipped)).not.toEqual(sample());
    }
  });

  it('refuses hashes of another length, and numbers out of range', () => {
    expect(() => encodeVerdict({ ...sample(), jwtHash: new Uint8Array(31) })).toThrow(RangeError);
    expect(() => encodeVerdict({ ...sample(), payloadHashes: [new Uint8Array(33)] })).toThrow(RangeError);
    expect(() => encodeVerdict({ ...sample(), recordVersion: -1 })).toThrow(RangeError);
  });
});
