import type { Queryable } from '@wallet-service/postgres';
import type { RowMacs } from '../row-macs.js';
import type { FetchDuty } from './key-set-claim-store.js';
import { genuineKeySet, macOfKeySet } from './key-set-store.js';

const onlyThisAttempt = 'application_id = $1 and provider_id = $2 and attempt = $3';

/** Stores the fetches of one application's key sets and their results. */
export function keySetFetchRows(rows: Queryable, applicationId: string, macs: RowMacs) {
  return {
    /** The set in use, or none if identity did not write it. Undefined if the fetch is outdated. */
    async held({
      providerId,
      attempt,
    }: FetchDuty): Promise<{ readonly keySetJson: string | undefined } | undefined> {
      const { rows: found } = await rows.query<{
        provider_id: string;
        key_set_json: string | null;
        mac: Buffer | null;
      }>(`select provider_id, key_set_json, mac from key_sets where ${onlyThisAttempt}`, [
        applicationId,
        providerId,
        attempt,
      ]);
      return found[0] && { keySetJson: genuineKeySet(macs, applicationId, found[0]) };
    },

    /**
     * Stores keys that the provider publishes now. `problem` says why some of them are left out. False if the
     * fetch is outdated.
     */
    async confirmed(
      { providerId, attempt }: FetchDuty,
      { keySetJson, problem }: { readonly keySetJson: string; readonly problem?: string },
      nextFetchSeconds: number,
    ): Promise<boolean> {
      const { rowCount } = await rows.query(
        `update key_sets set key_set_json = $4, mac = $7, time_fetched = now(), time_fetch_ends = null,
           failures = case when $6::text is null then 0 else failures + 1 end, last_failure = $6,
           time_next_fetch = now() + $5 * interval '1 second'
         where ${onlyThisAttempt}`,
        [
          applicationId,
          providerId,
          attempt,
          keySetJson,
          nextFetchSeconds,
          problem ?? null,
          macOfKeySet(macs, applicationId, providerId, keySetJson),
        ],
      );
      return rowCount === 1;
    },

    /** Keeps the set. Returns whether it is too old for that. */
    async failed(
      { providerId, attempt }: FetchDuty,
      problem: string,
      nextFetchSeconds: number,
      maxStaleSeconds: number,
    ): Promise<{ tooOld: boolean }> {
      await rows.query(
        `update key_sets set time_fetch_ends = null, failures = failures + 1, last_failure = $4,
           time_next_fetch = now() + $5 * interval '1 second'
         where ${onlyThisAttempt}`,
        [applicationId, providerId, attempt, problem, nextFetchSeconds],
      );
      const { rows: found } = await rows.query<{ too_old: boolean }>(
        `select key_set_json is not null and time_fetched < now() - $4 * interval '1 second' as too_old
         from key_sets where ${onlyThisAttempt}`,
        [applicationId, providerId, attempt, maxStaleSeconds],
      );
      return { tooOld: found[0]?.too_old ?? false };
    },

    /** Stops using a set that could not be fetched for too long. */
    async expire({ providerId, attempt }: FetchDuty, maxStaleSeconds: number): Promise<void> {
      await rows.query(
        `update key_sets set key_set_json = null
         where ${onlyThisAttempt} and time_fetched < now() - $4 * interval '1 second'`,
        [applicationId, providerId, attempt, maxStaleSeconds],
      );
    },

    /** When the keys in use were last confirmed, in Unix seconds. */
    async timeConfirmed(providerId: string): Promise<number> {
      const { rows: found } = await rows.query<{ time: number }>(
        `select floor(extract(epoch from time_fetched))::float8 as time from key_sets where application_id = $1
          and provider_id = $2`,
        [applicationId, providerId],
      );
      return found[0]?.time ?? 0;
    },
  };
}
