import type { Hex } from '../core/encoding.js';
import type {
  SignAuthorizationResult,
  SignMessageResult,
  SignResult,
  SignTransactionResult,
} from '../generated/schemas.js';

/** A private key of the test server. Its signatures are real. Answers are those of the Express interface. */
export type TestKey = {
  readonly address: string;
  readonly publicKey: Hex;
  readonly message: (message: Uint8Array, format: string | undefined) => Promise<SignMessageResult>;
  readonly transaction: (payload: unknown) => Promise<SignTransactionResult>;
};

/** What only Ethereum has. */
export type EthereumKey = TestKey & {
  readonly typedData: (typedData: unknown, version: string | undefined) => Promise<SignResult>;
  readonly authorization: (body: AuthorizationBody) => Promise<SignAuthorizationResult>;
  readonly hash: (body: HashBody) => Promise<SignResult>;
  /** Undefined: a legacy transaction without one (before EIP-155). */
  readonly chainIdOf: (transaction: unknown) => number | undefined;
};

export type AuthorizationBody = {
  readonly chain_id: number;
  readonly address: string;
  readonly nonce: number;
};
export type HashBody = {
  readonly raw_data_hash: string;
  readonly payload?: unknown;
  readonly typed_data?: unknown;
  readonly version?: string;
};
