import {
  commaSeparated,
  readConfig,
  secretText,
  serviceSettings,
  serviceVariables,
  type Environment,
  type ServiceSettings,
} from '@wallet-service/config';
import { Type } from 'typebox';

export const variables = Type.Object({
  ...serviceVariables,
  REDIS_URL: Type.Optional(secretText()),
  IDENTITY_TARGETS: Type.String(),
  POLICY_TARGETS: Type.String(),
  SIGNER_TARGETS: Type.String(),
  EVENT_KEY_FILE: Type.String(),
});

export type Config = ServiceSettings & {
  /** Without it token pins stay in this process, which is correct only for a single replica. */
  readonly redisUrl: string | undefined;
  readonly identityTargets: readonly string[];
  readonly policyTargets: readonly string[];
  readonly signerTargets: readonly string[];
  readonly eventKeyFile: string;
};

/** Throws one ConfigError that lists every mistake in the environment. */
export function configOf(env: Environment): Config {
  const read = readConfig(variables, env);
  return {
    ...serviceSettings(read),
    redisUrl: read.REDIS_URL,
    identityTargets: commaSeparated(read.IDENTITY_TARGETS),
    policyTargets: commaSeparated(read.POLICY_TARGETS),
    signerTargets: commaSeparated(read.SIGNER_TARGETS),
    eventKeyFile: read.EVENT_KEY_FILE,
  };
}

export function readConfigFromProcess(): Config {
  return configOf(process.env);
}
