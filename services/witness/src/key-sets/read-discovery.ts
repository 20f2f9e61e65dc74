import { parseStrictJson } from '@wallet-service/signer-protocol';

export type DiscoveryReading =
  | { readonly ok: true; readonly jwksUri: string }
  | { readonly ok: false; readonly problem: string };

/**
 * Where the provider describes itself (OpenID Connect Discovery 1.0, section 4). Undefined for an issuer with a query
 * or a fragment, behind which a path would mean nothing.
 */
export function discoveryUriOf(issuer: string): string | undefined {
  if (/[?#]/.test(issuer)) return undefined;
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

/**
 * The address of the issuer's keys. A document that names another issuer is refused (section 4.3), so that a host with
 * many tenants, or a wrong answer, can't describe one issuer as another.
 */
export function readDiscovery(body: string, issuer: string): DiscoveryReading {
  let value: unknown;
  try {
    value = parseStrictJson(body);
  } catch {
    return { ok: false, problem: 'is not JSON, or names a member twice' };
  }
  const { issuer: named, jwks_uri: jwksUri } = (typeof value === 'object' && value !== null ? value : {}) as {
    readonly issuer?: unknown;
    readonly jwks_uri?: unknown;
  };
  if (named !== issuer) return { ok: false, problem: 'names another issuer' };
  return typeof jwksUri === 'string' ? { ok: true, jwksUri } : { ok: false, problem: 'has no jwks_uri' };
}
