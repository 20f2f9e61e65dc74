import type { Static, TObject } from 'typebox';
import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.js';
import { readSecretFile } from './read-secret-file.js';
import type { serviceVariables } from './service-variables.js';
import { tracingSettings } from './tracing-variables.js';

/** What `serviceVariables` say: the head of every inner service's own settings. */
export type ServiceSettings = {
  readonly development: boolean;
  readonly logLevel: string;
  /** Milliseconds since the epoch; undefined: rows without a MAC are refused. */
  readonly adoptRowsUntilMs: number | undefined;
  readonly tracing: ReturnType<typeof tracingSettings>;
  /** `unix:/path` or `host:port`. */
  readonly listen: string;
  readonly metricsListen: string;
  readonly tls: { readonly caFile: string; readonly certFile: string; readonly keyFile: string };
  /** Identity's public keys: one or two, as PEM. */
  readonly grantPublicKeysFile: string;
  readonly database: {
    readonly url: string;
    /** URL of the schema's owner; when given, the service migrates before it serves. */
    readonly migrationUrl: string | undefined;
    readonly poolSize: number;
  };
};

/** An upgrade takes hours. Rows that somebody writes meanwhile are believed, so it must end by itself. */
const longestAdoptionMs = 7 * 86_400_000;

/** Throws ConfigError. */
export function serviceSettings(
  read: Readonly<Static<TObject<typeof serviceVariables>>>,
  now = Date.now(),
): ServiceSettings {
  return {
    development: read.ENVIRONMENT === 'development',
    logLevel: read.LOG_LEVEL,
    adoptRowsUntilMs:
      read.ADOPT_ROWS_UNTIL === undefined ? undefined : adoptionEnd(read.ADOPT_ROWS_UNTIL, now),
    tracing: tracingSettings(read),
    listen: read.LISTEN,
    metricsListen: read.METRICS_LISTEN,
    tls: { caFile: read.TLS_CA_FILE, certFile: read.TLS_CERT_FILE, keyFile: read.TLS_KEY_FILE },
    grantPublicKeysFile: read.GRANT_PUBLIC_KEYS_FILE,
    database: {
      url: read.DATABASE_URL,
      migrationUrl: read.MIGRATION_DATABASE_URL,
      poolSize: read.DATABASE_POOL_SIZE,
    },
  };
}

function adoptionEnd(text: string, now: number): number {
  const end = Date.parse(text);
  if (end - now <= longestAdoptionMs) return end;
  throw new ConfigError([
    'ADOPT_ROWS_UNTIL must be a time, at most seven days from now: until then rows without a MAC are accepted',
  ]);
}

/**
 * The contents of the TLS files (PEM). Throws ConfigError when others than the owner can read the key,
 * outside development.
 */
export function readTls({ tls, development }: Pick<ServiceSettings, 'tls' | 'development'>): {
  readonly ca: Buffer;
  readonly cert: Buffer;
  readonly key: Buffer;
} {
  return {
    ca: readFileSync(tls.caFile),
    cert: readFileSync(tls.certFile),
    key: readSecretFile(tls.keyFile, { allowShared: development }),
  };
}
