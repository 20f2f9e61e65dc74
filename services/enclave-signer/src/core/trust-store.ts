import { createHash, type KeyObject } from 'node:crypto';
import { prepareKeySet, type TokenProvider } from '@wallet-service/jwt';
import {
  acceptTrustBundle,
  ed25519PublicKey,
  Refused,
  type TrustBundleInForce,
  type TrustedApplication,
  type TrustRoot,
} from '@wallet-service/signer-protocol';

/** An application as the bundle in force describes it, with its keys imported. */
export type TrustInApplication = {
  readonly providers: readonly TokenProvider[];
  readonly expressJwtMaxLifetimeSeconds: number;
  /** Whether `email` claims of this provider may claim pre-generated wallets. */
  readonly assertsEmail: (issuer: string, audience: string) => boolean;
  /** Changes whenever anything that the application trusts changes, and only then. */
  readonly revision: string;
};

/** What the signer trusts now. Starts with the built-in bundle. Only `offer` changes it. */
export class TrustStore {
  readonly #bakedRoots: readonly TrustRoot[];
  #inForce: TrustBundleInForce;
  #verdictKeys: readonly KeyObject[];
  #applications: ReadonlyMap<string, TrustedApplication>;
  // Keys are imported when their application is first used, because a bundle may name thousands of
  // applications.
  readonly #prepared = new Map<string, TrustInApplication>();

  constructor(baked: TrustBundleInForce) {
    this.#bakedRoots = baked.bundle.roots;
    this.#inForce = baked;
    this.#verdictKeys = baked.bundle.verdictKeys.map(ed25519PublicKey);
    this.#applications = byId(baked.bundle.applications);
  }

  get inForce(): TrustBundleInForce {
    return this.#inForce;
  }

  get verdictKeys(): readonly KeyObject[] {
    return this.#verdictKeys;
  }

  /**
   * Accepts a signed bundle if the rule allows it, otherwise throws Refused('bundle-refused'). `now` in Unix
   * seconds.
   */
  offer(signed: Uint8Array, now: number): void {
    const offered = acceptTrustBundle(this.#inForce, this.#bakedRoots, signed, now);
    if (offered.outcome === 'unchanged') return;
    const { bundle } = offered.next;
    this.#verdictKeys = bundle.verdictKeys.map(ed25519PublicKey);
    this.#applications = byId(bundle.applications);
    this.#inForce = offered.next;
    this.#prepared.clear();
  }

  /**
   * Throws Refused('bundle-expired') after the expiry of the bundle in force: then nothing is trusted any
   * more.
   */
  demandFresh(now: number): void {
    const { version, expiresAt } = this.#inForce.bundle;
    if (now >= expiresAt)
      throw new Refused('bundle-expired', { trust_bundle_version: version, expired_at: expiresAt });
  }

  /**
   * Throws Refused('provider-not-in-bundle') for an application that is not in the bundle or has no provider
   * there.
   */
  application(id: string): TrustInApplication {
    const known = this.#prepared.get(id);
    if (known) return known;
    const application = this.#applications.get(id);
    if (application === undefined || application.providers.length === 0)
      throw new Refused('provider-not-in-bundle', { trust_bundle_version: this.#inForce.bundle.version });
    const prepared = prepare(application);
    this.#prepared.set(id, prepared);
    return prepared;
  }
}

function byId(applications: readonly TrustedApplication[]): ReadonlyMap<string, TrustedApplication> {
  return new Map(applications.map((application) => [application.id, application]));
}

function prepare(application: TrustedApplication): TrustInApplication {
  return {
    expressJwtMaxLifetimeSeconds: application.expressJwtMaxLifetimeSeconds,
    assertsEmail: (issuer, audience) =>
      application.providers.some(
        (provider) => provider.assertsEmail && provider.issuer === issuer && provider.audience === audience,
      ),
    revision: createHash('sha256').update(JSON.stringify(application)).digest('base64'),
    providers: application.providers.map(({ issuer, audience, jwks }) => {
      const keys = prepareKeySet(jwks);
      // A bundle names usable keys only. But a point that is not on its curve is detected only here, and its
      // key is left out.
      return { issuer, audience, keys: keys.ok ? keys.keys : new Map() };
    }),
  };
}
