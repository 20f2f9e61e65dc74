import { RecentlyUsed } from '@wallet-service/values';
import type { MarkedRevision, Revisions } from './revision-store.js';

/** The newest revision of an application's rules and the minimum version of one wallet's record. */
export type CurrentVersions = MarkedRevision & {
  /** The highest version that was seen of the wallet's sealed record. 1 if it was never re-sealed. */
  readonly minimumRecordVersion: bigint;
};

export type CurrentVersionsDeps = {
  readonly readRevisions: (applicationId: string) => Promise<Revisions>;
  /** Read by a statement that starts after the call. */
  readonly readMinimumRecordVersion: (applicationId: string, walletId: string) => Promise<bigint>;
};

/**
 * Reads the current versions of an application and one of its wallets. A minimum version is read again only when one
 * of the application has changed: what was read after revision n was current is at least as new as n.
 */
export function createCurrentVersionsReader(
  { readRevisions, readMinimumRecordVersion }: CurrentVersionsDeps,
  mostWallets = 50_000,
): (applicationId: string, walletId: string) => Promise<CurrentVersions> {
  const read = new RecentlyUsed<string, { readonly revision: bigint; readonly version: bigint }>(
    'policy.minimum-record-versions',
    mostWallets,
  );
  return async (applicationId, walletId) => {
    const revisions = await readRevisions(applicationId);
    const key = JSON.stringify([applicationId, walletId]);
    const known = read.get(key);
    if (known?.revision === revisions.minimumVersions)
      return { ...revisions.rules, minimumRecordVersion: known.version };
    const minimumRecordVersion = await readMinimumRecordVersion(applicationId, walletId);
    read.set(key, { revision: revisions.minimumVersions, version: minimumRecordVersion });
    return { ...revisions.rules, minimumRecordVersion };
  };
}
