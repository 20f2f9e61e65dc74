import type { Rows } from '../rows.js';

/** One provider as the signer is to trust it. */
export type TrustedRow = {
  readonly applicationId: string;
  readonly expressJwtMaxLifetimeSeconds: number;
  readonly issuer: string;
  readonly audience: string;
  readonly assertsEmail: boolean;
  readonly keySetJson: string;
};

type Row = {
  application_id: string;
  express_jwt_max_lifetime_seconds: number;
  issuer: string;
  audience: string;
  asserts_email: boolean;
  key_set_json: string;
};

/** Differs whenever anything of any application changed: applications are never deleted and revisions only rise. */
export async function changeMark(rows: Rows): Promise<string> {
  const { rows: found } = await rows.query<{ mark: string }>(
    "select concat(count(*), ':', coalesce(sum(revision), 0)) as mark from application_directory",
  );
  return found[0]?.mark ?? '';
}

/** The providers of all applications that have usable keys, in a fixed order. */
export async function listTrustedRows(rows: Rows): Promise<TrustedRow[]> {
  const { rows: found } = await rows.query<Row>(
    `select a.application_id, a.express_jwt_max_lifetime_seconds, p.issuer, p.audience,
       p.provider_id = any(a.email_provider_ids) as asserts_email, k.key_set_json
     from applications a
     join providers p on p.application_id = a.application_id
     join key_sets k on k.provider_id = p.provider_id
     where k.key_set_json is not null and k.key_set_json <> '{"keys":[]}'
     order by a.application_id, p.provider_id`,
  );
  return found.map((row) => ({
    applicationId: row.application_id,
    expressJwtMaxLifetimeSeconds: row.express_jwt_max_lifetime_seconds,
    issuer: row.issuer,
    audience: row.audience,
    assertsEmail: row.asserts_email,
    keySetJson: row.key_set_json,
  }));
}
