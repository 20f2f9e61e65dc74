import { timingSafeEqual } from 'node:crypto';
import type { VerifiedUserToken } from '@wallet-service/jwt';
import {
  bytesOfInteger,
  bytesOfText,
  decodeCanonical,
  encodeCanonical,
  integerOf,
  Refused,
  textOf,
  type MfaRequirement,
} from '@wallet-service/signer-protocol';
import type { ApplicationKey } from './application-key.js';
import type { UserOwner } from './owner-context.js';

/** How and when a user authenticated: `acr`, `amr` and `auth_time` (Unix seconds) of a verified token. */
export type MfaEvidence = {
  readonly authTime: number;
  readonly acr: string;
  readonly amr: readonly string[];
};

const domain = 'wallet-service/mfa-receipt/1';
const macBytes = 32;
const clockSkewSeconds = 10;

/** The evidence in a token; undefined when it does not say when the user authenticated. */
export function evidenceOf({ authTime, acr, amr }: VerifiedUserToken): MfaEvidence | undefined {
  return authTime === undefined ? undefined : { authTime, acr: acr ?? '', amr };
}

/** Whether a receipt for this evidence is worth remembering: it says more than that the user logged in. */
export function isMultiFactor({ acr, amr }: MfaEvidence): boolean {
  // RFC 9470 and OpenID Connect Core: acr "0" stands for "no level reached".
  return amr.includes('mfa') || (acr !== '' && acr !== '0');
}

/**
 * Remembers evidence without storing a token: whoever holds the receipt can show it again within the recency window, and
 * only this signer can have written it, for this application and user.
 */
export function writeReceipt(
  evidence: MfaEvidence,
  applicationId: string,
  owner: UserOwner,
  key: ApplicationKey,
): Uint8Array {
  const body = encodeCanonical(domain, [
    bytesOfText(applicationId),
    bytesOfText(owner.issuer),
    bytesOfText(owner.subject),
    bytesOfInteger(evidence.authTime),
    bytesOfText(evidence.acr),
    encodeCanonical(domain, evidence.amr.map(bytesOfText)),
  ]);
  return new Uint8Array(Buffer.concat([body, key.mac('receipt', body)]));
}

/** The evidence of a receipt; undefined for one that this signer did not write for this application and user. */
export function readReceipt(
  receipt: Uint8Array,
  applicationId: string,
  owner: UserOwner,
  key: ApplicationKey,
): MfaEvidence | undefined {
  if (receipt.length <= macBytes || receipt.length > 4096) return undefined;
  const body = receipt.subarray(0, receipt.length - macBytes);
  if (!timingSafeEqual(receipt.subarray(-macBytes), key.mac('receipt', body))) return undefined;
  const [application, issuer, subject, authTimeBytes, acrBytes, amrBytes] =
    decodeCanonical(domain, body) ?? [];
  const authTime = authTimeBytes && integerOf(authTimeBytes);
  if (authTime === undefined || !acrBytes || !amrBytes) return undefined;
  const holder = [application, issuer, subject].map((field) => field && textOf(field));
  if (JSON.stringify(holder) !== JSON.stringify([applicationId, owner.issuer, owner.subject]))
    return undefined;
  const amr = decodeCanonical(domain, amrBytes)?.map((method) => textOf(method) ?? '') ?? [];
  return { authTime, acr: textOf(acrBytes) ?? '', amr };
}

/** Refused('mfa-missing' | 'mfa-stale') unless one of the evidences is of the kind that the verdict asks for, and recent enough. */
export function demandMfa(
  { maxAgeSeconds, acrValues }: MfaRequirement,
  evidences: readonly MfaEvidence[],
  now: number,
): void {
  const ofKind = evidences.filter(
    ({ acr, amr, authTime }) =>
      (acrValues.length > 0 ? acrValues.includes(acr) : amr.includes('mfa')) &&
      authTime <= now + clockSkewSeconds,
  );
  const details = { max_age: maxAgeSeconds, ...(acrValues.length > 0 && { acr_values: acrValues }) };
  if (ofKind.length === 0) throw new Refused('mfa-missing', details);
  if (!ofKind.some(({ authTime }) => now - authTime <= maxAgeSeconds))
    throw new Refused('mfa-stale', details);
}
