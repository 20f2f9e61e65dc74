import { checkIssuerAndAudience, checkKeySource } from '../directory/provider.js';
import { observeProviderKeySet, type GivenProvider, type ProviderKeySetDeps } from './provider-key-set.js';

export type FoundIssuer = {
  readonly jwksUri: string;
  readonly keys: readonly { readonly kid: string; readonly alg: string; readonly kty: string }[];
};

/**
 * Where witnesses find the keys of an issuer, and which of them tokens may name. Nothing is kept. Throws
 * `request.invalid`, `provider.key-set-unreachable`, `trust.witnesses-unavailable` and `service.overloaded`.
 */
export async function lookAtIssuer(
  deps: ProviderKeySetDeps,
  { applicationId, issuer, jwksUri }: Pick<GivenProvider, 'applicationId' | 'issuer' | 'jwksUri'>,
): Promise<FoundIssuer> {
  const asked = { applicationId, issuer, jwksUri, audience: 'any', discovered: jwksUri === '' };
  checkIssuerAndAudience(issuer, asked.audience);
  checkKeySource(asked, deps.jwksUriRules);
  const { keySetJson, jwksUri: found } = await observeProviderKeySet(deps, asked);
  const { keys } = JSON.parse(keySetJson) as { readonly keys: readonly Readonly<Record<string, string>>[] };
  return { jwksUri: found, keys: keys.map(({ kid = '', alg = '', kty = '' }) => ({ kid, alg, kty })) };
}
