import type { Pool } from 'pg';
import { AppError } from '@wallet-service/errors';
import { createFreshReader } from '@wallet-service/postgres';
import type { RowAlarm } from '@wallet-service/runtime';
import {
  createStalenessBoundedReader,
  maxStalenessMs,
  RecentlyUsed,
  type KeptRead,
} from '@wallet-service/values';
import { readMinimumRecordVersions } from '../record-versions/minimum-version-store.js';
import { createCurrentVersionsReader, type CurrentVersions } from './current-versions.js';
import { readRevisions, type Revisions } from './revision-store.js';

const mostRevisions = 50_000;

const nothingWritten: Revisions = { rules: { revision: 0n, mac: null }, minimumVersions: 0n };

/**
 * Reads the current versions from the database, for many requests in one statement. Rejects with
 * `policy.record-mismatch` if this process has seen later rules than the database has: it lost a change, or somebody
 * put older rows back.
 */
export function currentVersionsReader(
  pool: Pool,
  onRefused: RowAlarm<'rules'>,
): (applicationId: string, walletId: string) => Promise<CurrentVersions> {
  const kept = new RecentlyUsed<string, KeptRead<Revisions>>('policy.revisions', mostRevisions);
  const revisions = createStalenessBoundedReader(kept, () => performance.now());
  const readFresh = createFreshReader(async (applicationIds) =>
    zip(applicationIds, await readRevisions(pool, applicationIds)),
  );
  const versions = createFreshReader(async (keys) => {
    const wallets = keys.map((key) => JSON.parse(key) as [string, string]);
    return zip(keys, await readMinimumRecordVersions(pool, wallets));
  });
  return createCurrentVersionsReader({
    readRevisions: async (applicationId) => {
      const read = async () => {
        // One read at a time is under way, so each is later than the one before.
        const value = (await readFresh(applicationId)) ?? nothingWritten;
        const seen = kept.get(applicationId)?.value.rules.revision ?? 0n;
        if (value.rules.revision < seen) {
          onRefused('rules', { applicationId, revision: String(value.rules.revision), seen: String(seen) });
          throw new AppError(
            'policy.record-mismatch',
            'the stored policies and settings are older than those that were in force',
          );
        }
        return { value, maxStalenessMs };
      };
      return revisions.get(applicationId, read);
    },
    readMinimumRecordVersion: async (...wallet) => (await versions(JSON.stringify(wallet))) ?? 1n,
  });
}

function zip<Value>(keys: readonly string[], values: readonly Value[]): ReadonlyMap<string, Value> {
  return new Map(keys.flatMap((key, index) => (values[index] === undefined ? [] : [[key, values[index]]])));
}
