import { generateKeyPairSync, sign } from 'node:crypto';
import {
  encodeSelfSignedAttestation,
  selfSignedPayload,
  type SelfSignedAttestation,
} from '@wallet-service/signer-protocol';
import { verifyAttestation, verifySelfSignedAttestation } from '@wallet-service/sdk/verify';
import { outcomeOf } from './outcome-of.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const said: Omit<SelfSignedAttestation, 'signature'> = {
  nonce: new Uint8Array(32).fill(7),
  timestamp: Date.UTC(2026, 5, 1),
  claims: {
    tlsKeyHash: new Uint8Array(32).fill(1),
    receiptPublicKey: new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)),
    rootVersion: 7,
    rootHash: new Uint8Array(32).fill(3),
    build: 'sha256:00',
  },
};
const signature = new Uint8Array(sign(null, selfSignedPayload(said), privateKey));
const document = encodeSelfSignedAttestation({ ...said, signature });
const expected = { nonce: said.nonce, maxAgeMs: 60_000, now: said.timestamp + 1000 };

it('returns claims that were signed for the nonce by the key that they name', async () => {
  expect(await verifySelfSignedAttestation(document, expected)).toEqual(said.claims);
  const base64 = Buffer.from(document).toString('base64');
  expect(await verifySelfSignedAttestation(base64, expected)).toEqual(said.claims);
});

it('is never accepted as a document of the hardware', async () => {
  const pcrs = { 0: '01'.repeat(48) };
  expect(await outcomeOf(verifyAttestation(document, { ...expected, pcrs }))).toBe('not-attested');
});

it.each<[string, Uint8Array | string, object, string]>([
  ['another nonce', document, { nonce: new Uint8Array(32) }, 'nonce'],
  ['an old document', document, { now: said.timestamp + 60_001 }, 'too-old'],
  ['a document from the future', document, { now: said.timestamp - 60_001 }, 'from-the-future'],
  ['text that is no base64', 'a document', {}, 'malformed'],
  ['a truncated document', document.slice(0, -1), {}, 'malformed'],
  [
    'claims that were changed',
    encodeSelfSignedAttestation({ ...said, claims: { ...said.claims, rootVersion: 8 }, signature }),
    {},
    'signature',
  ],
  [
    'a signature of another key',
    encodeSelfSignedAttestation({
      ...said,
      signature: new Uint8Array(
        sign(null, selfSignedPayload(said), generateKeyPairSync('ed25519').privateKey),
      ),
    }),
    {},
    'signature',
  ],
])('refuses %s', async (_title, bytes, change, refusal) => {
  expect(await outcomeOf(verifySelfSignedAttestation(bytes, { ...expected, ...change }))).toBe(refusal);
});
