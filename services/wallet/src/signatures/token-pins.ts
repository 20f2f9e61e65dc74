import { createHash } from 'node:crypto';

/** What is needed of the store that all replicas share. Rejects when it is out of reach. */
export type PinStore = {
  /** Null = stored; otherwise the value that was there. */
  readonly setIfAbsent: (key: string, value: string, ttlMs: number, share: string) => Promise<string | null>;
};

/** A token is accepted this long after its expiry. */
const clockSkewMs = 10_000;
/** No token lives longer: the signer's limit for the Express interface. */
const longestLifetimeMs = 7 * 86_400_000;

/** What one token was used for: one wallet, operation and list of payloads. */
export function fingerprintOf(walletId: string, operation: string, payloadHashes: Uint8Array): string {
  return createHash('sha256').update(`${walletId}\n${operation}\n`).update(payloadHashes).digest('base64');
}

export type TokenUse = { readonly applicationId: string; readonly jwt: string; readonly fingerprint: string };

/** Whether the token was used for something else before. The first use of a token pins it until it has expired. */
export async function isReusedForAnotherPayload(
  store: PinStore,
  { applicationId, jwt, fingerprint }: TokenUse,
  nowMs: number,
): Promise<boolean> {
  // Whole: a NumericDate (RFC 7519) may have a fraction.
  const ttlMs = Math.min(
    Math.max(Math.ceil(expiryMsOf(jwt, nowMs)) + clockSkewMs - nowMs, 1_000),
    longestLifetimeMs,
  );
  const pinned = await store.setIfAbsent(`token-pin:${nameOf(jwt)}`, fingerprint, ttlMs, applicationId);
  return pinned !== null && pinned !== fingerprint;
}

// Of the signature its first half only: who holds a token signed with ECDSA can write a second one that
// verifies, (r, n - s) for (r, s).
function nameOf(jwt: string): string {
  const end = jwt.lastIndexOf('.') + 1;
  const signature = Buffer.from(jwt.slice(end), 'base64url');
  const half = signature.subarray(0, signature.length >> 1);
  return createHash('sha256').update(jwt.slice(0, end)).update(half).digest('base64');
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
