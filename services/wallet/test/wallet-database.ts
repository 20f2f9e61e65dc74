import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPool, migrate } from '@wallet-service/postgres';
import { databaseFor, type TestDatabase } from '@wallet-service/postgres/testing';

const quiet = { warn: () => undefined, info: () => undefined };

export type WalletDatabase = TestDatabase & {
  /** A pool with the service's role, as a replica has it. `end` closes it. */
  readonly replica: (max?: number) => ReturnType<typeof createPool>;
  readonly end: () => Promise<void>;
};

/** A database of this service for one test file. `adminUrl` as for `databaseFor`. */
export async function walletDatabase(name: string, adminUrl?: string): Promise<WalletDatabase> {
  const database = await databaseFor({ name, ...(adminUrl !== undefined && { adminUrl }) });
  const { url, migrationUrl, role } = database.roles.wallet;
  await migrate({
    url: migrationUrl,
    schema: 'wallet',
    directory: fileURLToPath(new URL(path.join('..', 'migrations'), import.meta.url)),
    runtimeRole: role,
    logger: quiet,
  });
  const pools: ReturnType<typeof createPool>[] = [];
  return {
    ...database,
    replica: (max = 8) => {
      const pool = createPool({ url, max, logger: quiet, applicationName: 'wallet-test' });
      pools.push(pool);
      return pool;
    },
    end: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
      await database.drop();
    },
  };
}
