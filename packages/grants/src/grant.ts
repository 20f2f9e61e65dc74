/** The services that accept grants. A grant is for one of them. */
export const audiences = ['identity', 'policy', 'wallet', 'webhooks'] as const;
export type Audience = (typeof audiences)[number];

/** Identity's statement that a caller has the credential that a management call needs. */
export type Grant = {
  readonly audience: Audience;
  /** The application whose secret key was used, or in which the person works. Undefined: as operator. */
  readonly applicationId: string | undefined;
  /** Identifies the credential and reveals nothing of it. */
  readonly keyId: string;
  /** What the credential is limited to. Undefined: it has no limits. */
  readonly scopes?: readonly string[] | undefined;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
  readonly expiresAt: number;
};

/** By identity's clock. Including the leeway of its receiver, no grant is accepted for more than a minute. */
export const grantLifetimeMs = 45_000;
export const grantLeewayMs = 15_000;

/**
 * Signed bytes start with this text, so that no other signature of the same key can pass for one of a grant.
 */
const domain = 'wallet-service grant v1\n';
export const signatureBytes = 64;

/**
 * The signed part of a grant, as it is sent. Without scopes it is that of a release without scopes. A service of that
 * release refuses one with scopes, because it cannot check them.
 */
export function payloadOf({ audience, applicationId, keyId, issuedAt, expiresAt, scopes }: Grant): Buffer {
  const parts = [audience, applicationId ?? null, keyId, issuedAt, expiresAt];
  return Buffer.from(JSON.stringify(scopes === undefined ? parts : [...parts, scopes]));
}

export function signedBytesOf(payload: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(domain), payload]);
}

/** Undefined if it is not a grant. MUST be called only on a payload whose signature is valid. */
export function grantOfPayload(payload: Uint8Array): Grant | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(payload).toString('utf8'));
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts)) return undefined;
  const [audience, applicationId, keyId, issuedAt, expiresAt, ...limits] = parts as unknown[];
  const known = audiences.find((name) => name === audience);
  const isOperator = applicationId === null;
  if (known === undefined || !(isOperator || (typeof applicationId === 'string' && applicationId !== '')))
    return undefined;
  if (typeof keyId !== 'string' || !Number.isSafeInteger(issuedAt) || !Number.isSafeInteger(expiresAt))
    return undefined;
  if (!areLimits(limits)) return undefined;
  return {
    audience: known,
    applicationId: isOperator ? undefined : applicationId,
    keyId,
    issuedAt: issuedAt as number,
    expiresAt: expiresAt as number,
    ...(limits.length > 0 && { scopes: limits[0] as readonly string[] }),
  };
}

/** Nothing, or scopes. */
function areLimits(limits: readonly unknown[]): boolean {
  const [scopes] = limits;
  if (limits.length === 0) return true;
  const areScopes = Array.isArray(scopes) && scopes.every((one) => typeof one === 'string');
  return limits.length === 1 && areScopes;
}
