import { invalidField } from '@wallet-service/errors';
import {
  equal,
  looksLikeSolanaTransaction,
  parseSolanaTransaction,
  type SolanaEnvelope,
} from './transaction.js';

const KEY_BYTES = 32;
const OFF_CHAIN_DOMAIN = 0xff;

/**
 * The transaction that a message to sign really is. Undefined for a plain message. Ed25519 signs raw bytes on
 * Solana, so a signed message can be a signed transaction. Bytes that do not parse here but have this
 * wallet's key in the place of a signer are refused, because a later validator might read them.
 */
export function transactionInMessage(
  message: Uint8Array,
  publicKey: Uint8Array,
  path: string,
): SolanaEnvelope | undefined {
  // Refuses bytes that can be read in two ways.
  if (looksLikeSolanaTransaction(message)) return parseSolanaTransaction(message, path);
  if (!hasSigner(message, publicKey)) return undefined;
  throw invalidField(
    path,
    "has the wallet's key where a transaction has a signer, but is no valid transaction",
  );
}

function hasSigner(message: Uint8Array, publicKey: Uint8Array): boolean {
  const [first = 0] = message;
  // No text begins with the byte of a transaction version. 0xff is reserved for off-chain messages.
  if (first > 0x80 && first < 0xc0) return includesKey(message, publicKey);
  if (first > 0x80 && first <= OFF_CHAIN_DOMAIN) return false;
  const header = first === 0x80 ? 4 : 3;
  return [1, 2, 3].some((lengthBytes) => {
    const keys = message.subarray(header + lengthBytes);
    const signers = Math.min(message[header - 3] ?? 0, Math.floor(keys.length / KEY_BYTES));
    return Array.from({ length: signers }, (_, i) => keys.subarray(i * KEY_BYTES, (i + 1) * KEY_BYTES)).some(
      (key) => equal(key, publicKey),
    );
  });
}

function includesKey(message: Uint8Array, publicKey: Uint8Array): boolean {
  for (let at = 0; at + KEY_BYTES <= message.length; at += 1) {
    if (message[at] === publicKey[0] && equal(message.subarray(at, at + KEY_BYTES), publicKey)) return true;
  }
  return false;
}
