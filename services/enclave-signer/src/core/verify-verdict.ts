import { verify, type KeyObject } from 'node:crypto';
import {
  decodeVerdict,
  maxVerdictLifetimeSeconds,
  Refused,
  verdictSignaturePayload,
  type Verdict,
} from '@wallet-service/signer-protocol';

/** The use that is about to happen, as the signer itself sees it. */
export type RequestedUse = Pick<
  Verdict,
  | 'applicationId'
  | 'walletId'
  | 'chain'
  | 'network'
  | 'issuer'
  | 'subject'
  | 'operation'
  | 'payloadHashes'
  | 'jwtHash'
  | 'recordVersion'
>;

const clockSkewSeconds = 10;

/**
 * Verifies the policy service's permission for exactly this use, now. Throws Refused: 'verdict-malformed',
 * 'verdict-signature', 'verdict-not-yet-valid', 'verdict-expired', 'verdict-lifetime', or 'verdict-mismatch'
 * with the name of the field that differs.
 */
export function verifyVerdict(
  signed: { verdict: Uint8Array; verdictSignature: Uint8Array },
  use: RequestedUse,
  verdictKeys: readonly KeyObject[],
  now: number,
): Verdict {
  const verdict = readVerdict(signed, verdictKeys, now);
  if (now >= verdict.expiresAt) throw new Refused('verdict-expired');
  for (const field of Object.keys(use) as (keyof RequestedUse)[])
    if (!isSame(verdict[field], use[field])) throw new Refused('verdict-mismatch', { field });
  return verdict;
}

/** A verdict that the policy service signed and that is or was valid. Throws Refused. */
export function readVerdict(
  signed: { verdict: Uint8Array; verdictSignature: Uint8Array },
  verdictKeys: readonly KeyObject[],
  now: number,
): Verdict {
  const payload = verdictSignaturePayload(signed.verdict);
  if (!verdictKeys.some((key) => verify(null, payload, key, signed.verdictSignature)))
    throw new Refused('verdict-signature');
  const verdict = decodeVerdict(signed.verdict);
  if (verdict === undefined) throw new Refused('verdict-malformed');
  const { issuedAt, expiresAt } = verdict;
  if (expiresAt - issuedAt > maxVerdictLifetimeSeconds) throw new Refused('verdict-lifetime');
  if (issuedAt > now + clockSkewSeconds) throw new Refused('verdict-not-yet-valid');
  return verdict;
}

function isSame(left: Verdict[keyof RequestedUse], right: Verdict[keyof RequestedUse]): boolean {
  if (typeof left !== 'object' || typeof right !== 'object') return left === right;
  const [lefts, rights] = [listOf(left), listOf(right)];
  return (
    lefts.length === rights.length &&
    lefts.every((item, index) => Buffer.compare(item, rights[index] ?? new Uint8Array(0)) === 0)
  );
}

function listOf(value: Uint8Array | readonly Uint8Array[]): readonly Uint8Array[] {
  return value instanceof Uint8Array ? [value] : value;
}
