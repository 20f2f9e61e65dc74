import {
  bytesOfInteger,
  bytesOfText,
  complete,
  decodeCanonical,
  encodeCanonical,
  integerOf,
  sized,
  textOf,
} from './canonical.js';

/** A signer's claims in the user data of its attestation document. */
export type AttestedClaims = {
  /** SHA-256 of the SubjectPublicKeyInfo (DER) of its TLS certificate. */
  readonly tlsKeyHash: Uint8Array;
  /** Ed25519, 32 bytes, made at boot. Signs receipts. */
  readonly receiptPublicKey: Uint8Array;
  readonly rootVersion: number;
  /** SHA-256 of the root document's payload. */
  readonly rootHash: Uint8Array;
  /** `sha256:` and the hash of the running file, in hex, at most 128 bytes. */
  readonly build: string;
  /** If requested: the key that signs checkpoints of an application's journal (Ed25519, 32 bytes). */
  readonly checkpointKey?: CheckpointKeyClaim | undefined;
};

export type CheckpointKeyClaim = { readonly applicationId: string; readonly publicKey: Uint8Array };

/** What backs the claims of a document: AWS's Nitro hypervisor, or only the signer itself. */
export const attestationFormats = ['aws-nitro', 'self-signed'] as const;
export type AttestationFormat = (typeof attestationFormats)[number];

/**
 * The statement of a signer without such hardware: the claims, under its own receipt key. It proves only that
 * the holder of this key got this nonce.
 */
export type SelfSignedAttestation = {
  readonly nonce: Uint8Array;
  /** Unix milliseconds, by the signer's clock. */
  readonly timestamp: number;
  readonly claims: AttestedClaims;
  /** Ed25519 by the receipt key over `selfSignedPayload`. */
  readonly signature: Uint8Array;
};

const claimsDomain = 'wallet-service/attested-claims/1';
const claimsWithKeyDomain = 'wallet-service/attested-claims/2';
const selfSignedDomain = 'wallet-service/self-signed-attestation/1';
const maxBuildBytes = 128;

/**
 * At most 512 bytes, the room in a Nitro document. Throws a RangeError for a hash or key that does not have
 * 32 bytes.
 */
export function encodeAttestedClaims(claims: AttestedClaims): Uint8Array {
  const { tlsKeyHash, receiptPublicKey, rootVersion, rootHash } = claims;
  const build = bytesOfText(claims.build);
  if (build.length > maxBuildBytes) throw new RangeError('a build has a name of 128 bytes at most');
  if (![tlsKeyHash, receiptPublicKey, rootHash].every(({ length }) => length === 32))
    throw new RangeError('a SHA-256 hash or a key has 32 bytes');
  const version = bytesOfInteger(rootVersion);
  const fields = [tlsKeyHash, receiptPublicKey, version, rootHash, build];
  const { checkpointKey } = claims;
  if (!checkpointKey) return encodeCanonical(claimsDomain, fields);
  const { applicationId, publicKey } = checkpointKey;
  if (publicKey.length !== 32) throw new RangeError('a SHA-256 hash or a key has 32 bytes');
  return encodeCanonical(claimsWithKeyDomain, [...fields, bytesOfText(applicationId), publicKey]);
}

/** The claims that `encodeAttestedClaims` wrote. Undefined for every other byte string. */
export function decodeAttestedClaims(bytes: Uint8Array): AttestedClaims | undefined {
  const bare = decodeCanonical(claimsDomain, bytes);
  const fields = bare ?? decodeCanonical(claimsWithKeyDomain, bytes);
  if (fields?.length !== (bare ? 5 : 7)) return undefined;
  const [tlsKeyHash, receiptPublicKey, version, rootHash, build, applicationId, publicKey] = fields;
  const checkpointKey =
    applicationId &&
    complete<CheckpointKeyClaim>({ applicationId: textOf(applicationId), publicKey: sized(publicKey, 32) });
  if (applicationId && !checkpointKey) return undefined;
  const claims = complete<Omit<AttestedClaims, 'checkpointKey'>>({
    tlsKeyHash: sized(tlsKeyHash, 32),
    receiptPublicKey: sized(receiptPublicKey, 32),
    rootVersion: version && integerOf(version),
    rootHash: sized(rootHash, 32),
    build: build && build.length <= maxBuildBytes ? textOf(build) : undefined,
  });
  return claims && { ...claims, ...(checkpointKey && { checkpointKey }) };
}

/** The bytes of a self-signed attestation that the receipt key signs. */
export function selfSignedPayload({
  nonce,
  timestamp,
  claims,
}: Omit<SelfSignedAttestation, 'signature'>): Uint8Array {
  return encodeCanonical(`${selfSignedDomain}/signature`, [
    nonce,
    bytesOfInteger(timestamp),
    encodeAttestedClaims(claims),
  ]);
}

/** Canonical bytes, which no COSE reader can take for a Nitro document. */
export function encodeSelfSignedAttestation(attestation: SelfSignedAttestation): Uint8Array {
  const { nonce, timestamp, claims, signature } = attestation;
  const time = bytesOfInteger(timestamp);
  return encodeCanonical(selfSignedDomain, [nonce, time, encodeAttestedClaims(claims), signature]);
}

/**
 * What `encodeSelfSignedAttestation` wrote. Undefined for every other byte string. The signature is not
 * checked.
 */
export function decodeSelfSignedAttestation(bytes: Uint8Array): SelfSignedAttestation | undefined {
  const fields = decodeCanonical(selfSignedDomain, bytes);
  if (fields?.length !== 4) return undefined;
  const [nonce, time, claims, signature] = fields;
  return complete<SelfSignedAttestation>({
    nonce,
    timestamp: time && integerOf(time),
    claims: claims && decodeAttestedClaims(claims),
    signature: sized(signature, 64),
  });
}
