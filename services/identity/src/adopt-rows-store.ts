import {
  applicationColumns,
  applicationOf,
  applicationTables,
  meaningOf,
  type ApplicationRow,
} from './applications/application-store.js';
import { macOfKeySet } from './key-sets/key-set-store.js';
import {
  meaningOfProvider,
  providerColumns,
  providerOf,
  type ProviderRow,
} from './providers/provider-store.js';
import type { Queryable } from '@wallet-service/postgres';
import {
  meaningOfKey,
  noHash,
  secretKeyColumns,
  secretKeyOfRow,
  type SecretKeyRow,
} from './secret-keys/secret-key-store.js';
import type { GuardedTable, RowMacs } from './row-macs.js';

/** The other tables have had MACs from the beginning. */
export type AdoptedCounts = Readonly<
  Record<Extract<GuardedTable, 'applications' | 'secret_keys' | 'providers' | 'key_sets'>, number>
>;

/**
 * Gives a MAC to the rows that have none, unchanged. Their content is trusted from now on. Only for the
 * upgrade from a release without MACs. Rows with a wrong MAC stay unchanged. Needs a transaction that sees
 * every application.
 */
export async function adoptRows(rows: Queryable, macs: RowMacs): Promise<AdoptedCounts> {
  // In the order of the ids, so that two replicas take the row locks in the same order. The new revision ends
  // the cached answers of other replicas.
  await rows.query('select from application_directory order by application_id for update');
  const counts = {
    applications: await adoptApplications(rows, macs),
    secret_keys: await adoptSecretKeys(rows, macs),
    providers: await adoptProviders(rows, macs),
    key_sets: await adoptKeySets(rows, macs),
  };
  if (Object.values(counts).some((count) => count > 0))
    await rows.query('update application_directory set revision = revision + 1');
  return counts;
}

async function adoptApplications(rows: Queryable, macs: RowMacs): Promise<number> {
  const { rows: found } = await rows.query<ApplicationRow>(
    `select ${applicationColumns} from ${applicationTables} where a.mac is null`,
  );
  for (const row of found) {
    const { id, ...application } = applicationOf(row);
    await rows.query('update applications set mac = $2 where application_id = $1', [
      id,
      macs.of('applications', id, id, meaningOf({ id, ...application })),
    ]);
  }
  return found.length;
}

async function adoptSecretKeys(rows: Queryable, macs: RowMacs): Promise<number> {
  const { rows: found } = await rows.query<SecretKeyRow & { application_id: string }>(
    `select application_id, ${secretKeyColumns} from secret_keys where mac is null`,
  );
  for (const row of found) {
    const stored = secretKeyOfRow(row);
    const key = stored.timeRevoked === undefined ? stored : { ...stored, hash: noHash };
    await rows.query(
      'update secret_keys set hash = $3, mac = $4 where application_id = $1 and secret_key_id = $2',
      [
        row.application_id,
        key.id,
        key.hash,
        macs.of('secret_keys', row.application_id, key.id, meaningOfKey(key)),
      ],
    );
  }
  return found.length;
}

async function adoptProviders(rows: Queryable, macs: RowMacs): Promise<number> {
  const { rows: found } = await rows.query<ProviderRow>(
    `select ${providerColumns} from providers where mac is null`,
  );
  for (const row of found) {
    const provider = providerOf(row);
    await rows.query('update providers set mac = $3 where application_id = $1 and provider_id = $2', [
      provider.applicationId,
      provider.id,
      macs.of('providers', provider.applicationId, provider.id, meaningOfProvider(provider)),
    ]);
  }
  return found.length;
}

async function adoptKeySets(rows: Queryable, macs: RowMacs): Promise<number> {
  const { rows: found } = await rows.query<{
    application_id: string;
    provider_id: string;
    key_set_json: string;
  }>(
    `select application_id, provider_id, key_set_json from key_sets
     where mac is null and key_set_json is not null`,
  );
  for (const { application_id, provider_id, key_set_json } of found) {
    await rows.query('update key_sets set mac = $3 where application_id = $1 and provider_id = $2', [
      application_id,
      provider_id,
      macOfKeySet(macs, application_id, provider_id, key_set_json),
    ]);
  }
  return found.length;
}
