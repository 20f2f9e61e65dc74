import type { Application } from '../directory/application.js';
import type { Provider } from '../directory/provider.js';
import type { SecretKey } from '../secret-keys/secret-key.js';

/** Everything needed to authenticate callers of an application, at one revision or later. */
export type Snapshot = {
  readonly application: Application;
  readonly providers: ReadonlyMap<string, ProviderWithKeys>;
  readonly secretKeys: ReadonlyMap<string, SecretKey>;
};

export type ProviderWithKeys = Provider & {
  /** A JWK Set (RFC 7517). Undefined once the last good one is too old to be used. */
  readonly keySetJson: string | undefined;
};

/** About how many characters of memory a snapshot takes. */
export function weightOf(snapshot: Snapshot): number {
  let weight = 2_000 + 500 * snapshot.secretKeys.size;
  for (const provider of snapshot.providers.values()) weight += 2_000 + (provider.keySetJson?.length ?? 0);
  return weight;
}
