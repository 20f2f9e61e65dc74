import type { Queryable } from '@wallet-service/postgres';

export type KeySetAges = {
  readonly oldestSeconds: number;
  readonly fresh: number;
  readonly failing: number;
  readonly expired: number;
};

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
