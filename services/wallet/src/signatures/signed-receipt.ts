import type { SignerResponse } from '@wallet-service/signer-protocol';

/** A signer's statement of what it did, under a key that its attestation names. Not looked into here: it is for the client. */
export type SignedReceipt = NonNullable<SignerResponse<'Sign'>['receipt']>;
