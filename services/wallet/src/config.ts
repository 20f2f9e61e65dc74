import {
  commaSeparated,
  readConfig,
  secretText,
  serviceVariables,
  tracingSettings,
  type Environment,
} from '@wallet-service/config';
import { Type } from 'typebox';

const schema = Type.Object({
  ...serviceVariables,
  REDIS_URL: Type.Optional(secretText()),
  POLICY_TARGETS: Type.String(),
  SIGNER_TARGETS: Type.String(),
  TRUST_WAIT_MS: Type.Integer({ default: 0, minimum: 0, maximum: 30_000 }),
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
  /** Absent: token pins are kept in this process, which is right for one replica alone. */
  readonly redisUrl: string | undefined;
  readonly policyTargets: readonly string[];
  readonly signerTargets: readonly string[];
  readonly trustWaitMs: number;
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
    redisUrl: read.REDIS_URL,
    policyTargets: commaSeparated(read.POLICY_TARGETS),
    signerTargets: commaSeparated(read.SIGNER_TARGETS),
    trustWaitMs: read.TRUST_WAIT_MS,
  };
}

export function readConfigFromProcess(): Config {
  return configOf(process.env);
}
