import { crypto, payments } from 'bitcoinjs-lib';
import { recover } from 'tiny-secp256k1';
import type { MessageSignature } from '../http/express-client.js';

/** A "Bitcoin Signed Message" whose recoverable signature gives the key of the P2WPKH address. */
export function bitcoinMessageVerifies(
  address: string,
  message: Uint8Array,
  { r, s, v }: MessageSignature,
): boolean {
  if (r === null || s === null || v === null) return false;
  const signature = Buffer.from(`${r.slice(2)}${s.slice(2)}`, 'hex');
  const recoveryId = Number(v) - 27;
  if (recoveryId !== 0 && recoveryId !== 1) return false;
  const publicKey = recover(messageHash(message), signature, recoveryId, true);
  return publicKey !== null && payments.p2wpkh({ pubkey: publicKey }).address === address;
}

function messageHash(message: Uint8Array): Uint8Array {
  const magic = Buffer.from('\u0018Bitcoin Signed Message:\n', 'latin1');
  return crypto.hash256(Buffer.concat([magic, compactSize(message.length), message]));
}

function compactSize(length: number): Buffer {
  if (length < 0xfd) return Buffer.from([length]);
  if (length <= 0xffff) return Buffer.from([0xfd, length & 0xff, length >> 8]);
  throw new RangeError('longer than any message here');
}
