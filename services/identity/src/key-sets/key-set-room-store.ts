import type { Queryable } from '@wallet-service/postgres';

const bytes = `coalesce(sum(2 * (octet_length(p.issuer) + octet_length(p.audience)) +
  octet_length(k.key_set_json) + 128), 0)::float8`;

/**
 * The bytes that one application's providers take with their key sets, inside a transaction of that application.
 */
export function keySetRoomRows(rows: Queryable, applicationId: string) {
  return {
    /** Without one of them, if its size is about to change. */
    async bytesWithout(providerId: string): Promise<number> {
      const { rows: found } = await rows.query<{ bytes: number }>(
        `select ${bytes} as bytes from providers p join key_sets k using (application_id, provider_id)
         where application_id = $1 and provider_id <> $2 and k.key_set_json is not null`,
        [applicationId, providerId],
      );
      return found[0]?.bytes ?? 0;
    },
  };
}
