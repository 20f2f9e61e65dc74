import { AppError } from '@wallet-service/errors';
import { Refused } from '@wallet-service/signer-protocol';
import { errorOfRefusal } from '../signer/signer-refusals.js';
import type { NewestBundle } from './newest-bundle.js';
import { readSignedBundle, type SignedBundle } from './signed-bundle.js';
import type { TrustBundleStore } from './trust-bundle-store.js';

type Scope = { readonly deadline: number; readonly traceId: string };

export type TrustDistributionDeps = {
  readonly store: TrustBundleStore;
  readonly bundles: NewestBundle;
  /** One entry for each connected signer: null if it now uses the bundle. */
  readonly offer: (signed: Uint8Array, scope: Scope) => Promise<readonly (Error | null)[]>;
  readonly onRefused: (version: number, error: Error) => void;
};

/**
 * Stores a signed bundle once the connected signers have accepted it. They verify it, so a bundle that no
 * signer accepts never blocks a good one. Publishing the same bytes again changes nothing. Resolves to the
 * version.
 */
export async function publishTrustBundle(
  { store, bundles, offer }: TrustDistributionDeps,
  signed: Uint8Array,
  scope: Scope,
): Promise<number> {
  const { version } = readSignedBundle(signed);
  const bundle: SignedBundle = { version, signed };
  const newest = await store.newerThan(version - 1);
  if (newest) assertSame(newest, bundle);
  const answers = await offer(signed, scope);
  const refusal = answers.find((answer) => answer instanceof Refused);
  if (refusal) throw errorOfRefusal(refusal);
  if (!answers.includes(null))
    throw new AppError('service.unavailable', 'no signer is reachable to check the trust bundle', {
      retryAfterSeconds: 1,
    });
  if (!newest && !(await store.insert(bundle))) assertSame(await store.newerThan(version - 1), bundle);
  bundles.put(bundle);
  // Offered again, because a stream that opened since the first offer still started with the previous bundle.
  await offer(signed, scope);
  bundles.announce(version);
  return version;
}

function assertSame(stored: SignedBundle | undefined, offered: SignedBundle): void {
  if (stored && Buffer.compare(stored.signed, offered.signed) === 0) return;
  throw new AppError(
    'trust-bundle.refused',
    'the version of the trust bundle is not higher than the newest',
    {
      details: { version: offered.version, newest_version: stored?.version ?? null },
    },
  );
}

/** Looks for a bundle that another replica published, and offers it to the signers connected here. */
export async function fetchNewerBundle(
  { store, bundles, offer, onRefused }: TrustDistributionDeps,
  scope: Scope,
): Promise<void> {
  const newer = await store.newerThan(bundles.current?.version ?? 0);
  if (!newer || !bundles.put(newer)) return;
  for (const answer of await offer(newer.signed, scope)) if (answer) onRefused(newer.version, answer);
  bundles.announce(newer.version);
}
