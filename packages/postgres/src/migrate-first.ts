import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MigrationError } from './migration-files.js';
import { migrate } from './migrate.js';
import type { PostgresLogger } from './pool.js';
import { runtimeRoleOf } from './runtime-role.js';
import { keepSessionSettings } from './session-settings.js';

export type MigrateFirstOptions = {
  /** Its name is that of its schema. */
  readonly service: string;
  /** `migrationUrl`: as the schema's owner. Without it somebody else migrates. */
  readonly database: { readonly url: string; readonly migrationUrl: string | undefined };
  /** `import.meta.url` of a file in src/ or dist/. The folder `migrations` is next to that folder. */
  readonly from: string;
  /** The first word of the command line. With `migrate` the process only migrates. */
  readonly command: string | undefined;
  readonly logger: PostgresLogger;
};

/**
 * What a service does before it opens anything. Resolves to whether it should continue. Throws a
 * MigrationError.
 */
export async function migrateFirst({
  service,
  database,
  from,
  command,
  logger,
}: MigrateFirstOptions): Promise<boolean> {
  const goOn = command !== 'migrate';
  const { url, migrationUrl } = database;
  if (migrationUrl !== undefined) {
    const directory = path.join(path.dirname(fileURLToPath(from)), '..', 'migrations');
    await migrate({ url: migrationUrl, schema: service, directory, ...runtimeRoleOf(url), logger });
  } else if (!goOn) {
    throw new MigrationError('MIGRATION_DATABASE_URL must be set in order to migrate');
  }
  if (goOn) await keepSessionSettings(url, service, logger);
  return goOn;
}
