import type { OutgoingUrlRules } from '@wallet-service/egress';
import { AppError } from '@wallet-service/errors';
import type { IssuerKeys, ObservedKeySet } from '../witnesses/observe-key-set.js';
import { keySourceOf, type Provider } from '../directory/provider.js';
import type { TokenSettingsChanges } from './token-settings.js';

export type ProviderKeySetDeps = {
  readonly jwksUriRules: OutgoingUrlRules;
  readonly observeKeySet: (source: IssuerKeys, applicationId: string) => Promise<ObservedKeySet>;
};

/** What a caller says of a provider. Without `jwksUri` its keys are found by OIDC discovery at the issuer. */
export type GivenProvider = Pick<Provider, 'applicationId' | 'issuer' | 'audience' | 'jwksUri'> & {
  readonly tokenChanges: TokenSettingsChanges;
};

export type FoundKeySet = { readonly keySetJson: string; readonly jwksUri: string };

/**
 * The usable keys that the witnesses see. Throws `provider.key-set-unreachable` with the reason, and
 * `trust.witnesses-unavailable`.
 */
export async function observeProviderKeySet(
  deps: Pick<ProviderKeySetDeps, 'observeKeySet'>,
  provider: Omit<Provider, 'id'>,
): Promise<FoundKeySet> {
  const { issuer, applicationId, discovered } = provider;
  const source = { issuer, keySource: keySourceOf(provider) };
  const observed = await deps.observeKeySet(source, applicationId);
  if (observed.ok)
    return {
      keySetJson: observed.keySetJson,
      jwksUri: discovered ? observed.jwksUri : provider.jwksUri,
    };
  const { problem } = observed;
  const named = `the key set ${discovered ? 'found by OIDC discovery at issuer' : 'at jwks_uri'} ${problem}`;
  if (observed.unavailable)
    throw new AppError('trust.witnesses-unavailable', `nothing was changed: ${named}`, {
      retryAfterSeconds: 5,
    });
  throw new AppError('provider.key-set-unreachable', named, {
    fields: [{ path: discovered ? '/issuer' : '/jwks_uri', message: problem }],
  });
}
