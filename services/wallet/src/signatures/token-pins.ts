import { createHash } from 'node:crypto';

/** What is needed of the store that all replicas share. Rejects when it is out of reach. */
export type PinStore = {
  /** Null = stored; otherwise the value that was there. */
  readonly setIfAbsent: (key: string, value: string, ttlMs: number) => Promise<string | null>;
};

/** A token is accepted this long after its expiry. */
const clockSkewMs = 10_000;
/** No token lives longer: the signer's limit for the Express interface. */
const longestLifetimeMs = 7 * 86_400_000;

/** What one token was used for: one wallet, operation and list of payloads. */
export function fingerprintOf(walletId: string, operation: string, payloadHashes: Uint8Array): string {
  return createHash('sha256').update(`${walletId}\n${operation}\n`).update(payloadHashes).digest('base64');
}

/**
 * Whether the token was used for something else before. The first use of a token pins it until it has expired. A token is what its issuer signed (the
 * signing input of RFC 7515): who holds one of ES256 can write another signature under it, (r, n - s) for (r, s), that verifies as well.
 */
export async function isReusedForAnotherPayload(
  store: PinStore,
  jwt: string,
  fingerprint: string,
  nowMs: number,
): Promise<boolean> {
  // Whole: a NumericDate (RFC 7519) may have a fraction.
  const ttlMs = Math.min(
    Math.max(Math.ceil(expiryMsOf(jwt, nowMs)) + clockSkewMs - nowMs, 1_000),
    longestLifetimeMs,
  );
  const signingInput = jwt.slice(0, jwt.lastIndexOf('.'));
  const name = createHash('sha256').update(signingInput).digest('base64');
  const pinned = await store.setIfAbsent(`token-pin:${name}`, fingerprint, ttlMs);
  return pinned !== null && pinned !== fingerprint;
}

// The gateway has verified the token, and the signer will: this only decides how long a pin is kept.
function expiryMsOf(jwt: string, nowMs: number): number {
  try {
    const claims = JSON.parse(Buffer.from(jwt.split('.', 2)[1] ?? '', 'base64url').toString('utf8')) as {
      exp?: unknown;
    } | null;
    if (typeof claims?.exp === 'number') return claims.exp * 1000;
  } catch {
    // Not a token: the signer says so.
  }
  return nowMs + longestLifetimeMs;
}
