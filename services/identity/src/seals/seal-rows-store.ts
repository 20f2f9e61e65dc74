import {
  applicationColumns,
  applicationOf,
  applicationTables,
  meaningOf,
  type ApplicationRow,
} from '../applications/application-store.js';
import { sealOfKeySet } from '../key-sets/key-set-store.js';
import { meaningOfProvider, providerOf, type ProviderRow } from '../providers/provider-store.js';
import type { Rows } from '../rows.js';
import { meaningOfKey, noHash, secretKeyOfRow, type SecretKeyRow } from '../secret-keys/secret-key-store.js';
import type { RowSeals, SealedTable } from './row-seals.js';

export type SealedCounts = Readonly<Record<SealedTable, number>>;

/**
 * Seals the rows that no release has sealed yet, as they are: whatever stands there is believed from now on. For the upgrade from a release
 * without seals alone. Rows whose seal is wrong stay as they are. In a transaction that sees every application.
 */
export async function sealUnsealedRows(rows: Rows, seals: RowSeals): Promise<SealedCounts> {
  // In the order of the ids, so that two replicas take the row locks in the same order. The answers of other replicas end with the revision.
  await rows.query('select from application_directory order by application_id for update');
  const counts = {
    applications: await sealApplications(rows, seals),
    secret_keys: await sealSecretKeys(rows, seals),
    providers: await sealProviders(rows, seals),
    key_sets: await sealKeySets(rows, seals),
  };
  if (Object.values(counts).some((count) => count > 0))
    await rows.query('update application_directory set revision = revision + 1');
  return counts;
}

async function sealApplications(rows: Rows, seals: RowSeals): Promise<number> {
  const { rows: found } = await rows.query<ApplicationRow>(
    `select ${applicationColumns} from ${applicationTables} where a.seal is null`,
  );
  for (const row of found) {
    const { id, ...application } = applicationOf(row);
    await rows.query('update applications set seal = $2 where application_id = $1', [
      id,
      seals.seal('applications', id, id, meaningOf({ id, ...application })),
    ]);
  }
  return found.length;
}

async function sealSecretKeys(rows: Rows, seals: RowSeals): Promise<number> {
  const { rows: found } = await rows.query<SecretKeyRow & { application_id: string }>(
    `select application_id, secret_key_id, hash, time_created, time_last_used, time_revoked, seal from secret_keys
     where seal is null`,
  );
  for (const row of found) {
    const stored = secretKeyOfRow(row);
    const key = stored.timeRevoked === undefined ? stored : { ...stored, hash: noHash };
    await rows.query('update secret_keys set hash = $2, seal = $3 where secret_key_id = $1', [
      key.id,
      key.hash,
      seals.seal('secret_keys', row.application_id, key.id, meaningOfKey(key)),
    ]);
  }
  return found.length;
}

async function sealProviders(rows: Rows, seals: RowSeals): Promise<number> {
  const { rows: found } = await rows.query<ProviderRow>(
    'select provider_id, application_id, issuer, audience, jwks_uri, seal from providers where seal is null',
  );
  for (const row of found) {
    const provider = providerOf(row);
    await rows.query('update providers set seal = $2 where provider_id = $1', [
      provider.id,
      seals.seal('providers', provider.applicationId, provider.id, meaningOfProvider(provider)),
    ]);
  }
  return found.length;
}

async function sealKeySets(rows: Rows, seals: RowSeals): Promise<number> {
  const { rows: found } = await rows.query<{
    application_id: string;
    provider_id: string;
    key_set_json: string;
  }>(
    `select application_id, provider_id, key_set_json from key_sets
     where seal is null and key_set_json is not null`,
  );
  for (const { application_id, provider_id, key_set_json } of found) {
    await rows.query('update key_sets set seal = $2 where provider_id = $1', [
      provider_id,
      sealOfKeySet(seals, application_id, provider_id, key_set_json),
    ]);
  }
  return found.length;
}
