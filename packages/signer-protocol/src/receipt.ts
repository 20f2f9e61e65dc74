import { createHash } from 'node:crypto';
import {
  bytesOfInteger,
  complete,
  decodeCanonical,
  encodeCanonical,
  integerOf,
  sized,
  textOf,
} from './canonical.js';

/** A request to a wallet, in values that its owner knows. */
export type ReceiptRequest = {
  readonly chain: string;
  /** The wallet's, as text. */
  readonly address: string;
  /** raw_hash | message | eip7702_authorization | transaction | typed_data. */
  readonly operation: string;
  /** SHA-256 of the token as received (ASCII). */
  readonly jwtHash: Uint8Array;
  /**
   * SHA-256 of each payload that is signed, in the order of the signatures: of a 32-byte digest (ETH, BTC) or
   * of the whole message (SOL).
   */
  readonly payloadHashes: readonly Uint8Array[];
};

/**
 * What a signer did for one request. The signer verified or did everything in it itself. Nothing is only its
 * caller's statement.
 */
export type Receipt = ReceiptRequest & {
  /** `requestHashOf` of the fields above: a single value by which a client finds and compares a request. */
  readonly requestHash: Uint8Array;
  readonly applicationId: string;
  readonly walletId: string;
  readonly network: string;
  /** SHA-256 of the policy service's verdict in its canonical bytes. */
  readonly verdictHash: Uint8Array;
  readonly rootVersion: number;
  /** SHA-256 of the root document's payload. */
  readonly rootHash: Uint8Array;
  /** SHA-256 of each signature (64 bytes: r || s, or Ed25519), in order. */
  readonly signatureHashes: readonly Uint8Array[];
  /** Unix seconds, by the signer's clock. */
  readonly time: number;
};

const requestDomain = 'wallet-service/receipt/request/1';
const receiptDomain = 'wallet-service/receipt/2';
const listDomain = 'wallet-service/receipt/list/1';
const fieldCount = 14;

/**
 * SHA-256 of the canonical bytes of the request. Throws a RangeError for a hash that does not have 32 bytes.
 */
export function requestHashOf(request: ReceiptRequest): Uint8Array {
  assert32([request.jwtHash, ...request.payloadHashes]);
  const bytes = encodeCanonical(requestDomain, [
    request.chain,
    request.address,
    request.operation,
    request.jwtHash,
    encodeCanonical(listDomain, request.payloadHashes),
  ]);
  return new Uint8Array(createHash('sha256').update(bytes).digest());
}

/** Canonical bytes. Throws a RangeError for a hash that does not have 32 bytes. */
export function encodeReceipt(receipt: Receipt): Uint8Array {
  const { requestHash, jwtHash, verdictHash, rootHash, payloadHashes, signatureHashes } = receipt;
  assert32([requestHash, jwtHash, verdictHash, rootHash, ...payloadHashes, ...signatureHashes]);
  const { applicationId, walletId, chain, network, address, operation } = receipt;
  return encodeCanonical(receiptDomain, [
    ...[applicationId, walletId, chain, network, address, operation],
    requestHash,
    jwtHash,
    encodeCanonical(listDomain, payloadHashes),
    verdictHash,
    bytesOfInteger(receipt.rootVersion),
    rootHash,
    encodeCanonical(listDomain, signatureHashes),
    bytesOfInteger(receipt.time),
  ]);
}

/**
 * The receipt that `encodeReceipt` wrote. Undefined for every other byte string. The signature is not
 * checked.
 */
export function decodeReceipt(bytes: Uint8Array): Receipt | undefined {
  const fields = decodeCanonical(receiptDomain, bytes);
  if (fields?.length !== fieldCount) return undefined;
  const text = (index: number): string | undefined => textOf(fields[index] ?? new Uint8Array(0));
  const hash = (index: number): Uint8Array | undefined => sized(fields[index], 32);
  const integer = (index: number): number | undefined => integerOf(fields[index] ?? new Uint8Array(0));
  return complete<Receipt>({
    applicationId: text(0),
    walletId: text(1),
    chain: text(2),
    network: text(3),
    address: text(4),
    operation: text(5),
    requestHash: hash(6),
    jwtHash: hash(7),
    payloadHashes: hashesIn(fields[8]),
    verdictHash: hash(9),
    rootVersion: integer(10),
    rootHash: hash(11),
    signatureHashes: hashesIn(fields[12]),
    time: integer(13),
  });
}

/** What the receipt key signs with Ed25519 (RFC 8032): the canonical bytes under their own domain. */
export function receiptSignaturePayload(receiptBytes: Uint8Array): Uint8Array {
  return encodeCanonical('wallet-service/receipt-signature/1', [receiptBytes]);
}

function hashesIn(bytes: Uint8Array | undefined): readonly Uint8Array[] | undefined {
  const hashes = bytes && decodeCanonical(listDomain, bytes);
  return hashes?.every(({ length }) => length === 32) ? hashes : undefined;
}

function assert32(values: readonly Uint8Array[]): void {
  if (!values.every(({ length }) => length === 32)) throw new RangeError('a SHA-256 hash has 32 bytes');
}
