import type { Application } from '../applications/application.js';
import type { Provider } from '../providers/provider.js';
import type { SecretKey } from '../secret-keys/secret-key.js';

/** Everything that is needed to say who is asking, as it was at one revision of the application or later. */
export type Snapshot = {
  readonly application: Application;
  readonly providers: ReadonlyMap<string, ProviderWithKeys>;
  readonly secretKeys: ReadonlyMap<string, SecretKey>;
};

export type ProviderWithKeys = Provider & {
  /** A JWK Set (RFC 7517); undefined once the last good one is too old to be used. */
  readonly keySetJson: string | undefined;
};

/** About how many characters of memory a snapshot takes. */
export function weightOf(snapshot: Snapshot): number {
  let weight = 2_000 + 500 * snapshot.secretKeys.size;
  for (const provider of snapshot.providers.values()) weight += 2_000 + (provider.keySetJson?.length ?? 0);
  return weight;
}
