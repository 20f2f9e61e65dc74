import { bytesToNumberBE } from '@noble/curves/utils.js';
import {
  ethereumSignature,
  parts,
  type AuthorizationSignature,
  type HashSignature,
  type MessageSignature,
} from './answers.js';
import { codecs } from './codecs.js';
import { hexText } from './hex-text.js';
import type { Message, RawSignature, SigningWallet } from './operation.js';
import { assertSignature, parityOf } from './raw-signature.js';

/** The answer for a bare hash or typed data on ETH: r || s || v. */
export function assembleHash(digest: Uint8Array, raw: RawSignature): HashSignature {
  return { message_hash: hexText(digest), ...ethereumSignature(raw) };
}

/**
 * The answer for a message. ETH: r || s || v. SOL: the 64 bytes. BTC: BIP-137 or BIP-322 `simple`, as the
 * README describes.
 */
export function assembleMessage(
  wallet: SigningWallet,
  operation: Message,
  raw: RawSignature,
): MessageSignature {
  assertSignature(raw);
  return codecs[wallet.chain].messageAnswer(wallet, operation, raw);
}

export function assembleAuthorization(raw: RawSignature): AuthorizationSignature {
  const y_parity = parityOf(raw);
  const { r: r_hex, s: s_hex } = parts(raw);
  return {
    r: bytesToNumberBE(raw.signature.subarray(0, 32)).toString(10),
    s: bytesToNumberBE(raw.signature.subarray(32)).toString(10),
    y_parity,
    r_hex,
    s_hex,
  };
}
