import { randomBytes } from 'node:crypto';
import { verifySelfSignedAttestation, verifySignerAttestation } from '@wallet-service/attestation-verifier';
import { fetchAttestations } from '../attestation/signer-attestations.js';

const maxAgeMs = 60_000;
/** What `verifySignerAttestation` holds documents against. `root`: PEM, in the place of AWS's, and proves nothing. */
export type ExpectedHardware = { readonly pcrs: ReadonlyMap<number, Uint8Array>; readonly root?: string };

/**
 * The key that vouches for an application's journal, as every signer behind a gateway attests it now, for a
 * nonce of this moment: whoever can write to the database has no part in it. With `hardware` the signers'
 * hardware proves it; without, it is the word of the signers that the gateway leads to, whose own documents
 * are good for that alone. Undefined when the application has no key. Throws when a document is not sound, or
 * they differ.
 */
export async function attestedCheckpointKey(
  url: string,
  applicationId: string,
  hardware: ExpectedHardware | undefined,
): Promise<Uint8Array | undefined> {
  const nonce = new Uint8Array(randomBytes(32));
  const attestations = await fetchAttestations(url, nonce, applicationId);
  const freshness = { nonce, maxAgeMs, now: Date.now() };
  const keys = attestations.map(({ format, document }) => {
    if (!hardware && format === 'aws-nitro')
      throw new Error(
        'the signers attest by hardware: give --measurements FILE, the registers of their image',
      );
    const { checkpointKey } = hardware
      ? verifySignerAttestation(document, { ...freshness, ...hardware })
      : verifySelfSignedAttestation(document, freshness);
    if (checkpointKey && checkpointKey.applicationId !== applicationId)
      throw new Error('a signer attests the checkpoint key of another application');
    return checkpointKey?.publicKey;
  });
  const distinct = new Set(keys.map((key) => key && Buffer.from(key).toString('hex')));
  if (distinct.size > 1) throw new Error(`the signers attest different checkpoint keys of ${applicationId}`);
  return keys[0];
}
