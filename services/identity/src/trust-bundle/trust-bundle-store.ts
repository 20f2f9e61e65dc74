import {
  applicationColumns,
  applicationTables,
  genuineApplication,
  type ApplicationRow,
} from '../applications/application-store.js';
import { genuineKeySet } from '../key-sets/key-set-store.js';
import { genuineProvider } from '../providers/provider-store.js';
import type { Queryable } from '@wallet-service/postgres';
import type { RowMacs } from '../row-macs.js';

/** One provider as the signer should trust it. */
export type TrustedRow = {
  readonly applicationId: string;
  readonly expressJwtMaxLifetimeSeconds: number;
  readonly issuer: string;
  readonly audience: string;
  readonly assertsEmail: boolean;
  readonly keySetJson: string;
};

type Row = ApplicationRow & {
  provider_id: string;
  issuer: string;
  audience: string;
  jwks_uri: string;
  provider_mac: Buffer | null;
  key_set_json: string;
  key_set_mac: Buffer | null;
};

/**
 * Changes whenever anything of any application changes: applications are never deleted, and revisions only
 * rise.
 */
export async function changeMark(rows: Queryable): Promise<string> {
  const { rows: found } = await rows.query<{ mark: string }>(
    "select concat(count(*), ':', coalesce(sum(revision), 0)) as mark from application_directory",
  );
  return found[0]?.mark ?? '';
}

/**
 * The providers of all applications that have usable keys, in a fixed order. Leaves out rows that identity
 * did not write.
 */
export async function listTrustedRows(rows: Queryable, macs: RowMacs): Promise<TrustedRow[]> {
  const { rows: found } = await rows.query<Row>(
    `select ${applicationColumns}, p.provider_id, p.issuer, p.audience, p.jwks_uri, p.mac as provider_mac,
      k.key_set_json,
       k.mac as key_set_mac
     from ${applicationTables}
     join providers p on p.application_id = a.application_id
     join key_sets k on k.provider_id = p.provider_id
     where k.key_set_json is not null and k.key_set_json <> '{"keys":[]}'
     order by a.application_id, p.provider_id`,
  );
  return found.flatMap((row) => trustedRow(row, macs) ?? []);
}

function trustedRow(row: Row, macs: RowMacs): TrustedRow | undefined {
  const application = genuineApplication(macs, row);
  const provider = genuineProvider(macs, row.application_id, { ...row, mac: row.provider_mac });
  const keySetJson = genuineKeySet(macs, row.application_id, { ...row, mac: row.key_set_mac });
  if (!application || !provider || keySetJson === undefined) return undefined;
  const { expressJwtMaxLifetimeSeconds, emailProviderIds } = application.settings;
  const { issuer, audience } = provider;
  return {
    applicationId: application.id,
    expressJwtMaxLifetimeSeconds,
    issuer,
    audience,
    assertsEmail: emailProviderIds.includes(provider.id),
    keySetJson,
  };
}
