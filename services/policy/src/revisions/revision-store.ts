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

/** What every evaluation reads anew: how far the application's rules and the wallet's record have got. */
export type Standing = {
  readonly revision: bigint;
  /** The highest version seen of the wallet's sealed record; 1 when it was never re-sealed. */
  readonly recordFloor: bigint;
};

/** One statement for any number of (application, wallet) pairs. */
export async function readStandings(
  pool: Pool,
  pairs: readonly (readonly [applicationId: string, walletId: string])[],
): Promise<readonly Standing[]> {
  const { rows } = await pool.query<{ revision: bigint | null; version: bigint | null }>({
    name: 'read-standings',
    text: `select r.revision, f.version
             from unnest($1::text[], $2::text[]) with ordinality as asked (application_id, wallet_id, position)
             left join application_revisions r on r.application_id = asked.application_id
             left join record_floors f on f.application_id = asked.application_id and f.wallet_id = asked.wallet_id
            order by asked.position`,
    values: [pairs.map(([applicationId]) => applicationId), pairs.map(([, walletId]) => walletId)],
  });
  return rows.map(({ revision, version }) => ({ revision: revision ?? 0n, recordFloor: version ?? 1n }));
}
