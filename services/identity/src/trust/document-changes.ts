import { AppError } from '@wallet-service/errors';
import {
  encodeApplicationDocument,
  isSameSource,
  maxApplicationDocumentBytes,
  maxIssuersOfApplication,
  type ApplicationDocument,
  type KeySource,
} from '@wallet-service/signer-protocol';
import type { Application } from '../directory/application.js';
import { keySourceOf, maxProvidersPerApplication, type Provider } from '../directory/provider.js';

/**
 * What an application without a document trusts, from its rows: version 0, because it was never signed. An issuer has
 * one source, that of its oldest provider. Providers with another source are left out.
 */
export function documentOfRows(
  { id, settings }: Application,
  providers: readonly Provider[],
): ApplicationDocument {
  const sources = new Map<string, KeySource>();
  const kept = providers.filter((provider) => {
    const known = sources.get(provider.issuer) ?? keySourceOf(provider);
    sources.set(provider.issuer, known);
    return isSameSource(known, keySourceOf(provider));
  });
  return {
    applicationId: id,
    version: 0,
    expressJwtMaxLifetimeSeconds: settings.expressJwtMaxLifetimeSeconds,
    providers: kept.map(({ id: providerId, issuer, audience, tokenSettings }) => ({
      id: providerId,
      issuer,
      audience,
      assertsEmail: settings.emailProviderIds.includes(providerId),
      ...(tokenSettings && { tokenSettings }),
    })),
    issuers: [...sources].map(([issuer, keySource]) => ({ issuer, keySource })),
  };
}

/**
 * With a provider more, or with another one in its place. Throws `provider.key-source-fixed`, `provider.exists`,
 * `provider.limit-reached`.
 */
export function withProvider(
  document: ApplicationDocument,
  { id, issuer, audience, tokenSettings, ...at }: Omit<Provider, 'applicationId'>,
): ApplicationDocument {
  const keySource = keySourceOf(at);
  const known = document.issuers.find((one) => one.issuer === issuer);
  if (known && !isSameSource(known.keySource, keySource)) throw keySourceFixed(known.keySource);
  const others = document.providers.filter((provider) => provider.id !== id);
  if (others.some((other) => other.issuer === issuer && other.audience === audience))
    throw new AppError('provider.exists', 'the application has a provider with this issuer and audience');
  if (others.length >= maxProvidersPerApplication)
    throw new AppError(
      'provider.limit-reached',
      `an application has at most ${maxProvidersPerApplication} identity providers`,
    );
  if (!known && document.issuers.length >= maxIssuersOfApplication)
    throw new AppError(
      'provider.limit-reached',
      `an application has at most ${maxIssuersOfApplication} issuers, those of deleted providers included: ` +
        'register the provider in another application',
    );
  const assertsEmail = document.providers.find((provider) => provider.id === id)?.assertsEmail ?? false;
  const provider = { id, issuer, audience, assertsEmail, ...(tokenSettings && { tokenSettings }) };
  const exists = others.length < document.providers.length;
  return {
    ...document,
    providers: exists
      ? document.providers.map((one) => (one.id === id ? provider : one))
      : [...document.providers, provider],
    issuers: known ? document.issuers : [...document.issuers, { issuer, keySource }],
  };
}

/** The issuer stays known: wallets are bound to it, so it comes back with the same keys only. */
export function withoutProvider(document: ApplicationDocument, id: string): ApplicationDocument {
  return { ...document, providers: document.providers.filter((provider) => provider.id !== id) };
}

export function withSettings(
  document: ApplicationDocument,
  {
    expressJwtMaxLifetimeSeconds,
    emailProviderIds,
  }: {
    readonly expressJwtMaxLifetimeSeconds?: number | undefined;
    readonly emailProviderIds?: readonly string[] | undefined;
  },
): ApplicationDocument {
  return {
    ...document,
    expressJwtMaxLifetimeSeconds: expressJwtMaxLifetimeSeconds ?? document.expressJwtMaxLifetimeSeconds,
    providers: emailProviderIds
      ? document.providers.map((provider) => ({
          ...provider,
          assertsEmail: emailProviderIds.includes(provider.id),
        }))
      : document.providers,
  };
}

/** The payload of the next version. Throws `provider.limit-reached` if it would be too large. */
export function nextPayload(document: ApplicationDocument, afterVersion: number): Uint8Array {
  const payload = encodeApplicationDocument({ ...document, version: afterVersion + 1 });
  if (payload.length <= maxApplicationDocumentBytes) return payload;
  throw new AppError(
    'provider.limit-reached',
    `the application's providers and the issuers that it ever had would take ${payload.length} bytes, where they may ` +
      `take ${maxApplicationDocumentBytes}: register the provider in another application`,
  );
}

/** Without the known address, because a tenant may have put a secret into it. */
function keySourceFixed(known: KeySource): AppError {
  const message =
    known === 'discovery'
      ? 'the keys of this issuer are found by OIDC discovery, so jwks_uri must be left out'
      : 'the keys of this issuer were registered at another jwks_uri';
  return new AppError(
    'provider.key-source-fixed',
    `/jwks_uri: ${message}. The application's administrators, or the operator's root keys, must sign such a change`,
    { fields: [{ path: '/jwks_uri', message }] },
  );
}

/** Throws `provider.administrators-required`. */
export function demandNoAdministrators({ administrators }: ApplicationDocument): void {
  if (!administrators) return;
  throw new AppError(
    'provider.administrators-required',
    `the application has administrators, of whom ${administrators.threshold} must sign the change: fetch the ` +
      'application document, change it, sign it and submit it',
  );
}
