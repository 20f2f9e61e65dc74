import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { ConfigError } from './config-error.js';

const largestSecretBytes = 65_536;

/**
 * The bytes of a secret file, at most 64 KiB. Group and others must have no access to it (mode 0600 or 0400),
 * unless `allowShared` is set for development. Throws a ConfigError that names the path, never the content.
 */
export function readSecretFile(
  path: string,
  { allowShared = false }: { allowShared?: boolean } = {},
): Buffer {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    throw new ConfigError([`${path} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`]);
  }
  try {
    // Checks the open file and not the path, so that what was checked is what is read.
    const status = fstatSync(file);
    if (!status.isFile()) throw new ConfigError([`${path} must be a regular file`]);
    if (status.size > largestSecretBytes) throw new ConfigError([`${path} must be at most 64 KiB`]);
    if (status.size === 0) throw new ConfigError([`${path} must not be empty`]);
    if (!allowShared && (status.mode & 0o077) !== 0) {
      throw new ConfigError([`${path} must not be accessible to its group or to others (chmod 600)`]);
    }
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
