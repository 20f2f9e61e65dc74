import { AppError } from '@wallet-service/errors';
import type { TrustBundle } from '@wallet-service/signer-protocol';
import type { NewestBundle } from './newest-bundle.js';
import { readSignedBundle, type SignedBundle } from './signed-bundle.js';
import type { TrustBundleStore } from './trust-bundle-store.js';

export type TrustQuestion = {
  readonly applicationId: string;
  readonly issuer: string;
  readonly audience: string;
};
export type TrustStatus = {
  readonly trusted: boolean;
  readonly version: number;
  /** Unix seconds. 0 if the bundle was never published here. */
  readonly expiresAt: number;
};

type Scope = { readonly deadline: number; readonly traceId: string };

export type TrustStatusDeps = {
  readonly bundles: NewestBundle;
  readonly store: Pick<TrustBundleStore, 'find'>;
  /** The states of every connected signer that answers. */
  readonly statuses: (scope: Scope) => Promise<readonly { readonly trustBundleVersion: number }[]>;
};

/**
 * Whether every connected signer trusts a provider now. Only published bundles are known here. A bundle that
 * exists only in the signers' image counts as untrusted until it is published too.
 */
export function createTrustStatusReader({ bundles, store, statuses }: TrustStatusDeps) {
  // Caches the last bundle. Parsing megabytes for each request would let callers keep the process busy.
  let parsed: { readonly source: SignedBundle; readonly bundle: TrustBundle } | undefined;

  async function bundleOf(version: number): Promise<TrustBundle | undefined> {
    const source = bundles.current?.version === version ? bundles.current : await store.find(version);
    if (!source) return undefined;
    if (parsed?.source.version !== source.version)
      parsed = { source, bundle: readSignedBundle(source.signed) };
    return parsed.bundle;
  }

  return async function getTrustStatus(question: TrustQuestion, scope: Scope): Promise<TrustStatus> {
    const versions = (await statuses(scope)).map(({ trustBundleVersion }) => trustBundleVersion);
    if (versions.length === 0)
      throw new AppError('service.unavailable', 'no signer is reachable', { retryAfterSeconds: 1 });
    // The signer that is furthest behind decides, because a request may reach it.
    const version = Math.min(...versions);
    const bundle = await bundleOf(version);
    return {
      trusted: bundle !== undefined && trusts(bundle, question),
      version,
      expiresAt: bundle?.expiresAt ?? 0,
    };
  };
}

function trusts(bundle: TrustBundle, { applicationId, issuer, audience }: TrustQuestion): boolean {
  const application = bundle.applications.find(({ id }) => id === applicationId);
  return (
    application?.providers.some((provider) => provider.issuer === issuer && provider.audience === audience) ??
    false
  );
}
