import type { Chain } from '@wallet-service/addresses';
import type { Operation } from '@wallet-service/chains';

/** What to sign, for whom, with which wallet. */
export type SigningRequest = {
  readonly applicationId: string;
  readonly walletId: string;
  readonly chain: Chain;
  readonly network: string;
  /** The wallet's. */
  readonly publicKey: Uint8Array;
  /** The user's, as in their token. */
  readonly issuer: string;
  readonly subject: string;
  /** SHA-256 of the token as received, 32 bytes. */
  readonly jwtHash: Uint8Array;
  /** The version of the wallet's sealed record, from 1. */
  readonly recordVersion: number;
  /**
   * The receipt key of the signer that will sign, 32 bytes. Absent if the wallet service does not know it.
   */
  readonly signer?: Uint8Array;
  /** The exchange key of the signers, 32 bytes. Absent if the wallet service does not know it. */
  readonly exchangeKey?: Uint8Array;
  readonly operation: Operation;
  /** Of the token, as JSON, for whoever looks at the decision. Empty: none. */
  readonly claims: string;
  readonly traceId: string;
};
