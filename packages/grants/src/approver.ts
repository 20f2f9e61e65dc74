import { sign, verify, type KeyObject } from 'node:crypto';
import { signatureBytes } from './grant.js';

/**
 * Identity's statement that a person was an owner of an application, and which passkeys were theirs. Whoever has it can
 * verify their approvals without asking identity.
 */
export type Approver = {
  readonly applicationId: string;
  readonly personId: string;
  /** Where passkeys are used: a domain, and the origins of its pages. */
  readonly relyingParty: { readonly id: string; readonly origins: readonly string[] };
  readonly passkeys: readonly ApproverPasskey[];
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
};

export type ApproverPasskey = {
  /** base64url. */
  readonly credentialId: string;
  /** SubjectPublicKeyInfo (DER) in base64url. */
  readonly publicKey: string;
  /** COSE. */
  readonly algorithm: number;
};

/** Signed bytes start with this text, so that no other signature of the same key passes for one of a statement. */
const domain = Buffer.from('wallet-service approver v1\n');

/** The statement as it is sent and kept: 64 bytes of Ed25519, and JSON. */
export function signApprover(approver: Approver, key: KeyObject): Buffer {
  const payload = Buffer.from(JSON.stringify(approver));
  return Buffer.concat([sign(null, Buffer.concat([domain, payload]), key), payload]);
}

/** Undefined unless one of identity's keys signed it. Its age is not checked. */
export function readApprover(bytes: Uint8Array, publicKeys: readonly KeyObject[]): Approver | undefined {
  const signature = bytes.subarray(0, signatureBytes);
  const payload = bytes.subarray(signatureBytes);
  const message = Buffer.concat([domain, payload]);
  if (!publicKeys.some((key) => verify(null, message, key, signature))) return undefined;
  return JSON.parse(Buffer.from(payload).toString('utf8')) as Approver;
}
