import {
  commaSeparated,
  ConfigError,
  readConfig,
  serviceVariables,
  tracingSettings,
  tracingVariables,
  type Environment,
} from '@wallet-service/config';
import { Type } from 'typebox';

const { ENVIRONMENT, LOG_LEVEL, LISTEN, METRICS_LISTEN, TLS_CA_FILE, TLS_CERT_FILE, TLS_KEY_FILE } =
  serviceVariables;

export const variables = Type.Object({
  ENVIRONMENT,
  LOG_LEVEL,
  LISTEN,
  METRICS_LISTEN,
  TLS_CA_FILE,
  TLS_CERT_FILE,
  TLS_KEY_FILE,
  ...tracingVariables,
  WITNESS_KEY_FILE: Type.String(),
  ROOT_DOCUMENT_FILE: Type.String(),
  STATE_DIRECTORY: Type.String(),
  // Until when an empty state directory is that of a new witness.
  NEW_STATE_UNTIL: Type.Optional(
    Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{3})?)?Z$' }),
  ),
  JWKS_ALLOW_LOOPBACK: Type.Boolean({ default: false }),
  JWKS_ALLOWED_PORTS: Type.String({ default: '443', pattern: '^[0-9, ]+$' }),
});

export type Config = {
  readonly development: boolean;
  readonly logLevel: string;
  readonly tracing: ReturnType<typeof tracingSettings>;
  /** `unix:/path` or `host:port`. */
  readonly listen: string;
  readonly metricsListen: string;
  readonly tls: { readonly caFile: string; readonly certFile: string; readonly keyFile: string };
  /** Ed25519, PKCS#8 PEM: signs statements. */
  readonly witnessKeyFile: string;
  readonly rootDocumentFile: string;
  readonly stateDirectory: string;
  /** Milliseconds since the epoch; undefined: an empty state directory is a lost one. */
  readonly newStateUntilMs: number | undefined;
  readonly keySets: { readonly allowLoopback: boolean; readonly allowedPorts: readonly number[] };
};

/** What a new witness is shown first, it believes. So the time in which that is allowed must end by itself. */
const longestStartMs = 7 * 86_400_000;

/** Throws one ConfigError that lists every mistake in the environment. */
export function configOf(env: Environment, now = Date.now()): Config {
  const read = readConfig(variables, env);
  const development = read.ENVIRONMENT === 'development';
  const allowedPorts = commaSeparated(read.JWKS_ALLOWED_PORTS).map(Number);
  const newStateUntilMs = read.NEW_STATE_UNTIL === undefined ? undefined : Date.parse(read.NEW_STATE_UNTIL);
  const mistakes = [
    ...(read.JWKS_ALLOW_LOOPBACK && !development
      ? ['JWKS_ALLOW_LOOPBACK is for ENVIRONMENT=development alone: it opens this machine to tenants']
      : []),
    ...(allowedPorts.length === 0 || allowedPorts.some((port) => port < 1 || port > 65_535)
      ? ['JWKS_ALLOWED_PORTS must list ports from 1 to 65535']
      : []),
    // Not `>`, because NaN must not pass.
    ...(newStateUntilMs === undefined || newStateUntilMs - now <= longestStartMs
      ? []
      : [
          'NEW_STATE_UNTIL must be a time, at most seven days from now: until then an empty state is accepted',
        ]),
  ];
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return {
    development,
    logLevel: read.LOG_LEVEL,
    tracing: tracingSettings(read),
    listen: read.LISTEN,
    metricsListen: read.METRICS_LISTEN,
    tls: { caFile: read.TLS_CA_FILE, certFile: read.TLS_CERT_FILE, keyFile: read.TLS_KEY_FILE },
    witnessKeyFile: read.WITNESS_KEY_FILE,
    rootDocumentFile: read.ROOT_DOCUMENT_FILE,
    stateDirectory: read.STATE_DIRECTORY,
    newStateUntilMs,
    keySets: { allowLoopback: read.JWKS_ALLOW_LOOPBACK, allowedPorts },
  };
}

export function readConfigFromProcess(): Config {
  return configOf(process.env);
}
