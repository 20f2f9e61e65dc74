import { genuineProvider, type ProviderRow } from '../providers/provider-store.js';
import type { Provider } from '../directory/provider.js';
import type { Queryable } from '@wallet-service/postgres';
import type { RowMacs } from '../row-macs.js';

/**
 * A fetch that one replica has taken on. `attempt` is outdated when another fetch begins or the address
 * changes.
 */
export type FetchDuty = {
  readonly applicationId: string;
  readonly providerId: string;
  readonly provider: Provider;
  readonly attempt: bigint;
  /** Fetches that failed since the last one that succeeded. */
  readonly failures: number;
};

type DutyRow = ProviderRow & { attempt: bigint; failures: number };

/**
 * This many fetches may follow each other at once for tokens with unknown keys, so that one or two rotations
 * right after a fetch cause no outage.
 */
const refreshesAtOnce = 2;

// A time plus an interval may depend on the time zone, so a distributed engine does not write that of a column.
const later = (time: string, seconds: string): string =>
  `to_timestamp(extract(epoch from ${time} - timestamptz 'epoch')::float8 + ${seconds})`;

const dutyColumns = `k.application_id, k.provider_id, p.issuer, p.audience, p.jwks_uri, p.key_source,
  p.audience_match, p.audience_claim, p.token_types, p.mac, k.attempt, k.failures`;

/**
 * Assigns fetches of key sets within one application. Times are the database's, which all replicas share.
 * Never fetches from an address that identity did not write, because its keys would be taken for the
 * provider's.
 */
export function keySetClaimRows(rows: Queryable, applicationId: string, macs: RowMacs) {
  return {
    /**
     * Takes on the fetch of one set now. Undefined while another replica fetches it, and while the bucket of
     * fetches is empty. One more flows into it every `cooldownSeconds`.
     */
    async claim(
      providerId: string,
      cooldownSeconds: number,
      fetchSeconds: number,
    ): Promise<FetchDuty | undefined> {
      const { rows: found } = await rows.query<DutyRow>(
        `update key_sets k set time_attempted = now(), time_fetch_ends = now() + $4 * interval '1 second',
          attempt = k.attempt + 1,
           time_refreshes_restored = ${later('greatest(k.time_refreshes_restored, now())', '$3')}
         from providers p
         where p.application_id = $1 and p.provider_id = $2 and k.application_id = $1 and k.provider_id = $2
           and k.time_refreshes_restored <= now() + ($5 - 1) * $3 * interval '1 second'
           and (k.time_fetch_ends is null or k.time_fetch_ends <= now())
         returning ${dutyColumns}`,
        [applicationId, providerId, cooldownSeconds, fetchSeconds, refreshesAtOnce],
      );
      return found[0] && dutyOf(found[0], macs);
    },

    /**
     * Takes on the fetch of one set now, even if another replica is fetching it: its result may be older than
     * the request, and is dropped. At most once in `pauseSeconds`. Undefined if there is no such provider.
     */
    async claimNow(
      providerId: string,
      pauseSeconds: number,
      fetchSeconds: number,
    ): Promise<FetchDuty | { readonly waitSeconds: number } | undefined> {
      const { rows: found } = await rows.query<DutyRow>(
        `update key_sets k set time_attempted = now(), time_fetch_ends = now() + $4 * interval '1 second',
          attempt = k.attempt + 1,
           time_refresh_allowed = now() + $3 * interval '1 second'
         from providers p
         where p.application_id = $1 and p.provider_id = $2 and k.application_id = $1 and k.provider_id = $2
           and k.time_refresh_allowed <= now()
         returning ${dutyColumns}`,
        [applicationId, providerId, pauseSeconds, fetchSeconds],
      );
      if (found[0]) return dutyOf(found[0], macs);
      const { rows: waiting } = await rows.query<{ seconds: number }>(
        `select greatest(1, ceil(extract(epoch from time_refresh_allowed - now())))::int as seconds from key_sets
         where application_id = $1 and provider_id = $2`,
        [applicationId, providerId],
      );
      return waiting[0] && { waitSeconds: waiting[0].seconds };
    },

    /** Whether a replica is fetching the set at this moment. */
    async isBeingFetched(providerId: string): Promise<boolean> {
      const { rowCount } = await rows.query(
        'select 1 from key_sets where application_id = $1 and provider_id = $2 and time_fetch_ends > now()',
        [applicationId, providerId],
      );
      return rowCount === 1;
    },
  };
}

/**
 * This many sets of one application are fetched in the background at once, over all replicas. So hung hosts
 * delay only their own application.
 */
const mostOfOneApplication = 4;

/** Of every application. Null: there is none. */
export const nextFetchSql = '(select min(time_next_fetch) from key_sets)';

/**
 * Takes on fetches of up to `limit` due sets, across tenants. Two replicas at once take different ones: the
 * second waits for the row locks of the first and then finds that those sets are no longer due. If a replica
 * dies, another fetches the set.
 */
export async function claimDueFetches(
  rows: Queryable,
  macs: RowMacs,
  limit: number,
  fetchSeconds: number,
): Promise<FetchDuty[]> {
  const { rows: found } = await rows.query<DutyRow>(
    `update key_sets k set time_attempted = now(), time_fetch_ends = now() + $2 * interval '1 second',
      attempt = k.attempt + 1,
       time_next_fetch = now() + $2 * interval '1 second'
     from providers p
     where p.application_id = k.application_id and p.provider_id = k.provider_id
       and (k.application_id, k.provider_id) in (
         select due.application_id, due.provider_id from (
           select provider_id, application_id, time_next_fetch,
             row_number() over (partition by application_id order by time_next_fetch, provider_id) as place
           from key_sets where time_next_fetch <= now()
         ) due
         where due.place <= $3 - (
           select count(*) from key_sets b where b.application_id = due.application_id and b.time_fetch_ends > now()
         )
         order by due.time_next_fetch limit $1
       )
       and k.time_next_fetch <= now() and (k.time_fetch_ends is null or k.time_fetch_ends <= now())
     returning ${dutyColumns}`,
    [limit, fetchSeconds, mostOfOneApplication],
  );
  return found.flatMap((row) => dutyOf(row, macs) ?? []);
}

function dutyOf(row: DutyRow, macs: RowMacs): FetchDuty | undefined {
  const provider = genuineProvider(macs, row.application_id, row);
  if (!provider) return undefined;
  return {
    applicationId: row.application_id,
    providerId: row.provider_id,
    provider,
    attempt: row.attempt,
    failures: row.failures,
  };
}
