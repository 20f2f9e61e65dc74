export { AttestationRefused, attestationRefusals } from './attestation-refused.js';
export type { AttestationRefusal } from './attestation-refused.js';
export { awsNitroRootG1 } from './aws-nitro-root.js';
export { verifyNitroDocument } from './verify-nitro-document.js';
export type { DocumentExpectation, VerifiedDocument } from './verify-nitro-document.js';
export { verifyReceipt } from './verify-receipt.js';
export type { ReceiptExpectation } from './verify-receipt.js';
export { verifySignerAttestation } from './verify-signer-attestation.js';
