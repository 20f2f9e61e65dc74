import {
  bytesOfInteger,
  complete,
  decodeCanonical,
  encodeCanonical,
  integerOf,
  sized,
  textOf,
} from './canonical.js';

/** What a signer says of itself in its attestation document. */
export type AttestedClaims = {
  /** SHA-256 of the SubjectPublicKeyInfo (DER) of its TLS certificate. */
  readonly tlsKeyHash: Uint8Array;
  /** Ed25519, 32 bytes, made at its start. Signs receipts. */
  readonly receiptPublicKey: Uint8Array;
  readonly rootVersion: number;
  /** SHA-256 of the root document's payload. */
  readonly rootHash: Uint8Array;
  /** `sha256:` and the hash of the running file, in hex, at most 128 bytes. */
  readonly build: string;
  /** If requested by `application_id`: the key that signs checkpoints of the application's journal. */
  readonly checkpointKey?: CheckpointKeyClaim;
};

/** `publicKey`: Ed25519, 32 bytes. */
export type CheckpointKeyClaim = { readonly applicationId: string; readonly publicKey: Uint8Array };

export type SelfSignedAttestation = {
  readonly nonce: Uint8Array;
  /** Unix milliseconds, by the signer's clock. */
  readonly timestamp: number;
  readonly claims: AttestedClaims;
  /** Ed25519, by the receipt key. */
  readonly signature: Uint8Array;
  /** What it covers. */
  readonly signed: Uint8Array;
};

const maxBuildBytes = 128;

/** The claims in the user data of a document. Undefined for every other byte string. */
export function decodeAttestedClaims(bytes: Uint8Array): AttestedClaims | undefined {
  const bare = decodeCanonical('wallet-service/attested-claims/1', bytes);
  const fields = bare ?? decodeCanonical('wallet-service/attested-claims/2', bytes);
  if (fields?.length !== (bare ? 5 : 7)) return undefined;
  const [tlsKeyHash, receiptPublicKey, version, rootHash, build, applicationId, publicKey] = fields;
  const claims = complete<Omit<AttestedClaims, 'checkpointKey'>>({
    tlsKeyHash: sized(tlsKeyHash, 32),
    receiptPublicKey: sized(receiptPublicKey, 32),
    rootVersion: integerOf(version),
    rootHash: sized(rootHash, 32),
    build: build && build.length <= maxBuildBytes ? textOf(build) : undefined,
  });
  if (bare) return claims;
  const checkpointKey = complete<CheckpointKeyClaim>({
    applicationId: textOf(applicationId),
    publicKey: sized(publicKey, 32),
  });
  return claims && checkpointKey && { ...claims, checkpointKey };
}

/**
 * The statement of a signer without attestation hardware. Undefined for every other byte string. Proves nothing yet.
 */
export function decodeSelfSignedAttestation(bytes: Uint8Array): SelfSignedAttestation | undefined {
  const domain = 'wallet-service/self-signed-attestation/1';
  const fields = decodeCanonical(domain, bytes);
  if (fields?.length !== 4) return undefined;
  const [nonce, time, claims, signature] = fields;
  const timestamp = integerOf(time);
  return complete<SelfSignedAttestation>({
    nonce,
    timestamp,
    claims: claims && decodeAttestedClaims(claims),
    signature: sized(signature, 64),
    signed:
      nonce && claims && timestamp !== undefined
        ? encodeCanonical(`${domain}/signature`, [nonce, bytesOfInteger(timestamp), claims])
        : undefined,
  });
}
