import { tmpdir } from 'node:os';
import {
  commaSeparated,
  ConfigError,
  parseRedisUrl,
  readConfig,
  redisUrl,
  serviceSettings,
  serviceVariables,
  type Environment,
  type RedisServers,
  type ServiceSettings,
} from '@wallet-service/config';
import { archiveSettingsOf, archiveVariables, type ArchiveSettings } from '@wallet-service/journal-archive';
import { Type } from 'typebox';
import type { StandbyRule } from './durability/watch-standby.js';

export const variables = Type.Object({
  ...serviceVariables,
  REDIS_URL: Type.Optional(redisUrl()),
  IDENTITY_TARGETS: Type.String(),
  POLICY_TARGETS: Type.String(),
  SIGNER_TARGETS: Type.String(),
  WITNESS_TARGETS: Type.String(),
  WEBHOOKS_TARGETS: Type.String(),
  EVENT_KEY_FILE: Type.String(),
  PREVIOUS_EVENT_KEY_FILE: Type.Optional(Type.String()),
  LOSS_DIRECTORY: Type.Optional(Type.String()),
  ...archiveVariables,
  JOURNAL_MONTHS: Type.Integer({ minimum: 1, maximum: 1200, default: 2 }),
  JOURNAL_RETENTION_MONTHS: Type.Optional(Type.Integer({ minimum: 1, maximum: 1200 })),
  JOURNAL_RETENTION_MINIMUM_MONTHS: Type.Integer({ minimum: 1, maximum: 1200, default: 12 }),
  SYNCHRONOUS_STANDBY: Type.Optional(
    Type.Union([Type.Literal('required'), Type.Literal('warn'), Type.Literal('off')]),
  ),
});

export type Config = ServiceSettings & {
  /** Without it token pins stay in this process, which is correct only for a single replica. */
  readonly redis: RedisServers | undefined;
  readonly identityTargets: readonly string[];
  readonly policyTargets: readonly string[];
  readonly signerTargets: readonly string[];
  readonly webhooksTargets: readonly string[];
  /** Each is one witness. */
  readonly witnessTargets: readonly string[];
  readonly eventKeyFile: string;
  readonly previousEventKeyFile: string | undefined;
  readonly synchronousStandby: StandbyRule;
  readonly lossDirectory: string;
  /** Where journals are archived. Undefined: they stay in the database. */
  readonly archive: ArchiveSettings | undefined;
  /** How many whole months of journals stay in the database. */
  readonly journalMonths: number;
  /** How many months the archive is kept. Undefined: for ever. */
  readonly retentionMonths: number | undefined;
  /** No application's is kept for less. */
  readonly retentionMinimumMonths: number;
};

/** Throws one ConfigError that lists every mistake in the environment. */
export function configOf(env: Environment): Config {
  const read = readConfig(variables, env);
  const settings = serviceSettings(read);
  // It may hold the only copy of wallets, and what is temporary goes with a container.
  const lossDirectory = read.LOSS_DIRECTORY ?? (settings.development ? tmpdir() : undefined);
  if (lossDirectory === undefined)
    throw new ConfigError(['LOSS_DIRECTORY must be set in production: a folder that outlives the process']);
  return {
    ...settings,
    redis: read.REDIS_URL === undefined ? undefined : parseRedisUrl(read.REDIS_URL),
    identityTargets: commaSeparated(read.IDENTITY_TARGETS),
    policyTargets: commaSeparated(read.POLICY_TARGETS),
    signerTargets: commaSeparated(read.SIGNER_TARGETS),
    webhooksTargets: commaSeparated(read.WEBHOOKS_TARGETS),
    witnessTargets: commaSeparated(read.WITNESS_TARGETS),
    eventKeyFile: read.EVENT_KEY_FILE,
    previousEventKeyFile: read.PREVIOUS_EVENT_KEY_FILE,
    lossDirectory,
    archive: archiveSettingsOf(read),
    journalMonths: read.JOURNAL_MONTHS,
    retentionMonths: read.JOURNAL_RETENTION_MONTHS,
    retentionMinimumMonths: read.JOURNAL_RETENTION_MINIMUM_MONTHS,
    synchronousStandby: read.SYNCHRONOUS_STANDBY ?? (settings.development ? 'off' : 'required'),
  };
}

export function readConfigFromProcess(): Config {
  return configOf(process.env);
}
