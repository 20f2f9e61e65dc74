import { fieldsOf } from './measurements.js';

const timeoutMs = 10_000;

/** A signer's own statement, as a gateway passed it on. Nothing in it is proven yet. */
export type Attestation = {
  readonly format: string;
  readonly document: Uint8Array;
  readonly receiptPublicKey: Uint8Array;
};

/**
 * Fetches the attestation of every signer behind a gateway. With `applicationId` the documents also name the
 * key that signs checkpoints of that application's journal. Throws an Error for anything but attestations.
 */
export async function fetchAttestations(
  url: string,
  nonce: Uint8Array,
  applicationId?: string,
): Promise<readonly Attestation[]> {
  const asked = new URL('v2/attestation', url.endsWith('/') ? url : `${url}/`);
  asked.searchParams.set('nonce', Buffer.from(nonce).toString('hex'));
  if (applicationId !== undefined) asked.searchParams.set('application_id', applicationId);
  const response = await fetch(asked, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  if (!response.ok) throw new Error(`the gateway answers ${response.status}`);
  const { attestations } = fieldsOf(await response.json());
  if (!Array.isArray(attestations)) throw somethingElse();
  return attestations.map((attestation) => {
    const { format, document, receipt_public_key } = fieldsOf(attestation);
    if (typeof format !== 'string') throw somethingElse();
    return { format, document: bytesOf(document), receiptPublicKey: bytesOf(receipt_public_key) };
  });
}

function bytesOf(value: unknown): Uint8Array {
  if (typeof value !== 'string') throw somethingElse();
  return new Uint8Array(Buffer.from(value, 'base64'));
}

function somethingElse(): Error {
  return new Error('the gateway answers something else than attestations');
}
