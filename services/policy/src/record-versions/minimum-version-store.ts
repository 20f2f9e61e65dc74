import type { Pool } from 'pg';

/**
 * Records that a version of a wallet's sealed record exists. Returns the highest known version, which may be
 * higher.
 */
export async function setMinimumRecordVersion(
  pool: Pool,
  applicationId: string,
  walletId: string,
  version: number,
): Promise<bigint> {
  const { rows } = await pool.query<{ version: bigint }>(
    `with counted as (
       insert into floor_revisions as known (application_id, revision) values ($1, 1)
       on conflict (application_id) do update set revision = known.revision + 1
     )
     insert into record_floors as known (application_id, wallet_id, version) values ($1, $2, $3)
     on conflict (application_id, wallet_id) do update set version = greatest(known.version, excluded.version)
     returning version`,
    [applicationId, walletId, version],
  );
  return rows[0]?.version ?? BigInt(version);
}

/**
 * The highest version seen of each wallet's sealed record, 1 if it was never re-sealed. One statement for any
 * number of wallets.
 */
export async function readMinimumRecordVersions(
  pool: Pool,
  wallets: readonly (readonly [applicationId: string, walletId: string])[],
): Promise<readonly bigint[]> {
  const { rows } = await pool.query<{ application_id: string; wallet_id: string; version: bigint }>({
    text: `select application_id, wallet_id, version from record_floors
            where application_id = any($1)
              and (application_id, wallet_id) in (select * from unnest($1::text[], $2::text[]))`,
    values: [wallets.map(([applicationId]) => applicationId), wallets.map(([, walletId]) => walletId)],
  });
  const nameOf = (...wallet: readonly string[]): string => JSON.stringify(wallet);
  const found = new Map(rows.map((row) => [nameOf(row.application_id, row.wallet_id), row.version]));
  return wallets.map((wallet) => found.get(nameOf(...wallet)) ?? 1n);
}
