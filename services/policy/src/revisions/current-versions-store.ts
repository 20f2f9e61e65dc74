import type { Pool } from 'pg';
import { createFreshReader } from '@wallet-service/postgres';
import { createStalenessBoundedReader, maxStalenessMs, RecentlyUsed } from '@wallet-service/values';
import { readMinimumRecordVersions } from '../record-versions/minimum-version-store.js';
import { createCurrentVersionsReader, type CurrentVersions } from './current-versions.js';
import { readRevisions, type Revisions } from './revision-store.js';

const mostRevisions = 50_000;

/** Reads the current versions from the database, for many requests in one statement. */
export function currentVersionsReader(
  pool: Pool,
): (applicationId: string, walletId: string) => Promise<CurrentVersions> {
  const revisions = createStalenessBoundedReader<Revisions | undefined>(
    new RecentlyUsed('policy.revisions', mostRevisions),
    () => performance.now(),
  );
  const readFresh = createFreshReader(async (applicationIds) =>
    zip(applicationIds, await readRevisions(pool, applicationIds)),
  );
  const versions = createFreshReader(async (keys) => {
    const wallets = keys.map((key) => JSON.parse(key) as [string, string]);
    return zip(keys, await readMinimumRecordVersions(pool, wallets));
  });
  return createCurrentVersionsReader({
    readRevisions: async (applicationId) => {
      const read = async () => ({ value: await readFresh(applicationId), maxStalenessMs });
      return (await revisions.get(applicationId, read)) ?? { rules: 0n, minimumVersions: 0n };
    },
    readMinimumRecordVersion: async (...wallet) => (await versions(JSON.stringify(wallet))) ?? 1n,
  });
}

function zip<Value>(keys: readonly string[], values: readonly Value[]): ReadonlyMap<string, Value> {
  return new Map(keys.flatMap((key, index) => (values[index] === undefined ? [] : [[key, values[index]]])));
}
