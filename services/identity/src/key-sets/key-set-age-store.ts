import type { Queryable } from '@wallet-service/postgres';

export type KeySetState = 'fresh' | 'failing' | 'expired';

export type KeySetAges = { readonly oldestSeconds: number } & Readonly<Record<KeySetState, number>>;

/**
 * The state of all applications' key sets, by the database's clock. Needs a transaction that sees every
 * application.
 */
export async function readKeySetAges(rows: Queryable): Promise<KeySetAges> {
  const { rows: found } = await rows.query<Record<keyof KeySetAges, number>>(
    `select coalesce(extract(epoch from now() - min(time_fetched) filter (where key_set_json is not null)), 0)::float8
      as "oldestSeconds",
       (count(*) filter (where key_set_json is not null and failures = 0))::int as fresh,
       (count(*) filter (where key_set_json is not null and failures > 0))::int as failing,
       (count(*) filter (where key_set_json is null))::int as expired
     from key_sets`,
  );
  return found[0] ?? { oldestSeconds: 0, fresh: 0, failing: 0, expired: 0 };
}

/** A key set and when it was fetched, as the row says: nothing is decided by it. Times in Unix seconds. */
export type KeySetAge = {
  readonly applicationId: string;
  readonly providerId: string;
  readonly issuer: string;
  readonly jwksUri: string;
  readonly state: KeySetState;
  readonly timeFetched: number;
  readonly timeNextFetch: number;
  /** Empty if the last fetch succeeded. */
  readonly lastFailure: string;
  /** Where a page that begins after this one begins. */
  readonly cursor: string;
};

/** Of all applications, those that were fetched longest ago first. `after`: a cursor, or empty. */
export async function listKeySetAges(
  rows: Queryable,
  after: string,
  limit: number,
): Promise<readonly KeySetAge[]> {
  const [micros, providerId] = /^(\d{1,17})_([0-9a-f-]{36})$/.exec(after)?.slice(1) ?? [];
  const { rows: found } = await rows.query<KeySetAge>(
    `select k.application_id as "applicationId", k.provider_id as "providerId", p.issuer, p.jwks_uri as "jwksUri",
            case when k.key_set_json is null then 'expired'
                 when k.failures > 0 then 'failing' else 'fresh' end as state,
            extract(epoch from k.time_fetched)::float8 as "timeFetched",
            extract(epoch from k.time_next_fetch)::float8 as "timeNextFetch",
            coalesce(k.last_failure, '') as "lastFailure",
            (extract(epoch from k.time_fetched) * 1000000)::bigint || '_' || k.provider_id as cursor
       from key_sets k join providers p on p.application_id = k.application_id and p.provider_id = k.provider_id
      where $1::bigint is null
         or (k.time_fetched, k.provider_id) > (to_timestamp(0) + $1 * interval '1 microsecond', $2::uuid)
      order by k.time_fetched, k.provider_id limit $3`,
    [micros ?? null, providerId ?? null, limit],
  );
  return found;
}
