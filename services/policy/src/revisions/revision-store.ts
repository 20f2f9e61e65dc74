import type { Pool, PoolClient } from 'pg';

export type MarkedRevision = { readonly revision: bigint; readonly mac: Buffer | null };

/**
 * Raises the revision of an application, and keeps every other write to it waiting until this transaction
 * ends. Must come first in each transaction that changes what decides for the application. Returns the new
 * revision and the MAC of the previous one.
 */
export async function raiseRevision(client: PoolClient, applicationId: string): Promise<MarkedRevision> {
  const { rows } = await client.query<MarkedRevision>(
    `insert into application_revisions as known (application_id, revision) values ($1, 1)
     on conflict (application_id) do update set revision = known.revision + 1
     returning revision, mac`,
    [applicationId],
  );
  const [raised] = rows;
  if (!raised) throw new Error('the revision was not raised');
  return raised;
}

/**
 * The revision that a statement sees, and the MAC of what decides at it. 0 if nothing was ever written for
 * the application.
 */
export async function readRevision(client: PoolClient, applicationId: string): Promise<MarkedRevision> {
  const { rows } = await client.query<MarkedRevision>(
    'select revision, mac from application_revisions where application_id = $1',
    [applicationId],
  );
  return rows[0] ?? { revision: 0n, mac: null };
}

/** For the revision that this transaction has raised or locked. */
export async function writeRuleMac(client: PoolClient, applicationId: string, mac: Buffer): Promise<void> {
  await client.query('update application_revisions set mac = $2 where application_id = $1', [
    applicationId,
    mac,
  ]);
}

/** Like `readRevision`, and keeps every write to the application waiting. */
export async function lockRevision(client: PoolClient, applicationId: string): Promise<MarkedRevision> {
  await client.query('select from application_revisions where application_id = $1 for update', [
    applicationId,
  ]);
  return readRevision(client, applicationId);
}

/** All applications with settings or policies, in the order of their ids. */
export async function listApplications(
  pool: Pool,
  after: string,
  atMost: number,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ application_id: string }>(
    'select application_id from application_revisions where application_id > $1 order by application_id limit $2',
    [after, atMost],
  );
  return rows.map(({ application_id: id }) => id);
}

/** How often the parts that decide for an application have changed. */
export type Revisions = {
  /** Of its settings and policies. */
  readonly rules: MarkedRevision;
  /** Of the minimum versions of its wallets' records. */
  readonly minimumVersions: bigint;
};

/** One statement for any number of applications. */
export async function readRevisions(
  pool: Pool,
  applicationIds: readonly string[],
): Promise<readonly Revisions[]> {
  const { rows } = await pool.query<{
    id: string;
    rules: bigint | null;
    mac: Buffer | null;
    versions: bigint | null;
  }>({
    text: `select application_id as id, r.revision as rules, r.mac, f.revision as versions
             from (select application_id, revision, mac from application_revisions
                   where application_id = any($1)) as r
             full join (select application_id, revision from floor_revisions where application_id = any($1)) as f
               using (application_id)`,
    values: [applicationIds],
  });
  const found = new Map(rows.map((row) => [row.id, row]));
  return applicationIds.map((id) => {
    const { rules, mac, versions } = found.get(id) ?? { rules: null, mac: null, versions: null };
    return { rules: { revision: rules ?? 0n, mac }, minimumVersions: versions ?? 0n };
  });
}
