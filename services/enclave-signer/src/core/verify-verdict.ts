import type { KeyObject } from 'node:crypto';
import {
  decodeVerdict,
  maxVerdictLifetimeSeconds,
  Refused,
  type Verdict,
} from '@wallet-service/signer-protocol';
import { clockSkewSeconds, type SentVerdict, type VerdictMacs } from './verdict-macs.js';

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

/** What shows who made a verdict, and whose word counts now. */
export type VerdictAuthority = {
  readonly verdictMacs: VerdictMacs;
  readonly trust: { readonly verdictKeys: readonly KeyObject[] };
};

/**
 * Verifies the policy service's permission for exactly this use, now. Throws Refused: 'verdict-mandate',
 * 'verdict-mac', 'verdict-malformed', 'verdict-not-yet-valid', 'verdict-expired', 'verdict-lifetime', or
 * 'verdict-mismatch' with the name of the field that differs.
 */
export function verifyVerdict(
  sent: SentVerdict,
  use: RequestedUse,
  authority: VerdictAuthority,
  now: number,
): Verdict {
  const verdict = readVerdict(sent, authority, now);
  if (now >= verdict.expiresAt) throw new Refused('verdict-expired');
  for (const field of Object.keys(use) as (keyof RequestedUse)[])
    if (!isSame(verdict[field], use[field])) throw new Refused('verdict-mismatch', { field });
  return verdict;
}

/** A verdict that the policy service made and that is or was valid. Throws Refused. */
export function readVerdict(
  sent: SentVerdict,
  { verdictMacs, trust }: VerdictAuthority,
  now: number,
): Verdict {
  verdictMacs.demand(sent, trust.verdictKeys, now);
  const verdict = decodeVerdict(sent.verdict);
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
