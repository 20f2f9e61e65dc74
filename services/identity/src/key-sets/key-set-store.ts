import type { Rows } from '../rows.js';

/** What is kept of a provider's key set. */
export type KeySet = { readonly providerId: string; readonly keySetJson: string | undefined };

type KeySetRow = { provider_id: string; key_set_json: string | null };
/** The last good key sets of one application's providers. */
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

    /** Stores a key set that was just fetched for a new provider, or for a changed one. */
    async put(providerId: string, keySetJson: string, nextFetchSeconds: number): Promise<void> {
      await rows.query(
        `insert into key_sets (provider_id, application_id, key_set_json, time_fetched, time_attempted, time_fetch_ends,
           time_next_fetch, attempt, failures, last_failure)
         values ($1, $2, $3, now(), now(), null, now() + $4 * interval '1 second', 1, 0, null)
         on conflict (provider_id) do update set key_set_json = excluded.key_set_json, time_fetched = now(), time_attempted = now(),
           time_fetch_ends = null, time_next_fetch = excluded.time_next_fetch, attempt = key_sets.attempt + 1, failures = 0,
           last_failure = null`,
        [providerId, applicationId, keySetJson, nextFetchSeconds],
      );
    },
  };
}
