import { randomBytes } from 'node:crypto';
import path from 'node:path';
import {
  createPool,
  databaseNameOf,
  provisionRoles,
  serviceSchemas,
  type ProvisionedRoles,
} from '@wallet-service/postgres';
import type { DataDirectory } from './data-directory.js';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.js';
import { readOrMakePrivateFile, writePrivateFile } from '@wallet-service/local-certificates/private-file';

export type StackDatabase = {
  /** The URL of the owner of the schemas. */
  readonly ownerUrl: string;
  readonly roles: ProvisionedRoles;
  readonly stop: () => Promise<void>;
};

/**
 * The real server at `databaseUrl`, otherwise an embedded one with its data in the data directory, with a
 * role for each service.
 */
export async function openStackDatabase(
  data: DataDirectory,
  databaseUrl: string | undefined,
  announce: (line: string) => void,
): Promise<StackDatabase> {
  const embedded =
    databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: path.join(data.root, 'postgres'), log: announce })
      : undefined;
  const ownerUrl = databaseUrl ?? embedded?.url ?? '';
  const roles = await provisionRoles({
    adminUrl: ownerUrl,
    database: databaseNameOf(ownerUrl) ?? 'postgres',
    passwords: databasePasswords(path.join(data.secrets, 'database-passwords.json')),
  });
  return { ownerUrl, roles, stop: () => embedded?.stop() ?? Promise.resolve() };
}

const adoptionMs = 10 * 60_000;

/** For the first start after a release whose rows had no MACs. */
export async function adoptionSettings(
  ownerUrl: string,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const logger = { info: () => undefined, warn: () => undefined };
  const pool = createPool({ url: ownerUrl, max: 1, logger, applicationName: 'local-stack' });
  try {
    const { rows } = await pool.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'identity' and table_name = 'applications'`,
    );
    if (rows.length === 0 || rows.some(({ name }) => name === 'mac')) return {};
    const until = new Date(now.getTime() + adoptionMs).toISOString();
    return { ADOPT_ROWS_UNTIL: until.replace(/\.\d+/, '') };
  } finally {
    await pool.end();
  }
}

type Passwords = Parameters<typeof provisionRoles>[0]['passwords'];

function databasePasswords(file: string): Passwords {
  const known = JSON.parse(readOrMakePrivateFile(file, () => '{}').toString()) as Partial<Passwords>;
  // A schema that came with a newer version gets its password when that version first starts.
  const missing = serviceSchemas.filter((schema) => known[schema] === undefined);
  const made = Object.fromEntries(missing.map((schema) => [schema, randomBytes(24).toString('base64url')]));
  const passwords = { ...known, ...made } as Passwords;
  if (missing.length > 0) writePrivateFile(file, JSON.stringify(passwords));
  return passwords;
}
