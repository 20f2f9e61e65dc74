import type { Operation, RawSignature } from '@wallet-service/chains';
import type { SignerResponse } from '@wallet-service/signer-protocol';
import type { Decision } from '../policy/policy-client.js';
import type { Owner, Wallet } from '../wallets/wallet.js';

/**
 * The lifetime rule of a token: that of operation tokens on the Core interface (5 minutes), or the
 * application's setting.
 */
export type TokenUse = 'core' | 'express';

/** HPKE (RFC 9180): a sealed key and all that the recipient needs, except their private key. */
export type SealedKey = {
  readonly encapsulatedKey: Uint8Array;
  readonly ciphertext: Uint8Array;
  readonly info: Uint8Array;
  readonly associatedData: Uint8Array;
};

/**
 * A signer's signed statement of what it did, under a key that its attestation names. This service does not
 * read it: it is for the client.
 */
export type SignedReceipt = NonNullable<SignerResponse<'Sign'>['receipt']>;

/** A request to the signer, after all other checks have passed. */
export type SignerUseRequest = {
  readonly wallet: Wallet;
  readonly owner: Owner;
  /** Empty on the Express interface. */
  readonly accessKey: Uint8Array;
  readonly jwt: string;
  readonly tokenUse: TokenUse;
  readonly operation: Operation['kind'];
  readonly decision: Decision;
  /** The verdict requires evidence of multi-factor authentication. */
  readonly demandsMfa: boolean;
  readonly wantsReceipt: boolean;
};

/** The signer's answer. `receipt` is set if the request wanted one. */
export type KeySignatures = {
  readonly signatures: readonly RawSignature[];
  readonly receipt: SignedReceipt | undefined;
};
