import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import {
  decodeMandate,
  mandatePayload,
  maxMandateSeconds,
  type SignedMandate,
} from '@wallet-service/signer-protocol';
import { AppError } from '@wallet-service/errors';
import { playSigners } from '../../../../packages/signer-protocol/test/verdict-parties.js';
import { createMandates } from './mandate.js';

const verdictKey = generateKeyPairSync('ed25519').privateKey;
const now = 1_800_000_000;
const verdict = Buffer.from('verdict');
const read = ({ bytes }: { readonly bytes: Uint8Array }) => decodeMandate(bytes) as SignedMandate;

it('is signed by the verdict key, and valid for as long as signers allow', () => {
  const mandate = read(createMandates(verdictKey)(now));
  const { signature, ...stated } = mandate;
  expect(verify(null, mandatePayload(stated), createPublicKey(verdictKey), signature)).toBe(true);
  expect(mandate.expiresAt - mandate.issuedAt).toBe(maxMandateSeconds);
  expect(mandate.issuedAt).toBeLessThanOrEqual(now);
});

it('is another one after half of its time, so that one that comes with a verdict outlives it', () => {
  const mandateAt = createMandates(verdictKey);
  const issued = (seconds: number) => read(mandateAt(now + seconds)).issuedAt - now;
  const first = mandateAt(now);
  // Requests that overlap see the seconds in any order.
  for (const seconds of [1, 0, 3, 2, 900]) expect(mandateAt(now + seconds)).toBe(first);
  for (let seconds = 0; seconds < 4 * 3600; seconds += 60)
    expect(issued(seconds) + maxMandateSeconds - seconds).toBeGreaterThanOrEqual(maxMandateSeconds / 2);
  expect(read(mandateAt(now + 4 * 3600)).publicKey).not.toEqual(read(first).publicKey);
});

it('is another one when the clock was set back, because signers believe none of the future', () => {
  const mandateAt = createMandates(verdictKey);
  mandateAt(now);
  expect(read(mandateAt(now - 600)).issuedAt).toBeLessThanOrEqual(now - 600);
});

it('gives each signer a MAC that no other one takes', () => {
  const mandate = createMandates(verdictKey)(now);
  const [one, other] = [playSigners(), playSigners()];
  const mac = mandate.macFor(one.publicKey, verdict);
  const key = createPublicKey(verdictKey);
  expect(one.accept({ verdict, mac, mandate: mandate.bytes }, key)).toBe(true);
  expect(other.accept({ verdict, mac, mandate: mandate.bytes }, key)).toBe(false);
  expect(one.accept({ verdict: Buffer.from('verdicts'), mac, mandate: mandate.bytes }, key)).toBe(false);
  const again = createMandates(verdictKey)(now);
  expect(one.accept({ verdict, mac, mandate: again.bytes }, key)).toBe(false);
});

it.each([
  ['0', '00'.repeat(32)],
  ['1', `01${'00'.repeat(31)}`],
  ['of order 8', 'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800'],
  ['p - 1', `ec${'ff'.repeat(30)}7f`],
])('makes no MAC for a point of small order, with which everybody knows the secret: %s', (_name, hex) => {
  const { macFor } = createMandates(verdictKey)(now);
  expect(() => macFor(Buffer.from(hex, 'hex'), verdict)).toThrow(AppError);
});
