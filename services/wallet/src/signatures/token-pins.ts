import { createHash } from 'node:crypto';

/** The part of the shared store that is needed here. Rejects if the store can't be reached. */
export type PinStore = {
  /** Null if it was stored, otherwise the value that was there. */
  readonly setIfAbsent: (key: string, value: string, ttlMs: number, share: string) => Promise<string | null>;
};

/** A token is accepted this long after its expiry. */
const clockSkewMs = 10_000;
/** No token is valid longer: the signer's limit for the Express interface. */
const longestLifetimeMs = 7 * 86_400_000;

/** The use of a token: one wallet, operation and list of payloads. */
export function fingerprintOf(walletId: string, operation: string, payloadHashes: Uint8Array): string {
  return createHash('sha256').update(`${walletId}\n${operation}\n`).update(payloadHashes).digest('base64');
}

export type TokenUse = {
  readonly applicationId: string;
  readonly jwt: string;
  /** The token's claim, of any form. It only decides how long a pin is kept. */
  readonly exp: unknown;
  readonly fingerprint: string;
};

/**
 * Whether the token was already used for something else. The first use of a token pins it until it expires.
 */
export async function isReusedForAnotherPayload(
  store: PinStore,
  { applicationId, jwt, exp, fingerprint }: TokenUse,
  nowMs: number,
): Promise<boolean> {
  // Rounded, because a NumericDate (RFC 7519) may have a fraction.
  const expiryMs = typeof exp === 'number' ? exp * 1000 : nowMs + longestLifetimeMs;
  const ttlMs = Math.min(Math.max(Math.ceil(expiryMs) + clockSkewMs - nowMs, 1_000), longestLifetimeMs);
  const pinned = await store.setIfAbsent(`token-pin:${nameOf(jwt)}`, fingerprint, ttlMs, applicationId);
  return pinned !== null && pinned !== fingerprint;
}

// Only the first half of the signature is used. Anyone who holds a token signed with ECDSA can write a second
// one that verifies, (r, n - s) for (r, s).
function nameOf(jwt: string): string {
  const end = jwt.lastIndexOf('.') + 1;
  const signature = Buffer.from(jwt.slice(end), 'base64url');
  const half = signature.subarray(0, signature.length >> 1);
  return createHash('sha256').update(jwt.slice(0, end)).update(half).digest('base64');
}
