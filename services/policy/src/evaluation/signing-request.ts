import type { Chain } from '@wallet-service/addresses';
import type { Operation } from '@wallet-service/chains';

/** What is to be signed, for whom, with which wallet. */
export type SigningRequest = {
  readonly applicationId: string;
  readonly walletId: string;
  readonly chain: Chain;
  readonly network: string;
  /** The wallet's. */
  readonly publicKey: Uint8Array;
  /** The user's, as in his token. */
  readonly issuer: string;
  readonly subject: string;
  /** SHA-256 of the token as received, 32 bytes. */
  readonly jwtHash: Uint8Array;
  /** Of the wallet's sealed record, from 1. */
  readonly recordVersion: number;
  /** The receipt key of the signer that is to sign, 32 bytes; absent: the wallet service does not say. */
  readonly signer?: Uint8Array;
  readonly operation: Operation;
};
