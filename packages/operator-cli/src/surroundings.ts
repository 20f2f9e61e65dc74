import { readFileSync } from 'node:fs';
import type { AdminTarget } from './admin/administrate.js';
import { UsageError } from './command-line/flags.js';
import { operatorConfig } from './config.js';

/** A database, and the function that ends the caller's use of it. */
export type OpenDatabase = { readonly url: string; readonly close: () => Promise<void> };

/** Where commands find what their caller did not name. The local stack provides its own. */
export type Surroundings = {
  /**
   * The address of the operator interface, and its key. `named` comes first. Throws a UsageError if a part is
   * missing.
   */
  readonly adminTarget: (named: NamedTarget) => Promise<AdminTarget> | AdminTarget;
  /** The database with the journals. Throws a UsageError if there is none. */
  readonly journalDatabase: () => Promise<OpenDatabase> | OpenDatabase;
};

export type NamedTarget = { readonly url: string | undefined; readonly operatorKeyFile: string | undefined };

/** The values of the environment. */
export const environment: Surroundings = {
  adminTarget(named) {
    const { url, operatorKey } = knownTarget(named);
    if (url === undefined || operatorKey === undefined)
      throw new UsageError(
        'give --url and --operator-key-file, or set GATEWAY_URL and OPERATOR_KEY_FILE to them',
      );
    return { url, operatorKey };
  },
  journalDatabase() {
    const url = operatorConfig().databaseUrl;
    if (url === undefined) throw new UsageError('set DATABASE_URL, or give --file or --url');
    return { url, close: () => Promise.resolve() };
  },
};

/** The values that are named, or in the environment. */
export function knownTarget(named: NamedTarget): { [Part in keyof AdminTarget]: string | undefined } {
  const config = operatorConfig();
  const keyFile = named.operatorKeyFile ?? config.operatorKeyFile;
  return {
    url: named.url ?? config.gatewayUrl,
    operatorKey: keyFile === undefined ? undefined : readFileSync(keyFile, 'utf8').trim(),
  };
}
