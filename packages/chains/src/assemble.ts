import { bytesToNumberBE } from '@noble/curves/utils.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { AppError } from '@wallet-service/errors';
import { simpleProof } from './btc/generic-message.js';
import { signedMessageBytes } from './btc/signed-message.js';
import { assemblePsbt, type SignedBitcoinTransaction } from './btc/signed-psbt.js';
import { decodeUnsigned, encodeSigned, transactionHash } from './eth/transaction-codec.js';
import { hexText } from './hex-text.js';
import type { Message, RawSignature, SigningWallet } from './operation.js';
import { assertSignature, parityOf } from './raw-signature.js';
import { assembleSolanaTransaction, type SignedSolanaTransaction } from './sol/transaction.js';

/** An ECDSA signature over a digest. Hex has the prefix 0x; `r` and `s` have 32 bytes; `v` is 27 plus the parity. */
export type EcdsaSignature = {
  readonly signature: string;
  readonly r: string;
  readonly s: string;
  readonly v: string;
};
/** Solana has no parts: Ed25519 gives one signature of 64 bytes. */
export type Ed25519Signature = {
  readonly signature: string;
  readonly r: null;
  readonly s: null;
  readonly v: null;
};
/** BTC: `signature_base64` is the form that wallets and verifiers exchange. */
export type BitcoinMessageSignature = EcdsaSignature & { readonly signature_base64: string };

export type MessageSignature = EcdsaSignature | Ed25519Signature | BitcoinMessageSignature;
/** EIP-7702: `r` and `s` in decimal. */
export type AuthorizationSignature = { readonly r: string; readonly s: string; readonly y_parity: 0 | 1 };

/** ETH: hex with the prefix 0x. */
export type SignedEthTransaction = { readonly signed_transaction: string; readonly transaction_hash: string };
export type SignedTransaction = SignedEthTransaction | SignedSolanaTransaction | SignedBitcoinTransaction;

/** The answer for a bare hash or typed data on ETH: r || s || v. */
export function assembleHash(
  digest: Uint8Array,
  raw: RawSignature,
): EcdsaSignature & { readonly message_hash: string } {
  return { message_hash: hexText(digest), ...ethereumSignature(raw) };
}

/** The answer for a message. ETH: r || s || v. SOL: the 64 bytes. BTC: BIP-137 or BIP-322 `simple`; the README has the forms. */
export function assembleMessage(
  wallet: SigningWallet,
  operation: Message,
  raw: RawSignature,
): MessageSignature {
  assertSignature(raw);
  switch (wallet.chain) {
    case 'ETH':
      return ethereumSignature(raw);
    case 'SOL':
      return { signature: hexText(raw.signature), r: null, s: null, v: null };
    case 'BTC':
      return bitcoinMessageSignature(wallet, operation, raw);
  }
}

export function assembleAuthorization(raw: RawSignature): AuthorizationSignature {
  const y_parity = parityOf(raw);
  return {
    r: bytesToNumberBE(raw.signature.subarray(0, 32)).toString(10),
    s: bytesToNumberBE(raw.signature.subarray(32)).toString(10),
    y_parity,
  };
}

/** The answer for a transaction, in the form of its chain. One signature for each payload of the plan, in its order. */
export function assembleTransaction(
  wallet: SigningWallet,
  unsigned: Uint8Array,
  signatures: readonly RawSignature[],
): SignedTransaction {
  if (wallet.chain === 'BTC') return assemblePsbt(wallet, unsigned, signatures);
  const [raw, ...others] = signatures;
  if (!raw || others.length > 0) throw new AppError('internal', 'exactly one signature is needed');
  if (wallet.chain === 'SOL') return assembleSolanaTransaction(wallet, unsigned, raw);
  const signed = encodeSigned(decodeUnsigned(unsigned, '/payload'), raw);
  return { signed_transaction: hexText(signed), transaction_hash: hexText(transactionHash(signed)) };
}

function ethereumSignature(raw: RawSignature): EcdsaSignature {
  const v = 27 + parityOf(raw);
  return { signature: hexText(concatBytes(raw.signature, Uint8Array.of(v))), ...parts(raw), v: String(v) };
}

function bitcoinMessageSignature(
  wallet: SigningWallet,
  { format }: Message,
  raw: RawSignature,
): BitcoinMessageSignature {
  const isGeneric = format === 'bip322';
  const proof = isGeneric
    ? simpleProof(raw.signature, wallet.publicKey)
    : signedMessageBytes(raw.signature, raw.recoveryId);
  // BIP-322: a signer puts the name of the variant in front of the base64.
  const signature_base64 = (isGeneric ? 'smp' : '') + base64.encode(proof);
  return { signature: hexText(proof), ...parts(raw), v: String(27 + raw.recoveryId), signature_base64 };
}

function parts({ signature }: RawSignature): { r: string; s: string } {
  return { r: hexText(signature.subarray(0, 32)), s: hexText(signature.subarray(32)) };
}
