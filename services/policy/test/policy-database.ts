import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { createPool, migrate } from '@wallet-service/postgres';
import { databaseFor } from '@wallet-service/postgres/testing';

const quiet = { info: () => undefined, warn: () => undefined };

export type PolicyDatabase = {
  /** With the role that the service has. */
  readonly pool: Pool;
  /** The connection of another replica. */
  readonly secondPool: Pool;
  /** As the owner of the schema, whom row-level security does not bind. */
  readonly owner: Pool;
  readonly url: string;
  readonly migrationUrl: string;
  readonly drop: () => Promise<void>;
};

/** A migrated database for one test file. */
export async function policyDatabase(name: string): Promise<PolicyDatabase> {
  const database = await databaseFor({ name });
  const { role, url, migrationUrl } = database.roles.policy;
  await migrate({
    url: migrationUrl,
    schema: 'policy',
    directory: fileURLToPath(new URL('../migrations', import.meta.url)),
    runtimeRole: role,
    logger: quiet,
  });
  const connect = (to: string) =>
    createPool({ url: to, max: 20, logger: quiet, applicationName: 'policy-test' });
  const pools = { pool: connect(url), secondPool: connect(url), owner: connect(migrationUrl) };
  return {
    ...pools,
    url,
    migrationUrl,
    drop: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
      await database.drop();
    },
  };
}
