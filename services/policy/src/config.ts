import {
  readConfig,
  serviceSettings,
  serviceVariables,
  type Environment,
  type ServiceSettings,
} from '@wallet-service/config';
import { Type } from 'typebox';

export const variables = Type.Object({
  ...serviceVariables,
  VERDICT_KEY_FILE: Type.String(),
  PREVIOUS_VERDICT_KEY_FILE: Type.Optional(Type.String()),
});

export type Config = ServiceSettings & {
  readonly verdictKeyFile: string;
  /** While the verdict key is being changed. */
  readonly previousVerdictKeyFile: string | undefined;
};

/** Throws one ConfigError that lists every mistake in the environment. */
export function configOf(env: Environment): Config {
  const read = readConfig(variables, env);
  return {
    ...serviceSettings(read),
    verdictKeyFile: read.VERDICT_KEY_FILE,
    previousVerdictKeyFile: read.PREVIOUS_VERDICT_KEY_FILE,
  };
}

export function readConfigFromProcess(): Config {
  return configOf(process.env);
}
