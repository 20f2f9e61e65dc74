import type { PoolClient } from 'pg';
import type { SpendingWindow } from '../engine/rulebook.js';

/**
 * Keeps every other reservation of the wallet waiting until this transaction ends. Must come first, in a statement of its own: what a
 * statement sees was fixed before it waited.
 */
export async function lockWallet(client: PoolClient, applicationId: string, walletId: string): Promise<void> {
  await client.query(
    `insert into spending_wallets as known (application_id, wallet_id, reservations) values ($1, $2, 1)
     on conflict (application_id, wallet_id) do update set reservations = known.reservations + 1`,
    [applicationId, walletId],
  );
}

export type SpentSums = (asset: string, windowSeconds: number) => bigint;

/** What the wallet spent in each window up to now, without the payload itself. The database's clock is the one clock of all replicas. */
export async function readSpent(
  client: PoolClient,
  applicationId: string,
  walletId: string,
  payloadHash: Uint8Array,
  windows: readonly SpendingWindow[],
): Promise<SpentSums> {
  const { rows } = await client.query<{ asset: string; seconds: number; spent: string }>(
    `select asked.asset, asked.seconds, coalesce(sum(counted.amount), 0)::text as spent
       from unnest($4::text[], $5::integer[]) as asked (asset, seconds)
       left join lateral (
         select max(amount) as amount
           from spending_reservations r
          where r.application_id = $1 and r.wallet_id = $2 and r.payload_hash <> $3 and r.asset = asked.asset
            and r.time > clock_timestamp() - make_interval(secs => asked.seconds)
          group by payload_hash) counted on true
      group by asked.asset, asked.seconds`,
    [
      applicationId,
      walletId,
      payloadHash,
      windows.map(({ asset }) => asset),
      windows.map(({ seconds }) => seconds),
    ],
  );
  const sums = new Map(rows.map(({ asset, seconds, spent }) => [`${seconds} ${asset}`, BigInt(spent)]));
  return (asset, seconds) => sums.get(`${seconds} ${asset}`) ?? 0n;
}

export type Reservation = {
  readonly id: string;
  readonly payloadHash: Uint8Array;
  /** By asset; all above 0. */
  readonly amounts: ReadonlyMap<string, bigint>;
};

export async function insertReservation(
  client: PoolClient,
  applicationId: string,
  walletId: string,
  { id, payloadHash, amounts }: Reservation,
): Promise<void> {
  await client.query(
    `insert into spending_reservations (reservation_id, application_id, wallet_id, payload_hash, asset, amount, time)
     select $1, $2, $3, $4, asset, amount, clock_timestamp()
       from unnest($5::text[], $6::numeric[]) as spent (asset, amount)`,
    [id, applicationId, walletId, payloadHash, [...amounts.keys()], [...amounts.values()].map(String)],
  );
}

/** A signing request is over by then; what is older counts as spent for good. */
const releasableSeconds = 120;

export async function releaseReservation(
  client: PoolClient,
  applicationId: string,
  reservationId: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `delete from spending_reservations
      where application_id = $1 and reservation_id = $2
        and time > clock_timestamp() - make_interval(secs => $3)`,
    [applicationId, reservationId, releasableSeconds],
  );
  return (rowCount ?? 0) > 0;
}

/** Deletes some reservations that no window reaches any more; answers how many. */
export async function deleteOldReservations(
  client: PoolClient,
  before: Date,
  atMost: number,
): Promise<number> {
  await client.query(`select set_config('app.every_application', 'on', true)`);
  const { rowCount } = await client.query(
    `delete from spending_reservations where (reservation_id, asset) in
       (select reservation_id, asset from spending_reservations where time < $1 order by time limit $2)`,
    [before, atMost],
  );
  return rowCount ?? 0;
}
