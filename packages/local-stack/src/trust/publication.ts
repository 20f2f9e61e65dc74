import { encodeTrustBundle, type TrustBundle } from '@wallet-service/signer-protocol';

/** Identity's proposal. `applicationsJson` is the `applications` member of a bundle's payload. */
export type Proposal = { readonly revision: string; readonly applicationsJson: string };
export type Publication = { readonly revision: string; readonly version: number; readonly expiresAt: number };

/**
 * A bundle of the local stack is valid for a day and renewed after half of it, so that an unattended stack
 * keeps working.
 */
export const bundleLifetimeSeconds = 86_400;

/** Whether the last publication is old enough to be renewed. `now`: Unix seconds. */
export function isRenewalDue(last: Publication | undefined, now: number): boolean {
  return last !== undefined && last.expiresAt - now < bundleLifetimeSeconds / 2;
}

/**
 * The payload that publishes a proposal. The version is the time in milliseconds unless the last one is ahead
 * of the clock. So it also rises if the record of earlier versions is lost.
 */
export function payloadFor(
  proposal: Proposal,
  baked: TrustBundle,
  lastVersion: number,
  nowMs: number,
): { payload: Uint8Array; publication: Publication } {
  const issuedAt = Math.floor(nowMs / 1000);
  const version = Math.max(lastVersion + 1, nowMs);
  const expiresAt = issuedAt + bundleLifetimeSeconds;
  const empty = encodeTrustBundle({ ...baked, version, issuedAt, expiresAt, applications: [] });
  const members = JSON.parse(new TextDecoder().decode(empty)) as Record<string, unknown>;
  const payload = JSON.stringify({
    ...members,
    applications: JSON.parse(proposal.applicationsJson) as unknown,
  });
  return {
    payload: new TextEncoder().encode(payload),
    publication: { revision: proposal.revision, version, expiresAt },
  };
}
