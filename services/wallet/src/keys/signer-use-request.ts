import type { Operation, RawSignature } from '@wallet-service/chains';
import type { SignerResponse } from '@wallet-service/signer-protocol';
import type { Decision } from '../policy/policy-client.js';
import type { Owner, Wallet } from '../wallets/wallet.js';

/**
 * Which lifetime rule a token is under: that of operation tokens on the Core interface (5 minutes), or the
 * application's setting.
 */
export type TokenUse = 'core' | 'express';

/** HPKE (RFC 9180): what is sealed, and all that the recipient needs but his private key. */
export type SealedKey = {
  readonly encapsulatedKey: Uint8Array;
  readonly ciphertext: Uint8Array;
  readonly info: Uint8Array;
  readonly associatedData: Uint8Array;
};

/**
 * A signer's statement of what it did, under a key that its attestation names. Not looked into here: it is
 * for the client.
 */
export type SignedReceipt = NonNullable<SignerResponse<'Sign'>['receipt']>;

/** What the signer is asked for, once everybody else has agreed. */
export type SignerUseRequest = {
  readonly wallet: Wallet;
  readonly owner: Owner;
  /** Empty on the Express interface. */
  readonly accessKey: Uint8Array;
  readonly jwt: string;
  readonly tokenUse: TokenUse;
  readonly operation: Operation['kind'];
  readonly decision: Decision;
  /** The verdict demands evidence of multi-factor authentication. */
  readonly demandsMfa: boolean;
  readonly wantsReceipt: boolean;
};

/** The signer's answer. `receipt` is set if the request wanted one. */
export type KeySignatures = {
  readonly signatures: readonly RawSignature[];
  readonly receipt: SignedReceipt | undefined;
};
