import type { Pool, PoolClient } from 'pg';

/**
 * Raises the revision of an application and keeps every other write to it waiting until this transaction ends. Must come first in
 * each transaction that changes what decides for the application.
 */
export async function raiseRevision(client: PoolClient, applicationId: string): Promise<bigint> {
  const { rows } = await client.query<{ revision: bigint }>(
    `insert into application_revisions as known (application_id, revision) values ($1, 1)
     on conflict (application_id) do update set revision = known.revision + 1
     returning revision`,
    [applicationId],
  );
  return rows[0]?.revision ?? 0n;
}

/** The revision that a transaction sees; 0 while nothing was ever written for the application. */
export async function readRevision(client: PoolClient, applicationId: string): Promise<bigint> {
  const { rows } = await client.query<{ revision: bigint }>(
    'select revision from application_revisions where application_id = $1',
    [applicationId],
  );
  return rows[0]?.revision ?? 0n;
}

/** How often what decides for an application has changed. */
export type Revisions = {
  /** Of its settings and policies. */
  readonly rules: bigint;
  /** Of the floors of its wallets' records. */
  readonly floors: bigint;
};

/** One statement for any number of applications. */
export async function readRevisions(
  pool: Pool,
  applicationIds: readonly string[],
): Promise<readonly Revisions[]> {
  const { rows } = await pool.query<{ rules: bigint | null; floors: bigint | null }>({
    name: 'read-revisions',
    text: `select r.revision as rules, f.revision as floors
             from unnest($1::text[]) with ordinality as asked (application_id, position)
             left join application_revisions r using (application_id)
             left join floor_revisions f using (application_id)
            order by asked.position`,
    values: [applicationIds],
  });
  return rows.map(({ rules, floors }) => ({ rules: rules ?? 0n, floors: floors ?? 0n }));
}
