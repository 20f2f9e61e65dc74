export const attestationRefusals = {
  malformed: 'it is no Nitro attestation document',
  'not-attested': 'only the signer itself signed it, and no hardware did',
  algorithm: 'it is not signed with ES384, or does not measure with SHA-384',
  'unknown-root': 'its chain does not begin with the pinned root',
  chain: 'a certificate of its chain was not issued by the one before',
  'certificate-expired': 'a certificate of its chain was not valid when the document was made',
  signature: 'the enclave’s certificate did not sign it',
  'too-old': 'it was made longer ago than is accepted',
  'from-the-future': 'it was made in the future',
  'pcr-missing': 'a measurement is missing',
  'debug-mode': 'the enclave runs in debug mode: its image is not measured and its memory can be read',
  'pcr-mismatch': 'the enclave runs another image than expected',
  nonce: 'it was not made for this nonce',
  'user-data': 'the enclave’s claims are not in their form',
  'receipt-malformed': 'it is no receipt',
  'receipt-signature': 'the attested key did not sign the receipt',
  'receipt-mismatch': 'the receipt is about something else',
} as const satisfies Record<string, string>;

export type AttestationRefusal = keyof typeof attestationRefusals;

/** Why a document or a receipt proves nothing. */
export class AttestationRefused extends Error {
  override readonly name = 'AttestationRefused';
  readonly refusal: AttestationRefusal;

  constructor(refusal: AttestationRefusal, detail?: string) {
    super(attestationRefusals[refusal] + (detail === undefined ? '' : ` (${detail})`));
    this.refusal = refusal;
  }
}
