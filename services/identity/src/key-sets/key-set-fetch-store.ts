import type { Rows } from '../rows.js';

/** A fetch that one replica has taken upon itself. `attempt` becomes out of date when another fetch begins or the address changes. */
export type FetchDuty = {
  readonly applicationId: string;
  readonly providerId: string;
  readonly jwksUri: string;
  readonly attempt: bigint;
  /** Fetches that failed since the last one that succeeded. */
  readonly failures: number;
};

type DutyRow = {
  application_id: string;
  provider_id: string;
  jwks_uri: string;
  attempt: bigint;
  failures: number;
};

/** So many fetches may follow each other at once for tokens that name unknown keys: a rotation right after a fetch, or two, are no outage. */
const refreshesAtOnce = 2;

const dutyColumns = 'k.application_id, k.provider_id, p.jwks_uri, k.attempt, k.failures';
const onlyThisAttempt = 'application_id = $1 and provider_id = $2 and attempt = $3';

/**
 * Who fetches which key set, and how it ended, within one application. Times are the database's, the one clock that all replicas share.
 */
export function keySetFetchRows(rows: Rows, applicationId: string) {
  return {
    /**
     * Takes the duty to fetch one set now; undefined while another replica fetches it, and when the bucket of fetches is empty, into which one more
     * flows every `cooldownSeconds`.
     */
    async claim(
      providerId: string,
      cooldownSeconds: number,
      fetchSeconds: number,
    ): Promise<FetchDuty | undefined> {
      const { rows: found } = await rows.query<DutyRow>(
        `update key_sets k set time_attempted = now(), time_fetch_ends = now() + $4 * interval '1 second', attempt = k.attempt + 1,
           time_refreshes_restored = greatest(k.time_refreshes_restored, now()) + $3 * interval '1 second'
         from providers p
         where p.provider_id = k.provider_id and k.application_id = $1 and k.provider_id = $2
           and k.time_refreshes_restored <= now() + ($5 - 1) * $3 * interval '1 second'
           and (k.time_fetch_ends is null or k.time_fetch_ends <= now())
         returning ${dutyColumns}`,
        [applicationId, providerId, cooldownSeconds, fetchSeconds, refreshesAtOnce],
      );
      return found[0] && dutyOf(found[0]);
    },

    /** Whether some replica is fetching the set at this moment. */
    async isBeingFetched(providerId: string): Promise<boolean> {
      const { rowCount } = await rows.query(
        'select 1 from key_sets where application_id = $1 and provider_id = $2 and time_fetch_ends > now()',
        [applicationId, providerId],
      );
      return rowCount === 1;
    },

    /** Whether the fetched set says something else than the kept one. */
    async differs({ providerId, attempt }: FetchDuty, keySetJson: string): Promise<boolean> {
      const { rowCount } = await rows.query(
        `select 1 from key_sets where ${onlyThisAttempt} and key_set_json is distinct from $4`,
        [applicationId, providerId, attempt, keySetJson],
      );
      return rowCount === 1;
    },

    async succeeded(
      { providerId, attempt }: FetchDuty,
      keySetJson: string,
      nextFetchSeconds: number,
    ): Promise<void> {
      await rows.query(
        `update key_sets set key_set_json = $4, time_fetched = now(), time_fetch_ends = null, failures = 0, last_failure = null,
           time_next_fetch = now() + $5 * interval '1 second'
         where ${onlyThisAttempt}`,
        [applicationId, providerId, attempt, keySetJson, nextFetchSeconds],
      );
    },

    /** Keeps the set, and answers whether it is too old for that. */
    async failed(
      { providerId, attempt }: FetchDuty,
      problem: string,
      nextFetchSeconds: number,
      maxStaleSeconds: number,
    ): Promise<{ tooOld: boolean }> {
      const { rows: found } = await rows.query<{ too_old: boolean }>(
        `update key_sets set time_fetch_ends = null, failures = failures + 1, last_failure = $4,
           time_next_fetch = now() + $5 * interval '1 second'
         where ${onlyThisAttempt}
         returning key_set_json is not null and time_fetched < now() - $6 * interval '1 second' as too_old`,
        [applicationId, providerId, attempt, problem, nextFetchSeconds, maxStaleSeconds],
      );
      return { tooOld: found[0]?.too_old ?? false };
    },

    /** Ends the use of a set that could not be fetched for too long. */
    async expire({ providerId, attempt }: FetchDuty, maxStaleSeconds: number): Promise<void> {
      await rows.query(
        `update key_sets set key_set_json = null
         where ${onlyThisAttempt} and time_fetched < now() - $4 * interval '1 second'`,
        [applicationId, providerId, attempt, maxStaleSeconds],
      );
    },
  };
}

/**
 * Takes the duty to fetch up to `limit` sets that are due, across tenants. Two replicas that ask at once take different ones: the second
 * waits for the row locks of the first and then finds that the sets are due no more.
 */
export async function claimDueFetches(rows: Rows, limit: number, fetchSeconds: number): Promise<FetchDuty[]> {
  const { rows: found } = await rows.query<DutyRow>(
    `update key_sets k set time_attempted = now(), time_fetch_ends = now() + $2 * interval '1 second', attempt = k.attempt + 1,
       time_next_fetch = now() + interval '1 minute'
     from providers p
     where p.provider_id = k.provider_id
       and k.provider_id in (select provider_id from key_sets where time_next_fetch <= now() order by time_next_fetch limit $1)
       and k.time_next_fetch <= now() and (k.time_fetch_ends is null or k.time_fetch_ends <= now())
     returning ${dutyColumns}`,
    [limit, fetchSeconds],
  );
  return found.map(dutyOf);
}

function dutyOf(row: DutyRow): FetchDuty {
  return {
    applicationId: row.application_id,
    providerId: row.provider_id,
    jwksUri: row.jwks_uri,
    attempt: row.attempt,
    failures: row.failures,
  };
}
