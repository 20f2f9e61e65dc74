import { bytesOfInteger, complete, decodeCanonical, encodeCanonical, integerOf, sized } from './canonical.js';

/** That a process of the policy service makes verdicts under its exchange key. Signed by a verdict key. */
export type Mandate = {
  /** The exchange key of the process: X25519, 32 bytes. */
  readonly publicKey: Uint8Array;
  /** Unix seconds. */
  readonly issuedAt: number;
  /** Unix seconds, at most `maxMandateSeconds` after `issuedAt`. */
  readonly expiresAt: number;
};

export type SignedMandate = Mandate & {
  /** Ed25519 (RFC 8032) over `mandatePayload`. */
  readonly signature: Uint8Array;
};

/** Signers believe no mandate that is valid for longer. */
export const maxMandateSeconds = 3600;

const domain = 'wallet-service/mandate/1';

/** The bytes that the verdict key signs. */
export function mandatePayload(mandate: Mandate): Uint8Array {
  return encodeCanonical(`${domain}/signature`, fieldsOf(mandate));
}

export function encodeMandate(mandate: SignedMandate): Uint8Array {
  return encodeCanonical(domain, [...fieldsOf(mandate), mandate.signature]);
}

/** What `encodeMandate` wrote. Undefined for every other byte string. Signature and times are not checked. */
export function decodeMandate(bytes: Uint8Array): SignedMandate | undefined {
  const fields = decodeCanonical(domain, bytes);
  if (fields?.length !== 4) return undefined;
  const [publicKey, issuedAt, expiresAt, signature] = fields;
  return complete<SignedMandate>({
    publicKey: sized(publicKey, 32),
    issuedAt: issuedAt && integerOf(issuedAt),
    expiresAt: expiresAt && integerOf(expiresAt),
    signature: sized(signature, 64),
  });
}

function fieldsOf({ publicKey, issuedAt, expiresAt }: Mandate): Uint8Array[] {
  return [publicKey, bytesOfInteger(issuedAt), bytesOfInteger(expiresAt)];
}

/**
 * The `info` with which HKDF-SHA256 (RFC 5869, no salt, 32 bytes) turns the shared secret of two exchange keys into the
 * key of the MACs of verdicts: HMAC-SHA256 over the verdict's canonical bytes. As in DHKEM (RFC 9180 section 4.1) it
 * names both public keys, so that nobody who has one key with a party has another's. That of the signers comes from
 * their sealing key, and names with it the installation and its sealing key's generation.
 */
export function verdictMacInfo(ofPolicy: Uint8Array, ofSigners: Uint8Array): Uint8Array {
  return encodeCanonical('wallet-service/verdict-mac-key/1', [ofPolicy, ofSigners]);
}
