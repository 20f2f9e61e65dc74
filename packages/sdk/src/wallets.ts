import type { Hex } from './core/encoding.js';
import type {
  SignAuthorizationResult,
  SignMessageResult,
  SignResult,
  SignTransactionResult,
} from './generated/schemas.js';

// The wallets that the user's client and the server's client give out. Adapters need no more than these.

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** Milliseconds for the whole call, with all attempts. The client's `timeoutMs` by default. */
  readonly timeoutMs?: number;
  /** 1 to 255 characters. Made anew for each call if it is absent, and the same for all attempts of the call. */
  readonly idempotencyKey?: string;
};

export type SignOptions = CallOptions & {
  /** Asks for a receipt of the signer, for `verifyReceipt`. */
  readonly receipt?: boolean;
};

export type TypedData = {
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
  readonly primaryType: string;
  readonly domain: Readonly<Record<string, unknown>>;
  readonly message: Readonly<Record<string, unknown>>;
};

/** EIP-7702. `chainId` 0 is every chain. */
export type Authorization = { readonly chainId: number; readonly address: Hex; readonly nonce: number };

export type EthereumWallet = {
  readonly chain: 'ETH';
  /** EIP-55. */
  readonly address: Hex;
  /** SEC 1, compressed, 33 bytes. */
  readonly publicKey: Hex;
  /** EIP-191 (personal_sign). Text is signed as UTF-8, also text that begins with 0x. */
  readonly signMessage: (message: string | Uint8Array, options?: SignOptions) => Promise<SignMessageResult>;
  /** The unsigned, serialized transaction (EIP-2718). A policy sees all of it. */
  readonly signTransaction: (unsigned: Hex, options?: SignOptions) => Promise<SignTransactionResult>;
  /**
   * EIP-712, version 4. Bigints become decimal text. `hash` is the digest that the caller computed: Core sends it, and
   * both compare it with the digest that the service signed (`client.answer-mismatch`).
   */
  readonly signTypedData: (typedData: TypedData, hash: Hex, options?: SignOptions) => Promise<SignResult>;
  /** EIP-7702. Express only: Core throws `client.unsupported`. */
  readonly signAuthorization: (
    authorization: Authorization,
    options?: SignOptions,
  ) => Promise<SignAuthorizationResult>;
  /** A bare hash of 32 bytes. No policy can see what it stands for, so it is refused wherever there is a policy. */
  readonly signHash: (hash: Hex, options?: SignOptions) => Promise<SignResult>;
};

export type SolanaWallet = {
  readonly chain: 'SOL';
  /** Base58. */
  readonly address: string;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Hex;
  readonly signMessage: (message: string | Uint8Array, options?: SignOptions) => Promise<SignMessageResult>;
  /** A transaction or its message: legacy, version 0 or version 1. `signature` of the answer is this wallet's own. */
  readonly signTransaction: (
    transaction: Uint8Array,
    options?: SignOptions,
  ) => Promise<SignTransactionResult>;
};

export type BitcoinWallet = {
  readonly chain: 'BTC';
  /** Bech32 (P2WPKH, BIP-84). */
  readonly address: string;
  /** SEC 1, compressed, 33 bytes. */
  readonly publicKey: Hex;
  readonly signMessage: (
    message: string | Uint8Array,
    options?: SignOptions & { readonly format?: 'bip137' | 'bip322' },
  ) => Promise<SignMessageResult>;
  /** A PSBT, version 0 or 2 (BIP-174, BIP-370). */
  readonly signPsbt: (psbt: Uint8Array, options?: SignOptions) => Promise<SignTransactionResult>;
};

export type Wallets = {
  readonly ETH: EthereumWallet;
  readonly SOL: SolanaWallet;
  readonly BTC: BitcoinWallet;
};
export type Chain = keyof Wallets;
