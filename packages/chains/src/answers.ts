import { AppError } from '@wallet-service/errors';
import { concatBytes } from '@noble/hashes/utils.js';
import type { SignedBitcoinTransaction } from './btc/signed-psbt.js';
import { hexText } from './hex-text.js';
import type { RawSignature } from './operation.js';
import { parityOf } from './raw-signature.js';
import type { SignedSolanaTransaction } from './sol/transaction.js';

/** An ECDSA signature over a digest. Hex has the prefix 0x; `r` and `s` have 32 bytes; `v` is 27 plus the parity. */
export type EcdsaSignature = {
  readonly signature: string;
  readonly r: string;
  readonly s: string;
  readonly v: string;
};
/** Solana signatures have no parts: Ed25519 gives one signature of 64 bytes. */
export type Ed25519Signature = {
  readonly signature: string;
  readonly r: null;
  readonly s: null;
  readonly v: null;
};
/** BTC: `signature_base64` is the form that wallets and verifiers exchange. */
export type BitcoinMessageSignature = EcdsaSignature & { readonly signature_base64: string };

export type MessageSignature = EcdsaSignature | Ed25519Signature | BitcoinMessageSignature;
/** For a bare hash, typed data, or a request by hash. ETH only. */
export type HashSignature = EcdsaSignature & { readonly message_hash: string };
/** EIP-7702: `r` and `s` in decimal, and in hex with the prefix 0x and 32 bytes. */
export type AuthorizationSignature = {
  readonly r: string;
  readonly s: string;
  readonly y_parity: 0 | 1;
  readonly r_hex: string;
  readonly s_hex: string;
};

/** ETH: hex with the prefix 0x. */
export type SignedEthTransaction = { readonly signed_transaction: string; readonly transaction_hash: string };
export type SignedTransaction = SignedEthTransaction | SignedSolanaTransaction | SignedBitcoinTransaction;

/** The answer to the caller, by the kind of the operation. */
export type Answer =
  | { readonly kind: 'hash'; readonly signature: HashSignature }
  | { readonly kind: 'message'; readonly signature: MessageSignature }
  | { readonly kind: 'authorization'; readonly signature: AuthorizationSignature }
  | { readonly kind: 'transaction'; readonly transaction: SignedTransaction };

/** r || s || v, 65 bytes. */
export function ethereumSignature(raw: RawSignature): EcdsaSignature {
  const v = 27 + parityOf(raw);
  return { signature: hexText(concatBytes(raw.signature, Uint8Array.of(v))), ...parts(raw), v: String(v) };
}

export function parts({ signature }: RawSignature): { r: string; s: string } {
  return { r: hexText(signature.subarray(0, 32)), s: hexText(signature.subarray(32)) };
}

export function onlyOne(signatures: readonly RawSignature[]): RawSignature {
  const [raw, ...others] = signatures;
  if (!raw || others.length > 0) throw new AppError('internal', 'exactly one signature is needed');
  return raw;
}
