import { concatBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import { AppError, invalidField } from '@wallet-service/errors';
import { hexText } from '../hex-text.js';
import type { RawSignature, SigningWallet } from '../operation.js';
import { assertSignature } from '../raw-signature.js';
import { ByteReader, encodeCompactU16 } from './byte-reader.js';
import type { SolanaMessage } from './compiled-message.js';
import { parseSolanaMessage, readSolanaMessage, VERSION_1 } from './message.js';

/** A parsed transaction: the message, its exact bytes, and the signatures, all zero where one is missing. */
export type SolanaEnvelope = {
  readonly message: SolanaMessage;
  readonly messageBytes: Uint8Array;
  readonly signatures: readonly Uint8Array[];
};

/**
 * `transaction_hash` is the signature of the fee payer in base58, null while that one is missing. `signature` is the
 * wallet's own, in hex as everywhere and in base58 as on Solana.
 */
export type SignedSolanaTransaction = {
  readonly signed_transaction: string;
  readonly transaction_hash: string | null;
  readonly signature: string;
  readonly signature_base58: string;
};

const SIGNATURE_BYTES = 64;

/**
 * A serialised transaction, or its message alone. Bytes that can be read both ways are refused, because it
 * would be unclear what is signed.
 */
export function parseSolanaTransaction(bytes: Uint8Array, path: string): SolanaEnvelope {
  if (bytes[0] === VERSION_1) return signaturesBehind(bytes, path);
  const asMessage = attempt(() => messageAlone(bytes, path));
  const asTransaction = attempt(() => withSignatures(bytes, path));
  if (asMessage.value && asTransaction.value) {
    throw invalidField(path, 'can be read both as a transaction and as a message');
  }
  const read = asTransaction.value ?? asMessage.value;
  if (read) return read;
  // Most callers send a transaction, so its error is the one that helps.
  const [first = 0] = bytes;
  const reason = first < 0x80 ? asTransaction.error : asMessage.error;
  throw reason ?? invalidField(path, 'not a transaction');
}

/** Whether the bytes are a transaction or the message of one. */
export function looksLikeSolanaTransaction(bytes: Uint8Array): boolean {
  const path = '';
  const readings = [messageAlone, withSignatures, signaturesBehind];
  return readings.some((read) => attempt(() => read(bytes, path)).value);
}

/** The index of the wallet among the signers. */
export function signerIndex({ message }: SolanaEnvelope, wallet: SigningWallet, path: string): number {
  const signers = message.accountKeys.slice(0, message.requiredSignatures);
  const index = signers.findIndex((key) => equal(key, wallet.publicKey));
  if (index === -1) throw invalidField(path, 'this wallet is not among the signers of the transaction');
  return index;
}

/** Puts the wallet's signature at the index `own` and keeps those of others. */
export function signedSolanaTransaction(
  { message, messageBytes, signatures: given }: SolanaEnvelope,
  own: number,
  raw: RawSignature,
): SignedSolanaTransaction {
  assertSignature(raw);
  const signatures = given.map((signature, i) => (i === own ? raw.signature : signature));
  const wire =
    message.version === 1
      ? concatBytes(messageBytes, ...signatures)
      : concatBytes(encodeCompactU16(signatures.length), ...signatures, messageBytes);
  const [payer] = signatures;
  const isPaid = payer?.some((byte) => byte !== 0) === true;
  return {
    signed_transaction: base64.encode(wire),
    transaction_hash: isPaid ? base58.encode(payer) : null,
    signature: hexText(raw.signature),
    signature_base58: base58.encode(raw.signature),
  };
}

function messageAlone(bytes: Uint8Array, path: string): SolanaEnvelope {
  const message = parseSolanaMessage(bytes, path);
  return { message, messageBytes: bytes, signatures: missingSignatures(message) };
}

function missingSignatures({ requiredSignatures }: SolanaMessage): readonly Uint8Array[] {
  return Array.from({ length: requiredSignatures }, () => new Uint8Array(SIGNATURE_BYTES));
}

/** Version 1: the message, followed by all signatures or nothing. */
function signaturesBehind(bytes: Uint8Array, path: string): SolanaEnvelope {
  if (bytes[0] !== VERSION_1) throw invalidField(path, 'not of version 1');
  const reader = new ByteReader(bytes, path);
  const message = readSolanaMessage(reader, bytes, path);
  const messageBytes = bytes.slice(0, reader.position);
  if (reader.isAtEnd) return { message, messageBytes, signatures: missingSignatures(message) };
  const { requiredSignatures } = message;
  if (bytes.length - reader.position !== SIGNATURE_BYTES * requiredSignatures) {
    const needed = `${SIGNATURE_BYTES} bytes for each of its ${requiredSignatures} signers, or nothing`;
    throw invalidField(path, `behind the message of version 1 stand ${needed}`);
  }
  return {
    message,
    messageBytes,
    signatures: Array.from({ length: requiredSignatures }, () => reader.take(SIGNATURE_BYTES)),
  };
}

function withSignatures(bytes: Uint8Array, path: string): SolanaEnvelope {
  const reader = new ByteReader(bytes, path);
  const signatures = reader.list(() => reader.take(SIGNATURE_BYTES));
  const messageBytes = bytes.slice(reader.position);
  const message = parseSolanaMessage(messageBytes, path);
  if (message.version === 1)
    throw invalidField(path, 'a transaction of version 1 has its signatures at the end');
  if (signatures.length !== message.requiredSignatures) {
    throw invalidField(path, 'the number of signatures differs from the number of signers');
  }
  return { message, messageBytes, signatures };
}

type Attempt<T> =
  | { readonly value: T; readonly error?: never }
  | { readonly value?: never; readonly error: AppError };

function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof AppError) return { error };
    throw error;
  }
}

export function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
