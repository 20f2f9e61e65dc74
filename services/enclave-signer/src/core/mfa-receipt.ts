import { timingSafeEqual } from 'node:crypto';
import type { VerifiedUserToken } from '@wallet-service/jwt';
import {
  bytesOfInteger,
  decodeCanonical,
  encodeCanonical,
  integerOf,
  Refused,
  textOf,
  type MfaRequirement,
} from '@wallet-service/signer-protocol';
import type { ApplicationKey } from './application-key.js';
import type { UserOwner } from './owner-context.js';

/** How and when a user authenticated, according to a verified token. */
export type MfaEvidence = {
  /** `auth_time`, Unix seconds. */
  readonly authTime: number;
  /** Empty when the token has none. */
  readonly acr: string;
  /** `mfa` is among its `amr` (RFC 8176). */
  readonly saysMfa: boolean;
};

const domain = 'wallet-service/mfa-receipt/2';
const evidenceDomain = 'wallet-service/mfa-receipt/evidence/1';
const macBytes = 32;
const clockSkewSeconds = 10;
/** The number of kinds of authentication remembered per user, more than a provider distinguishes. */
const mostEvidences = 8;
/**
 * The longest value that an application can name. A receipt with the maximum number of these can still be
 * read.
 */
const nameableAcr = /^[\x21-\x7e]{0,128}$/;
const largestReceipt = 4096;
/** No recency window is longer. */
const oldestSeconds = 30 * 86_400;

/** The evidence in a token. Undefined if it does not say when the user authenticated. */
export function evidenceOf({ authTime, acr, amr }: VerifiedUserToken): MfaEvidence | undefined {
  return authTime === undefined ? undefined : { authTime, acr: acr ?? '', saysMfa: amr.includes('mfa') };
}

/**
 * The evidence about the user after a fresh token. Undefined if the token adds nothing. Each kind of evidence
 * is kept separately, because only the application knows which `acr` counts: a newer token with less evidence
 * removes nothing.
 */
export function withFreshEvidence(
  remembered: readonly MfaEvidence[],
  fresh: MfaEvidence | undefined,
  now: number,
): readonly MfaEvidence[] | undefined {
  if (fresh === undefined || !isWorthRemembering(fresh, now)) return undefined;
  const isOfItsKind = ({ acr, saysMfa }: MfaEvidence) => acr === fresh.acr && saysMfa === fresh.saysMfa;
  if (remembered.some((known) => isOfItsKind(known) && known.authTime >= fresh.authTime)) return undefined;
  return [
    fresh,
    ...remembered.filter((known) => !isOfItsKind(known) && now - known.authTime <= oldestSeconds),
  ]
    .sort((a, b) => b.authTime - a.authTime)
    .slice(0, mostEvidences);
}

function isWorthRemembering({ acr, saysMfa, authTime }: MfaEvidence, now: number): boolean {
  // RFC 9470 and OpenID Connect Core: acr "0" means that no level was reached.
  const saysMore = saysMfa || (acr !== '' && acr !== '0');
  return saysMore && nameableAcr.test(acr) && authTime <= now + clockSkewSeconds;
}

/**
 * Stores evidence without storing a token. The holder of the receipt can present it again within the recency
 * window. Only this signer can have written it, for this application and user.
 */
export function sealMfaReceipt(
  evidences: readonly MfaEvidence[],
  applicationId: string,
  owner: UserOwner,
  key: ApplicationKey,
): Uint8Array {
  const body = encodeCanonical(domain, [
    applicationId,
    owner.issuer,
    owner.subject,
    ...evidences.map(({ authTime, acr, saysMfa }) =>
      encodeCanonical(evidenceDomain, [bytesOfInteger(authTime), acr, Uint8Array.of(saysMfa ? 1 : 0)]),
    ),
  ]);
  return new Uint8Array(Buffer.concat([body, key.mac('receipt', body)]));
}

/** The evidence in a receipt. None if this signer did not write it for this application and user. */
export function openMfaReceipt(
  receipt: Uint8Array,
  applicationId: string,
  owner: UserOwner,
  key: ApplicationKey,
): readonly MfaEvidence[] {
  if (receipt.length <= macBytes || receipt.length > largestReceipt) return [];
  const body = receipt.subarray(0, receipt.length - macBytes);
  if (!timingSafeEqual(receipt.subarray(-macBytes), key.mac('receipt', body))) return [];
  const [application, issuer, subject, ...evidences] = decodeCanonical(domain, body) ?? [];
  const holder = [application, issuer, subject].map((field) => field && textOf(field));
  if (JSON.stringify(holder) !== JSON.stringify([applicationId, owner.issuer, owner.subject])) return [];
  return evidences.flatMap((bytes) => readEvidence(bytes) ?? []);
}

function readEvidence(bytes: Uint8Array): MfaEvidence | undefined {
  const [authTimeBytes, acrBytes, flag] = decodeCanonical(evidenceDomain, bytes) ?? [];
  const authTime = authTimeBytes && integerOf(authTimeBytes);
  const acr = acrBytes && textOf(acrBytes);
  return authTime === undefined || acr === undefined
    ? undefined
    : { authTime, acr, saysMfa: flag?.[0] === 1 };
}

/**
 * Throws Refused('mfa-missing' | 'mfa-stale') unless some evidence is of the kind that the verdict requires,
 * and recent enough.
 */
export function demandMfa(
  { maxAgeSeconds, acrValues }: MfaRequirement,
  evidences: readonly MfaEvidence[],
  now: number,
): void {
  const ofKind = evidences.filter(
    ({ acr, saysMfa, authTime }) =>
      (acrValues.length > 0 ? acrValues.includes(acr) : saysMfa) && authTime <= now + clockSkewSeconds,
  );
  const details = { max_age: maxAgeSeconds, ...(acrValues.length > 0 && { acr_values: acrValues }) };
  if (ofKind.length === 0) throw new Refused('mfa-missing', details);
  if (!ofKind.some(({ authTime }) => now - authTime <= maxAgeSeconds))
    throw new Refused('mfa-stale', details);
}
