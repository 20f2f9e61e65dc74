import type { Chain } from '@wallet-service/addresses';

/**
 * How a message becomes the bytes that are signed: EIP-191 for ETH, the bytes themselves for SOL, BIP-137 or
 * BIP-322 for BTC.
 */
export const messageFormats = ['eip191', 'raw', 'bip137', 'bip322'] as const;
export type MessageFormat = (typeof messageFormats)[number];

export const typedDataVersions = ['v1', 'v3', 'v4'] as const;
export type TypedDataVersion = (typeof typedDataVersions)[number];

/** A digest about which nothing else is known, 32 bytes. */
export type RawHash = { readonly kind: 'raw_hash'; readonly hash: Uint8Array };
export type Message = {
  readonly kind: 'message';
  readonly message: Uint8Array;
  readonly format: MessageFormat;
};
/** EIP-7702: the account runs the code at `address`, 20 bytes. A `chainId` of 0 means every chain. */
export type Eip7702Authorization = {
  readonly kind: 'eip7702_authorization';
  readonly chainId: bigint;
  readonly address: Uint8Array;
  readonly nonce: bigint;
};
/** ETH: unsigned EIP-2718 envelope or legacy RLP. SOL: transaction or message. BTC: PSBT. */
export type UnsignedTransaction = { readonly kind: 'transaction'; readonly unsigned: Uint8Array };
export type TypedDataOperation = {
  readonly kind: 'typed_data';
  readonly version: TypedDataVersion;
  readonly json: string;
};

/** Nothing is signed. The private key leaves the signer, sealed to this X25519 public key, 32 bytes. */
export type ExportPrivateKey = {
  readonly kind: 'export_private_key';
  readonly recipientPublicKey: Uint8Array;
};

/** Every operation on a wallet's key. A closed list: anything else is never done. */
export type Operation =
  | RawHash
  | Message
  | Eip7702Authorization
  | UnsignedTransaction
  | TypedDataOperation
  | ExportPrivateKey;

/**
 * The facts about a wallet that the encoders need. `publicKey`: ETH and BTC 33 bytes compressed secp256k1,
 * SOL 32 bytes Ed25519.
 */
export type SigningWallet = {
  readonly chain: Chain;
  readonly network: string;
  readonly publicKey: Uint8Array;
  readonly address: string;
};

/** The payloads for the signer: 32-byte digests for ECDSA, whole messages for Ed25519. */
export type SigningPlan = {
  readonly scheme: 'ecdsa-secp256k1' | 'ed25519';
  readonly payloads: readonly Uint8Array[];
};

/** A signature from the signer: r || s, or an Ed25519 signature, 64 bytes. `recoveryId` is only for ECDSA. */
export type RawSignature = { readonly signature: Uint8Array; readonly recoveryId: number };
