import {
  applicationColumns,
  applicationTables,
  sealedApplication,
  type ApplicationRow,
} from '../applications/application-store.js';
import { sealedKeySet } from '../key-sets/key-set-store.js';
import { sealedProvider } from '../providers/provider-store.js';
import type { Rows } from '../rows.js';
import type { RowSeals } from '../seals/row-seals.js';

/** One provider as the signer is to trust it. */
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
  provider_seal: Buffer | null;
  key_set_json: string;
  key_set_seal: Buffer | null;
};

/** Differs whenever anything of any application changed: applications are never deleted and revisions only rise. */
export async function changeMark(rows: Rows): Promise<string> {
  const { rows: found } = await rows.query<{ mark: string }>(
    "select concat(count(*), ':', coalesce(sum(revision), 0)) as mark from application_directory",
  );
  return found[0]?.mark ?? '';
}

/** The providers of all applications that have usable keys, in a fixed order. What identity did not write is left out. */
export async function listTrustedRows(rows: Rows, seals: RowSeals): Promise<TrustedRow[]> {
  const { rows: found } = await rows.query<Row>(
    `select ${applicationColumns}, p.provider_id, p.issuer, p.audience, p.jwks_uri, p.seal as provider_seal, k.key_set_json,
       k.seal as key_set_seal
     from ${applicationTables}
     join providers p on p.application_id = a.application_id
     join key_sets k on k.provider_id = p.provider_id
     where k.key_set_json is not null and k.key_set_json <> '{"keys":[]}'
     order by a.application_id, p.provider_id`,
  );
  return found.flatMap((row) => trustedRow(row, seals) ?? []);
}

function trustedRow(row: Row, seals: RowSeals): TrustedRow | undefined {
  const application = sealedApplication(seals, row);
  const provider = sealedProvider(seals, row.application_id, { ...row, seal: row.provider_seal });
  const keySetJson = sealedKeySet(seals, row.application_id, { ...row, seal: row.key_set_seal });
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
