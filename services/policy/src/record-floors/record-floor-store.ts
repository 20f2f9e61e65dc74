import type { Pool } from 'pg';

/** Remembers that a version of a wallet's sealed record exists. Answers with the highest one known, which may be higher. */
export async function raiseRecordFloor(
  pool: Pool,
  applicationId: string,
  walletId: string,
  version: number,
): Promise<bigint> {
  const { rows } = await pool.query<{ version: bigint }>(
    `insert into record_floors as known (application_id, wallet_id, version) values ($1, $2, $3)
     on conflict (application_id, wallet_id) do update set version = greatest(known.version, excluded.version)
     returning version`,
    [applicationId, walletId, version],
  );
  return rows[0]?.version ?? BigInt(version);
}
