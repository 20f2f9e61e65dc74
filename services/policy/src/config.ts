import { Type } from 'typebox';
import { readConfig, serviceVariables, tracingSettings, type Environment } from '@wallet-service/config';

const schema = Type.Object({
  ...serviceVariables,
  VERDICT_KEY_FILE: Type.String(),
});

export type Config = {
  readonly development: boolean;
  readonly logLevel: string;
  readonly tracing: ReturnType<typeof tracingSettings>;
  /** `unix:/path` or `host:port`. */
  readonly listen: string;
  readonly operationsListen: string;
  readonly tls: { readonly caFile: string; readonly certFile: string; readonly keyFile: string };
  readonly database: {
    readonly url: string;
    /** URL of the schema's owner; when given, the service migrates before it serves. */
    readonly migrationUrl: string | undefined;
    readonly poolSize: number;
  };
  readonly verdictKeyFile: string;
};

/** Throws one ConfigError that lists every mistake in the environment. */
export function configOf(env: Environment): Config {
  const read = readConfig(schema, env);
  return {
    development: read.ENVIRONMENT === 'development',
    logLevel: read.LOG_LEVEL,
    tracing: tracingSettings(read),
    listen: read.LISTEN,
    operationsListen: read.OPERATIONS_LISTEN,
    tls: { caFile: read.TLS_CA_FILE, certFile: read.TLS_CERT_FILE, keyFile: read.TLS_KEY_FILE },
    database: {
      url: read.DATABASE_URL,
      migrationUrl: read.MIGRATION_DATABASE_URL,
      poolSize: read.DATABASE_POOL_SIZE,
    },
    verdictKeyFile: read.VERDICT_KEY_FILE,
  };
}

export function readConfigFromProcess(): Config {
  return configOf(process.env);
}
