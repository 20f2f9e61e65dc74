import type { SignerAttestation } from '../signer/signer-client.js';
import { attestationHandlers } from './attestation-handlers.js';

const scope = { traceId: 'trace', deadline: Date.now() + 1000 } as never;
const of = (signer: number): SignerAttestation => ({
  format: 'self-signed',
  document: new Uint8Array([signer, Math.random() * 255]),
  receiptPublicKey: new Uint8Array(32).fill(signer),
  checkpointPublicKey: new Uint8Array(0),
});
const handlerFor = (found: readonly SignerAttestation[]) =>
  attestationHandlers({
    attestations: () => Promise.resolve(found),
    findApplicationKey: () => Promise.resolve(undefined),
  }).GetAttestations;
const nonce = Buffer.alloc(16);

it('gives one document per signer, even when several streams lead to it', async () => {
  const { attestations } = await handlerFor([of(1), of(2), of(1)])({ nonce, applicationId: '' }, scope);
  expect(attestations?.map(({ receiptPublicKey }) => receiptPublicKey?.[0])).toEqual([1, 2]);
});

it('is unavailable when no signer answers with an attestation', async () => {
  await expect(handlerFor([])({ nonce, applicationId: '' }, scope)).rejects.toMatchObject({
    code: 'service.unavailable',
  });
});

it.each([0, 15, 65])('refuses a nonce of %d bytes and names the field', async (length) => {
  await expect(
    handlerFor([of(1)])({ nonce: Buffer.alloc(length), applicationId: '' }, scope),
  ).rejects.toMatchObject({
    code: 'request.invalid',
    fields: [{ path: '/nonce' }],
  });
});
