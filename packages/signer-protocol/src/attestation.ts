import {
  bytesOfInteger,
  bytesOfText,
  decodeCanonical,
  encodeCanonical,
  integerOf,
  textOf,
} from './canonical.js';

/** What a signer says of itself in the user data of its attestation document. */
export type AttestedClaims = {
  /** SHA-256 of the SubjectPublicKeyInfo (DER) of the certificate with which it ends TLS. */
  readonly tlsKeyHash: Uint8Array;
  /** Ed25519, 32 bytes; made at boot. Signs receipts. */
  readonly receiptPublicKey: Uint8Array;
  readonly trustBundleVersion: number;
  /** SHA-256 of the trust bundle's signed payload. */
  readonly trustBundleHash: Uint8Array;
  /** Name of the build, at most 128 bytes. */
  readonly build: string;
};

/** What a signer did for one request. */
export type Receipt = {
  readonly applicationId: string;
  readonly walletId: string;
  /** SHA-256 of the request as the client sent it. */
  readonly requestHash: Uint8Array;
  /** SHA-256 of the token as received (ASCII). */
  readonly jwtHash: Uint8Array;
  /** SHA-256 of the verdict's canonical bytes. */
  readonly verdictHash: Uint8Array;
  readonly trustBundleVersion: number;
  /** SHA-256 of each signature (64 bytes), in the order of the answer. */
  readonly signatureHashes: readonly Uint8Array[];
  /** Unix seconds, by the signer's clock. */
  readonly time: number;
};

const claimsDomain = 'wallet-service/attested-claims/1';
const receiptDomain = 'wallet-service/receipt/1';
const listDomain = 'wallet-service/receipt/list/1';
const maxBuildBytes = 128;

/** At most 512 bytes, which is what a Nitro document has room for. Throws a RangeError for a hash or key that has not 32 bytes. */
export function encodeAttestedClaims(claims: AttestedClaims): Uint8Array {
  const { tlsKeyHash, receiptPublicKey, trustBundleVersion, trustBundleHash } = claims;
  const build = bytesOfText(claims.build);
  if (build.length > maxBuildBytes) throw new RangeError('a build has a name of 128 bytes at most');
  assert32([tlsKeyHash, receiptPublicKey, trustBundleHash]);
  const version = bytesOfInteger(trustBundleVersion);
  return encodeCanonical(claimsDomain, [tlsKeyHash, receiptPublicKey, version, trustBundleHash, build]);
}

/** The claims that `encodeAttestedClaims` wrote; undefined for every other byte string. */
export function decodeAttestedClaims(bytes: Uint8Array): AttestedClaims | undefined {
  const fields = decodeCanonical(claimsDomain, bytes);
  if (fields?.length !== 5) return undefined;
  const [tlsKeyHash, receiptPublicKey, version, trustBundleHash, build] = fields;
  return complete<AttestedClaims>({
    tlsKeyHash: hash32(tlsKeyHash),
    receiptPublicKey: hash32(receiptPublicKey),
    trustBundleVersion: version && integerOf(version),
    trustBundleHash: hash32(trustBundleHash),
    build: build && build.length <= maxBuildBytes ? textOf(build) : undefined,
  });
}

/** Canonical bytes. Throws a RangeError for a hash that has not 32 bytes. */
export function encodeReceipt(receipt: Receipt): Uint8Array {
  const { requestHash, jwtHash, verdictHash, signatureHashes } = receipt;
  assert32([requestHash, jwtHash, verdictHash, ...signatureHashes]);
  return encodeCanonical(receiptDomain, [
    bytesOfText(receipt.applicationId),
    bytesOfText(receipt.walletId),
    requestHash,
    jwtHash,
    verdictHash,
    bytesOfInteger(receipt.trustBundleVersion),
    encodeCanonical(listDomain, signatureHashes),
    bytesOfInteger(receipt.time),
  ]);
}

/** The receipt that `encodeReceipt` wrote; undefined for every other byte string. Says nothing about its signature. */
export function decodeReceipt(bytes: Uint8Array): Receipt | undefined {
  const fields = decodeCanonical(receiptDomain, bytes);
  if (fields?.length !== 8) return undefined;
  const [applicationId, walletId, requestHash, jwtHash, verdictHash, version, list, time] = fields;
  const signatureHashes = list && decodeCanonical(listDomain, list);
  return complete<Receipt>({
    applicationId: applicationId && textOf(applicationId),
    walletId: walletId && textOf(walletId),
    requestHash: hash32(requestHash),
    jwtHash: hash32(jwtHash),
    verdictHash: hash32(verdictHash),
    trustBundleVersion: version && integerOf(version),
    signatureHashes: signatureHashes?.every((hash) => hash.length === 32) ? signatureHashes : undefined,
    time: time && integerOf(time),
  });
}

/** The record when nothing of it is missing. */
function complete<T extends object>(parts: { [K in keyof T]: T[K] | undefined }): T | undefined {
  return Object.values(parts).includes(undefined) ? undefined : (parts as T);
}

/** What the receipt key signs with Ed25519 (RFC 8032): the canonical bytes under a domain of their own. */
export function receiptSignaturePayload(receiptBytes: Uint8Array): Uint8Array {
  return encodeCanonical('wallet-service/receipt-signature/1', [receiptBytes]);
}

function hash32(bytes: Uint8Array | undefined): Uint8Array | undefined {
  return bytes?.length === 32 ? bytes : undefined;
}

function assert32(values: readonly Uint8Array[]): void {
  if (!values.every((value) => value.length === 32))
    throw new RangeError('a SHA-256 hash or a key has 32 bytes');
}
