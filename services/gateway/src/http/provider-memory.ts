import { createHash } from 'node:crypto';
import { prepareKeySet, type PreparedKeySet, type TokenSettings } from '@wallet-service/jwt';
import type { AuthenticStore } from './authentic-store.js';
import { RecentlyUsed } from '@wallet-service/values';

/** The answer of an earlier AuthenticateUser. It is valid as long as identity confirms its revision. */
export type ProviderAnswer = {
  readonly revision: string;
  readonly applicationId: string;
  readonly providerId: string;
  readonly opJwtMode: string;
  readonly maxLifetimeSeconds: number;
  readonly issuer: string;
  readonly audience: string;
  readonly tokenSettings: TokenSettings;
  /** The application trusts this provider to verify its users' e-mail addresses. */
  readonly assertsEmail: boolean;
  readonly claimPossible: string;
  readonly pregenerates: boolean;
  /** JWK Set (RFC 7517). */
  readonly keySetJson: string;
};
export type KnownProvider = ProviderAnswer & { readonly keys: PreparedKeySet };

/**
 * Caches answers by API key and provider id. A cached answer counts only after identity has confirmed its
 * revision.
 */
export type ProviderMemory = {
  readonly recall: (apiKey: string, providerId: string) => Promise<KnownProvider | undefined>;
  readonly remember: (apiKey: string, providerId: string, answer: ProviderAnswer) => KnownProvider;
};

const maxProviders = 10_000;
const sharedMs = 600_000;

/**
 * Caches in this process and, if there is a store, on a second level that all gateways share. So a new
 * gateway starts with warm key sets.
 */
export function createProviderMemory(store?: AuthenticStore): ProviderMemory {
  const local = new RecentlyUsed<string, KnownProvider>('gateway.providers', maxProviders);

  function keep(key: string, answer: ProviderAnswer): KnownProvider {
    const known = { ...answer, keys: preparedKeys(answer.keySetJson) };
    local.set(key, known);
    return known;
  }

  return {
    async recall(apiKey, providerId) {
      const key = keyOf(apiKey, providerId);
      const near = local.get(key);
      if (near || !store) return near;
      const content = await store.get(nameOf(key), '');
      return content === undefined ? undefined : keep(key, JSON.parse(content) as ProviderAnswer);
    },
    remember(apiKey, providerId, answer) {
      const key = keyOf(apiKey, providerId);
      store?.set(nameOf(key), '', JSON.stringify({ ...answer, keys: undefined }), sharedMs);
      return keep(key, answer);
    },
  };
}

function keyOf(apiKey: string, providerId: string): string {
  return `${apiKey}\n${providerId}`;
}

function nameOf(key: string): string {
  // A gateway of the release before writes entries without `tokenSettings`, under another name.
  return `provider/2:${createHash('sha256').update(key).digest('base64url')}`;
}

/** An unusable key set counts as a set without keys, so every token is refused. */
function preparedKeys(keySetJson: string): PreparedKeySet {
  const prepared = prepareKeySet(JSON.parse(keySetJson));
  return prepared.ok ? prepared.keys : new Map();
}
