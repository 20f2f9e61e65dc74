import {
  commaSeparated,
  ConfigError,
  readConfig,
  serviceSettings,
  serviceVariables,
  type Environment,
  type ServiceSettings,
} from '@wallet-service/config';
import { Type } from 'typebox';

export const variables = Type.Object({
  ...serviceVariables,
  WALLET_TARGETS: Type.String(),
  POLICY_TARGETS: Type.String(),
  IDENTITY_TARGETS: Type.String(),
  WEBHOOK_KEY_FILE: Type.String(),
  WEBHOOK_ALLOW_LOOPBACK: Type.Boolean({ default: false }),
  WEBHOOK_ALLOWED_PORTS: Type.String({ default: '443', pattern: '^[0-9, ]+$' }),
  WEBHOOK_POLL_MS: Type.Integer({ default: 1_000, minimum: 50, maximum: 60_000 }),
  WEBHOOK_CONCURRENCY: Type.Integer({ default: 20, minimum: 1, maximum: 200 }),
  WEBHOOK_TIMEOUT_MS: Type.Integer({ default: 10_000, minimum: 100, maximum: 30_000 }),
  WEBHOOK_RETRY_SECONDS: Type.String({
    default: '5,300,1800,7200,18000,36000,50400,72000,86400',
    pattern: '^[0-9, ]+$',
  }),
  WEBHOOK_RETENTION_DAYS: Type.Integer({ default: 30, minimum: 1, maximum: 3_650 }),
});

export type Config = ServiceSettings & {
  readonly targets: {
    readonly wallet: readonly string[];
    readonly policy: readonly string[];
    readonly identity: readonly string[];
  };
  readonly keyFile: string;
  readonly urls: { readonly allowedPorts: readonly number[]; readonly allowLoopback: boolean };
  readonly delivery: {
    readonly pollMs: number;
    readonly concurrency: number;
    readonly timeoutMs: number;
    readonly retrySeconds: readonly number[];
    readonly retentionDays: number;
  };
};

const mostRetries = 30;
const longestRetrySeconds = 604_800;

/** Throws one ConfigError that lists every mistake in the environment. */
export function configOf(env: Environment): Config {
  const read = readConfig(variables, env);
  const settings = serviceSettings(read);
  const allowedPorts = commaSeparated(read.WEBHOOK_ALLOWED_PORTS).map(Number);
  const retrySeconds = commaSeparated(read.WEBHOOK_RETRY_SECONDS).map(Number);
  const mistakes = [
    ...(read.WEBHOOK_ALLOW_LOOPBACK && !settings.development
      ? ['WEBHOOK_ALLOW_LOOPBACK is for ENVIRONMENT=development alone: it opens this machine to tenants']
      : []),
    ...(allowedPorts.length === 0 || allowedPorts.some((port) => port < 1 || port > 65_535)
      ? ['WEBHOOK_ALLOWED_PORTS must list ports from 1 to 65535']
      : []),
    ...(retrySeconds.length > mostRetries || retrySeconds.some((seconds) => seconds > longestRetrySeconds)
      ? [`WEBHOOK_RETRY_SECONDS must list at most ${mostRetries} times of at most ${longestRetrySeconds}`]
      : []),
  ];
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return {
    ...settings,
    targets: {
      wallet: commaSeparated(read.WALLET_TARGETS),
      policy: commaSeparated(read.POLICY_TARGETS),
      identity: commaSeparated(read.IDENTITY_TARGETS),
    },
    keyFile: read.WEBHOOK_KEY_FILE,
    urls: { allowedPorts, allowLoopback: read.WEBHOOK_ALLOW_LOOPBACK },
    delivery: {
      pollMs: read.WEBHOOK_POLL_MS,
      concurrency: read.WEBHOOK_CONCURRENCY,
      timeoutMs: read.WEBHOOK_TIMEOUT_MS,
      retrySeconds,
      retentionDays: read.WEBHOOK_RETENTION_DAYS,
    },
  };
}

export function readConfigFromProcess(): Config {
  return configOf(process.env);
}
