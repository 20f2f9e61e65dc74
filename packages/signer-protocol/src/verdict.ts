import { bytesOfInteger, decodeCanonical, encodeCanonical, integerOf, textOf } from './canonical.js';

/** The multi-factor evidence that the signer must see before it signs. */
export type MfaRequirement = {
  /** The maximum age of the authentication when the signer sees it. */
  readonly maxAgeSeconds: number;
  /** One of these must be the token's `acr`. If there are none, `mfa` must be among its `amr` (RFC 8176). */
  readonly acrValues: readonly string[];
};

/** The reservation in spending windows for a verdict, and the one signer that may use it. */
export type VerdictReservation = {
  readonly id: string;
  /** The public key of a signer's receipt key (Ed25519, 32 bytes), which lives as long as its process. */
  readonly signer: Uint8Array;
};

/** The policy service's permission for one request: exactly these bytes, with this wallet, for this token. */
export type Verdict = {
  readonly applicationId: string;
  readonly walletId: string;
  readonly chain: string;
  readonly network: string;
  /**
   * The wallet's, as the policies saw it. It is how they recognise the wallet's own outputs, such as change.
   */
  readonly publicKey: Uint8Array;
  /** The user as the policies saw them. STEP_UP policies apply only to users of some issuers. */
  readonly issuer: string;
  readonly subject: string;
  readonly operation: string;
  /** SHA-256 of each payload, in the order in which they are signed. */
  readonly payloadHashes: readonly Uint8Array[];
  /** SHA-256 of the token as received (ASCII). */
  readonly jwtHash: Uint8Array;
  readonly recordVersion: number;
  readonly policyRevision: string;
  readonly mfa: MfaRequirement | null;
  /** Unix seconds. */
  readonly issuedAt: number;
  /** Unix seconds, at most `maxVerdictLifetimeSeconds` after `issuedAt`. */
  readonly expiresAt: number;
  /** Absent: every signer may use the verdict, and its reservations are never released. */
  readonly reservation?: VerdictReservation;
};

export const maxVerdictLifetimeSeconds = 30;
/** The maximum size of a verdict in bytes, enough for some hundred payloads. */
export const maxVerdictBytes = 16 * 1024;

const verdictDomain = 'wallet-service/verdict/2';
const reservedDomain = 'wallet-service/verdict/3';
const mfaDomain = 'wallet-service/verdict/mfa/1';
const listDomain = 'wallet-service/verdict/list/1';

/** Canonical bytes of a verdict. Throws a RangeError for a hash that has not 32 bytes and for numbers out of range. */
export function encodeVerdict(verdict: Verdict): Uint8Array {
  for (const hash of [...verdict.payloadHashes, verdict.jwtHash])
    if (hash.length !== 32) throw new RangeError('a SHA-256 hash has 32 bytes');
  const { reservation } = verdict;
  if (reservation && reservation.signer.length !== 32)
    throw new RangeError('a public key of Ed25519 has 32 bytes');
  return encodeCanonical(reservation ? reservedDomain : verdictDomain, [
    verdict.applicationId,
    verdict.walletId,
    verdict.chain,
    verdict.network,
    verdict.publicKey,
    verdict.issuer,
    verdict.subject,
    verdict.operation,
    encodeCanonical(listDomain, verdict.payloadHashes),
    verdict.jwtHash,
    bytesOfInteger(verdict.recordVersion),
    verdict.policyRevision,
    verdict.mfa === null ? new Uint8Array(0) : encodeMfa(verdict.mfa),
    bytesOfInteger(verdict.issuedAt),
    bytesOfInteger(verdict.expiresAt),
    ...(reservation ? [reservation.id, reservation.signer] : []),
  ]);
}

function encodeMfa(mfa: MfaRequirement): Uint8Array {
  const values = encodeCanonical(listDomain, mfa.acrValues);
  return encodeCanonical(mfaDomain, [bytesOfInteger(mfa.maxAgeSeconds), values]);
}

/**
 * The verdict that `encodeVerdict` wrote. Undefined for every other byte string. MAC and time are not
 * checked.
 */
export function decodeVerdict(bytes: Uint8Array): Verdict | undefined {
  if (bytes.length > maxVerdictBytes) return undefined;
  const plain = decodeCanonical(verdictDomain, bytes);
  const fields = plain ?? decodeCanonical(reservedDomain, bytes);
  if (fields?.length !== (plain ? 15 : 17)) return undefined;
  try {
    return readVerdict((index) => fields[index] ?? new Uint8Array(0), !plain);
  } catch (error) {
    if (error instanceof NotCanonical) return undefined;
    throw error;
  }
}

class NotCanonical extends Error {}

function need<T>(value: T | undefined): T {
  if (value === undefined) throw new NotCanonical();
  return value;
}

function readVerdict(at: (index: number) => Uint8Array, isReserved: boolean): Verdict {
  const text = (index: number): string => need(textOf(at(index)));
  const integer = (index: number): number => need(integerOf(at(index)));
  return {
    applicationId: text(0),
    walletId: text(1),
    chain: text(2),
    network: text(3),
    publicKey: at(4),
    issuer: text(5),
    subject: text(6),
    operation: text(7),
    payloadHashes: need(decodeCanonical(listDomain, at(8))).map(bytes32),
    jwtHash: bytes32(at(9)),
    recordVersion: integer(10),
    policyRevision: text(11),
    mfa: at(12).length === 0 ? null : readMfa(at(12)),
    issuedAt: integer(13),
    expiresAt: integer(14),
    ...(isReserved && { reservation: { id: text(15), signer: bytes32(at(16)) } }),
  };
}

function bytes32(bytes: Uint8Array): Uint8Array {
  return need(bytes.length === 32 ? bytes : undefined);
}

function readMfa(bytes: Uint8Array): MfaRequirement {
  const fields = need(decodeCanonical(mfaDomain, bytes));
  if (fields.length !== 2) throw new NotCanonical();
  const values = need(decodeCanonical(listDomain, need(fields[1])));
  return {
    maxAgeSeconds: need(integerOf(need(fields[0]))),
    acrValues: values.map((value) => need(textOf(value))),
  };
}

/**
 * What the signer that a verdict names signs with its receipt key (Ed25519) when it has not used the verdict
 * and never will. Since no other signer takes that verdict, nothing was and nothing will be signed by it.
 */
export function verdictVoidPayload(verdictHash: Uint8Array): Uint8Array {
  return encodeCanonical('wallet-service/verdict-void/1', [verdictHash]);
}
