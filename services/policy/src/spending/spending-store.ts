import type { PoolClient } from 'pg';
import type { SpendingWindow } from '../engine/rulebook.js';

/**
 * Keeps every other reservation of the wallet waiting until this transaction ends. Must come first, in its
 * own statement, because what a statement sees is fixed before it waits.
 */
export async function lockWallet(client: PoolClient, applicationId: string, walletId: string): Promise<void> {
  await client.query(
    `insert into spending_wallets as known (application_id, wallet_id, reservations) values ($1, $2, 1)
     on conflict (application_id, wallet_id) do update set reservations = known.reservations + 1`,
    [applicationId, walletId],
  );
}

export type SpentSums = (asset: string, windowSeconds: number) => bigint;

/**
 * What the wallet spent in each window so far, without this payload. All replicas use the database's clock.
 * The reservations of an asset are read once, however many windows it has, and each counts from the shortest
 * window on that it lies in.
 */
export async function readSpent(
  client: PoolClient,
  applicationId: string,
  walletId: string,
  payloadHash: Uint8Array,
  windows: readonly SpendingWindow[],
): Promise<SpentSums> {
  const { rows } = await client.query<{ asset: string; seconds: number; spent: string }>(
    `with asked as (
       select asset, array_agg(seconds order by seconds) as lengths, max(seconds) as longest,
              array_agg(seconds::float8 order by seconds) as bounds
         from (select distinct asset, seconds from unnest($4::text[], $5::integer[]) as given (asset, seconds)) each
        group by asset),
     counted as (
       select asked.asset, asked.lengths[1 + width_bucket(
                extract(epoch from statement_timestamp() - counted.time)::float8, asked.bounds)] as seconds,
              sum(counted.amount) as amount
         from asked
         join spending_reservations counted
           on counted.application_id = $1 and counted.wallet_id = $2 and counted.payload_hash <> $3
          and counted.asset = asked.asset
          and counted.time > statement_timestamp() - make_interval(secs => asked.longest)
        group by 1, 2)
     select asset, seconds, (sum(coalesce(amount, 0)) over (partition by asset order by seconds))::text as spent
       from (select asked.asset, unnest(asked.lengths) as seconds from asked) windows
       left join counted using (asset, seconds)`,
    [
      applicationId,
      walletId,
      payloadHash,
      windows.map(({ asset }) => asset),
      windows.map(({ seconds }) => seconds),
    ],
  );
  const sums = new Map(rows.map(({ asset, seconds, spent }) => [`${seconds} ${asset}`, BigInt(spent)]));
  return (asset, seconds) => {
    const spent = sums.get(`${seconds} ${asset}`);
    if (spent === undefined) throw new Error(`No sum was read for ${asset} in ${seconds} seconds`);
    return spent;
  };
}

export type Reservation = {
  readonly id: string;
  readonly payloadHash: Uint8Array;
  /** By asset, all above 0. */
  readonly amounts: ReadonlyMap<string, bigint>;
};

/** By then a signing request has ended. Older reservations count as spent for good. */
const releasableSeconds = 120;

/**
 * A payload counts once, from its first reservation on. A later one of the same payload adds only the excess.
 * It exists next to the first while that can still be released, and then replaces it. If the first is
 * permanent, nothing is added. Needs the wallet's lock.
 */
export async function insertReservation(
  client: PoolClient,
  applicationId: string,
  walletId: string,
  { id, payloadHash, amounts }: Reservation,
): Promise<void> {
  await client.query(
    `insert into spending_reservations (reservation_id, application_id, wallet_id, payload_hash, asset, amount, time)
     select $1, $2, $3, $4, spent.asset, greatest(spent.amount - coalesce(standing.amount, 0), 0), clock_timestamp()
       from unnest($5::text[], $6::numeric[]) as spent (asset, amount)
       left join lateral (
         select sum(amount) as amount,
                sum(amount) filter (where time <= clock_timestamp() - make_interval(secs => $7)) as for_good
           from spending_reservations r
          where r.application_id = $2 and r.wallet_id = $3 and r.payload_hash = $4 and r.asset = spent.asset
       ) standing on true
      where coalesce(standing.for_good, 0) < spent.amount
     returning 1`,
    [
      id,
      applicationId,
      walletId,
      payloadHash,
      [...amounts.keys()],
      [...amounts.values()].map(String),
      releasableSeconds,
    ],
  );
}

/** The wallet of a reservation that can still be released. */
export async function walletOfReservation(
  client: PoolClient,
  applicationId: string,
  reservationId: string,
): Promise<string | undefined> {
  const { rows } = await client.query<{ wallet_id: string }>(
    `select wallet_id from spending_reservations
      where application_id = $1 and reservation_id = $2 and time > clock_timestamp() - make_interval(secs => $3)
        limit 1`,
    [applicationId, reservationId, releasableSeconds],
  );
  return rows[0]?.wallet_id;
}

/**
 * Releases a reservation. A later one of the same payload counts its amount from now on. Needs the wallet's
 * lock.
 */
export async function releaseReservation(
  client: PoolClient,
  applicationId: string,
  reservationId: string,
): Promise<boolean> {
  const { rows } = await client.query<{ count: bigint }>(
    `with gone as (
       delete from spending_reservations
        where application_id = $1 and reservation_id = $2
          and time > statement_timestamp() - make_interval(secs => $3)
       returning wallet_id, payload_hash, asset, amount, time),
     heir as (
       select distinct on (gone.asset) later.reservation_id, gone.asset, gone.amount
         from gone
         join spending_reservations later
           on later.application_id = $1 and later.wallet_id = gone.wallet_id and later.payload_hash = gone.payload_hash
          and later.asset = gone.asset and later.reservation_id <> $2 and later.time >= gone.time
        order by gone.asset, later.time),
     inherited as (
       update spending_reservations later set amount = later.amount + heir.amount
         from heir where later.application_id = $1 and later.reservation_id = heir.reservation_id
          and later.asset = heir.asset)
     select count(*) as count from gone`,
    [applicationId, reservationId, releasableSeconds],
  );
  return (rows[0]?.count ?? 0n) > 0n;
}
