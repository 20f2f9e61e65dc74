import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Thrown if the database cannot be migrated to this version, or this version must not run on it. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

export type Migration = {
  readonly id: number;
  readonly name: string;
  readonly sql: string;
  /** Older versions, which do not know this migration, cannot use a database that has it. */
  readonly breaking: boolean;
  /** SHA-256 of the file, hexadecimal. */
  readonly checksum: string;
};

/**
 * The migrations in a folder: files `0001_name.sql`, numbered from 1 without a gap. The comment line `--!
 * breaking` marks a file with which older versions cannot run.
 */
export function readMigrations(directory: string): readonly Migration[] {
  const files = readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  return files.map((file, index) => {
    const id = Number(/^(\d{4})_[a-z0-9_-]+\.sql$/.exec(file)?.[1] ?? Number.NaN);
    if (id !== index + 1) {
      throw new MigrationError(
        `${file}: migrations are named 0001_name.sql and numbered from 1 without a gap`,
      );
    }
    const sql = readFileSync(path.join(directory, file), 'utf8');
    return {
      id,
      name: file,
      sql,
      breaking: /^--! breaking\s*$/m.test(sql),
      checksum: createHash('sha256').update(sql).digest('hex'),
    };
  });
}
