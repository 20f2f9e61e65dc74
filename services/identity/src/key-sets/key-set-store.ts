import type { Queryable } from '@wallet-service/postgres';
import type { RowMacs } from '../row-macs.js';

/** The stored key set of a provider. */
export type KeySet = { readonly providerId: string; readonly keySetJson: string | undefined };

type KeySetRow = { provider_id: string; key_set_json: string | null; mac: Buffer | null };

/** The last good key sets of one application's providers. */
export function keySetRows(rows: Queryable, applicationId: string, macs: RowMacs) {
  return {
    async list(): Promise<KeySet[]> {
      const { rows: found } = await rows.query<KeySetRow>(
        'select provider_id, key_set_json, mac from key_sets where application_id = $1',
        [applicationId],
      );
      return found.map((row) => ({
        providerId: row.provider_id,
        keySetJson: genuineKeySet(macs, applicationId, row),
      }));
    },

    /** Stores a key set that was just fetched for a new provider, or for a changed one. */
    async put(providerId: string, keySetJson: string, nextFetchSeconds: number): Promise<void> {
      await rows.query(
        `insert into key_sets (provider_id, application_id, key_set_json, time_fetched, time_attempted, time_fetch_ends,
           time_next_fetch, attempt, failures, last_failure, mac)
         values ($1, $2, $3, now(), now(), null, now() + $4 * interval '1 second', 1, 0, null, $5)
         on conflict (application_id, provider_id) do update set key_set_json = excluded.key_set_json,
           mac = excluded.mac,
           time_fetched = excluded.time_fetched, time_attempted = excluded.time_attempted, time_fetch_ends = null,
           time_next_fetch = excluded.time_next_fetch, attempt = key_sets.attempt + 1, failures = 0,
           last_failure = null`,
        [
          providerId,
          applicationId,
          keySetJson,
          nextFetchSeconds,
          macOfKeySet(macs, applicationId, providerId, keySetJson),
        ],
      );
    },

    /** For a provider whose key set nobody has looked at. It is fetched at once. */
    async expect(providerId: string): Promise<void> {
      await rows.query(
        `insert into key_sets (provider_id, application_id, time_fetched, time_attempted, time_next_fetch, attempt,
           failures)
         values ($1, $2, now(), now(), now(), 1, 0)`,
        [providerId, applicationId],
      );
    },
  };
}

/** Undefined if there is none, or if identity did not write it for this provider of this application. */
export function genuineKeySet(
  macs: RowMacs,
  applicationId: string,
  { provider_id, key_set_json, mac }: KeySetRow,
): string | undefined {
  if (key_set_json === null) return undefined;
  return macs.fits('key_sets', applicationId, provider_id, [key_set_json], mac) ? key_set_json : undefined;
}

export function macOfKeySet(
  macs: RowMacs,
  applicationId: string,
  providerId: string,
  keySetJson: string,
): Buffer {
  return macs.of('key_sets', applicationId, providerId, [keySetJson]);
}
