import type { createPool } from '@wallet-service/postgres';

/** The directory entry of an application, which is found before the tenant is known. */
export type DirectoryEntry = { readonly applicationId: string; readonly revision: bigint };

type Row = { key: string; application_id: string; revision: bigint };

/** One statement each, outside any transaction, because every request makes these reads. */
export function createDirectory(pool: ReturnType<typeof createPool>) {
  async function read(text: string, keys: readonly string[]): Promise<Map<string, DirectoryEntry>> {
    const { rows } = await pool.query<Row>(text, [keys]);
    return new Map(
      rows.map((row) => [row.key, { applicationId: row.application_id, revision: row.revision }]),
    );
  }
  return {
    byApiKeys: (apiKeys: readonly string[]) =>
      read(
        'select api_key as key, application_id, revision from application_directory where api_key = any($1)',
        apiKeys,
      ),

    bySecretKeyIds: (ids: readonly string[]) =>
      read(
        `select k.secret_key_id as key, k.application_id, a.revision
         from secret_key_directory k join application_directory a using (application_id)
         where k.secret_key_id = any($1::uuid[])`,
        ids,
      ),

    byApplicationIds: (ids: readonly string[]) =>
      read(
        `select application_id as key, application_id, revision from application_directory
          where application_id = any($1::uuid[])`,
        ids,
      ),

    async ping(): Promise<void> {
      await pool.query('select 1');
    },
  };
}
