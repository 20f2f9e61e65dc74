import { AppError } from '@wallet-service/errors';
import { looksLikeApiKey, type Application } from '../directory/application.js';
import type { DirectoryEntry } from '../directory/directory-store.js';
import type { ProviderWithKeys, Snapshot } from './snapshot.js';

export type AuthenticatedUser = {
  readonly revision: string;
  readonly application: Application;
  readonly provider: ProviderWithKeys;
  readonly keySetJson: string;
};

export type AuthenticateUserDeps = {
  /** MUST answer with what the database holds after the call. */
  readonly findByApiKey: (apiKey: string) => Promise<DirectoryEntry | undefined>;
  readonly snapshotOf: (entry: DirectoryEntry) => Promise<Snapshot>;
};

/** The application that an API key names. Throws `auth.api-key-invalid`. */
async function snapshotOfApiKey(deps: AuthenticateUserDeps, apiKey: string) {
  const entry = looksLikeApiKey(apiKey) ? await deps.findByApiKey(apiKey) : undefined;
  if (!entry) throw new AppError('auth.api-key-invalid', 'the API key is not valid');
  return { entry, snapshot: await deps.snapshotOf(entry) };
}

/** From which web pages the application may be called. Throws `auth.api-key-invalid`. */
export async function allowedOriginsOf(
  deps: AuthenticateUserDeps,
  apiKey: string,
): Promise<readonly string[]> {
  const { snapshot } = await snapshotOfApiKey(deps, apiKey);
  return snapshot.application.settings.allowedOrigins;
}

/** Among which providers of the application a token names its own. Throws `auth.api-key-invalid`. */
export async function findProviders(
  deps: AuthenticateUserDeps,
  apiKey: string,
): Promise<{ readonly application: Application; readonly providers: readonly ProviderWithKeys[] }> {
  const { snapshot } = await snapshotOfApiKey(deps, apiKey);
  return { application: snapshot.application, providers: [...snapshot.providers.values()] };
}

/**
 * The application and provider of a user's request, and the keys to verify its token with. A refusal after the API key
 * names the application (`application_id`), so that the gateway can note it. Throws
 * `auth.api-key-invalid`; `auth.provider-invalid`, the same for an unknown provider and for one of another
 * application; `service.unavailable` if the provider's keys could not be fetched for too long.
 */
export async function authenticateUser(
  deps: AuthenticateUserDeps,
  apiKey: string,
  providerId: string,
): Promise<AuthenticatedUser> {
  const { entry, snapshot } = await snapshotOfApiKey(deps, apiKey);
  const { application, providers } = snapshot;
  const provider = providers.get(providerId);
  const named = { details: { application_id: application.id } };
  if (!provider) {
    throw new AppError('auth.provider-invalid', 'the application has no such identity provider', named);
  }
  if (provider.keySetJson === undefined) {
    throw new AppError(
      'service.unavailable',
      "the identity provider's key set could not be fetched for too long",
      { ...named, retryAfterSeconds: 60 },
    );
  }
  return { revision: String(entry.revision), application, provider, keySetJson: provider.keySetJson };
}
