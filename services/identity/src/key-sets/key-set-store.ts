import type { Rows } from '../rows.js';

/** What is kept of a provider's key set. */
export type KeySet = { readonly providerId: string; readonly keySetJson: string | undefined };

/** A fetch that one replica has taken upon itself. */
export type FetchDuty = {
  readonly applicationId: string;
  readonly providerId: string;
  readonly jwksUri: string;
};

type KeySetRow = { provider_id: string; key_set_json: string | null };
type DutyRow = { application_id: string; provider_id: string; jwks_uri: string };

/** The key sets of one application's providers. Times are the database's, the one clock that all replicas share. */
export function keySetRows(rows: Rows, applicationId: string) {
  return {
    async list(): Promise<KeySet[]> {
      const { rows: found } = await rows.query<KeySetRow>(
        'select provider_id, key_set_json from key_sets where application_id = $1',
        [applicationId],
      );
      return found.map((row) => ({
        providerId: row.provider_id,
        keySetJson: row.key_set_json ?? undefined,
      }));
    },

    /** Stores a key set that was just fetched; for a new provider and for one whose address changed. */
    async put(
      providerId: string,
      jwksUri: string,
      keySetJson: string,
      nextFetchSeconds: number,
    ): Promise<void> {
      await rows.query(
        `insert into key_sets (provider_id, application_id, jwks_uri, key_set_json, time_fetched, time_attempted, time_fetch_ends,
           time_next_fetch, failures, last_failure)
         values ($1, $2, $3, $4, now(), now(), null, now() + $5 * interval '1 second', 0, null)
         on conflict (provider_id) do update set jwks_uri = excluded.jwks_uri, key_set_json = excluded.key_set_json,
           time_fetched = now(), time_attempted = now(), time_fetch_ends = null, time_next_fetch = excluded.time_next_fetch,
           failures = 0, last_failure = null`,
        [providerId, applicationId, jwksUri, keySetJson, nextFetchSeconds],
      );
    },

    /** Whether the fetched set differs from the kept one, and the kept one is still of this address. */
    async differs({ providerId, jwksUri }: FetchDuty, keySetJson: string): Promise<boolean> {
      const { rowCount } = await rows.query(
        `select 1 from key_sets where application_id = $1 and provider_id = $2 and jwks_uri = $3
         and key_set_json is distinct from $4`,
        [applicationId, providerId, jwksUri, keySetJson],
      );
      return rowCount === 1;
    },

    /** The end of a fetch that succeeded. Does nothing when the provider got another address or went away meanwhile. */
    async succeeded(
      { providerId, jwksUri }: FetchDuty,
      keySetJson: string,
      nextFetchSeconds: number,
    ): Promise<void> {
      await rows.query(
        `update key_sets set key_set_json = $4, time_fetched = now(), time_fetch_ends = null, failures = 0, last_failure = null,
           time_next_fetch = now() + $5 * interval '1 second'
         where application_id = $1 and provider_id = $2 and jwks_uri = $3`,
        [applicationId, providerId, jwksUri, keySetJson, nextFetchSeconds],
      );
    },

    /** The end of a fetch that failed: the kept set stays. Answers whether it is too old to stay. */
    async failed(
      { providerId, jwksUri }: FetchDuty,
      problem: string,
      nextFetchSeconds: number,
      maxStaleSeconds: number,
    ): Promise<{ tooOld: boolean }> {
      const { rows: found } = await rows.query<{ too_old: boolean }>(
        `update key_sets set time_fetch_ends = null, failures = failures + 1, last_failure = $4,
           time_next_fetch = now() + $5 * interval '1 second'
         where application_id = $1 and provider_id = $2 and jwks_uri = $3
         returning key_set_json is not null and time_fetched < now() - $6 * interval '1 second' as too_old`,
        [applicationId, providerId, jwksUri, problem, nextFetchSeconds, maxStaleSeconds],
      );
      return { tooOld: found[0]?.too_old ?? false };
    },

    /** Stops the use of a set that could not be fetched for too long. */
    async expire({ providerId, jwksUri }: FetchDuty, maxStaleSeconds: number): Promise<void> {
      await rows.query(
        `update key_sets set key_set_json = null
         where application_id = $1 and provider_id = $2 and jwks_uri = $3 and time_fetched < now() - $4 * interval '1 second'`,
        [applicationId, providerId, jwksUri, maxStaleSeconds],
      );
    },

    /** Takes the duty to fetch one provider's set now; undefined while another replica fetches or within the cooldown of the last fetch. */
    async claim(
      providerId: string,
      cooldownSeconds: number,
      fetchSeconds: number,
    ): Promise<FetchDuty | undefined> {
      const { rows: found } = await rows.query<DutyRow>(
        `update key_sets set time_attempted = now(), time_fetch_ends = now() + $4 * interval '1 second'
         where application_id = $1 and provider_id = $2 and time_attempted <= now() - $3 * interval '1 second'
           and (time_fetch_ends is null or time_fetch_ends <= now())
         returning application_id, provider_id, jwks_uri`,
        [applicationId, providerId, cooldownSeconds, fetchSeconds],
      );
      return found[0] && dutyOf(found[0]);
    },

    /** Whether some replica is fetching the provider's set at this moment. */
    async isBeingFetched(providerId: string): Promise<boolean> {
      const { rowCount } = await rows.query(
        'select 1 from key_sets where application_id = $1 and provider_id = $2 and time_fetch_ends > now()',
        [applicationId, providerId],
      );
      return rowCount === 1;
    },
  };
}

export type KeySetRows = ReturnType<typeof keySetRows>;

/**
 * Takes the duty to fetch up to `limit` sets that are due, across tenants. The row lock of the update makes two replicas that ask at
 * once take different ones: the second finds the condition no longer true.
 */
export async function claimDueFetches(
  rows: Rows,
  limit: number,
  fetchSeconds: number,
): Promise<FetchDuty[]> {
  const { rows: found } = await rows.query<DutyRow>(
    `update key_sets set time_attempted = now(), time_fetch_ends = now() + $2 * interval '1 second',
       time_next_fetch = now() + interval '1 minute'
     where provider_id in (select provider_id from key_sets where time_next_fetch <= now() order by time_next_fetch limit $1)
       and time_next_fetch <= now() and (time_fetch_ends is null or time_fetch_ends <= now())
     returning application_id, provider_id, jwks_uri`,
    [limit, fetchSeconds],
  );
  return found.map(dutyOf);
}

function dutyOf(row: DutyRow): FetchDuty {
  return { applicationId: row.application_id, providerId: row.provider_id, jwksUri: row.jwks_uri };
}
