import { randomBytes } from 'node:crypto';
import {
  verifyAttestation,
  verifySelfSignedAttestation,
  type DocumentExpectation,
} from '@wallet-service/sdk/verify';
import { fetchAttestations } from '../attestation/signer-attestations.js';

const maxAgeMs = 60_000;
/** What `verifyAttestation` compares documents with. */
export type ExpectedHardware = Pick<DocumentExpectation, 'pcrs' | 'root'>;

/**
 * The key that signs checkpoints of an application's journal, as every signer behind a gateway attests it
 * now, for a fresh nonce. Anyone who can write to the database has no influence on it. With `hardware` the
 * signers' hardware proves it. Without, it is only the statement of the signers that the gateway leads to.
 * Undefined if the application has no key. Throws if a document is invalid, or they differ.
 */
export async function attestedCheckpointKey(
  url: string,
  applicationId: string,
  hardware: ExpectedHardware | undefined,
): Promise<Uint8Array | undefined> {
  const nonce = new Uint8Array(randomBytes(32));
  const attestations = await fetchAttestations(url, nonce, applicationId);
  const freshness = { nonce, maxAgeMs, now: Date.now() };
  const keys: (Uint8Array | undefined)[] = [];
  for (const { format, document } of attestations) {
    if (!hardware && format === 'aws-nitro')
      throw new Error(
        'the signers attest by hardware: give --measurements FILE, the registers of their image',
      );
    const { checkpointKey } = hardware
      ? await verifyAttestation(document, { ...freshness, ...hardware })
      : await verifySelfSignedAttestation(document, freshness);
    if (checkpointKey && checkpointKey.applicationId !== applicationId)
      throw new Error('a signer attests the checkpoint key of another application');
    keys.push(checkpointKey?.publicKey);
  }
  const distinct = new Set(keys.map((key) => key && Buffer.from(key).toString('hex')));
  if (distinct.size > 1) throw new Error(`the signers attest different checkpoint keys of ${applicationId}`);
  return keys[0];
}
