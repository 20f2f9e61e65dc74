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
  CREDENTIAL_PEPPER_FILE: Type.String(),
  OPERATOR_KEY_FILE: Type.String(),
  GRANT_KEY_FILE: Type.String(),
  REGISTRAR_KEY_FILE: Type.String(),
  ROOT_DOCUMENT_FILE: Type.String(),
  WITNESS_TARGETS: Type.String(),
  JWKS_ALLOW_LOOPBACK: Type.Boolean({ default: false }),
  JWKS_ALLOWED_PORTS: Type.String({ default: '443', pattern: '^[0-9, ]+$' }),
  JWKS_REFRESH_SECONDS: Type.Integer({ default: 45, minimum: 1, maximum: 86_400 }),
  JWKS_MAX_STALE_SECONDS: Type.Integer({ default: 86_400, minimum: 60, maximum: 2_592_000 }),
});

export type Config = ServiceSettings & {
  readonly pepperFile: string;
  readonly operatorKeyFile: string;
  /** Ed25519, PKCS#8 PEM: signs grants. */
  readonly grantKeyFile: string;
  /** Ed25519, PKCS#8 PEM: signs application documents. */
  readonly registrarKeyFile: string;
  readonly rootDocumentFile: string;
  /** Each is one witness. */
  readonly witnessTargets: readonly string[];
  readonly keySets: {
    readonly allowLoopback: boolean;
    readonly allowedPorts: readonly number[];
    readonly refreshSeconds: number;
    readonly maxStaleSeconds: number;
    /** Seconds after which one more fetch of a key set is allowed for tokens that name an unknown key. */
    readonly cooldownSeconds: number;
  };
};

/** Throws one ConfigError that lists every mistake in the environment. */
export function configOf(env: Environment): Config {
  const read = readConfig(variables, env);
  const settings = serviceSettings(read);
  const allowedPorts = commaSeparated(read.JWKS_ALLOWED_PORTS).map(Number);
  const witnessTargets = commaSeparated(read.WITNESS_TARGETS);
  const mistakes = [
    ...(witnessTargets.length === 0 || new Set(witnessTargets).size < witnessTargets.length
      ? ['WITNESS_TARGETS must list the witnesses, each once']
      : []),
    ...(read.JWKS_ALLOW_LOOPBACK && !settings.development
      ? ['JWKS_ALLOW_LOOPBACK is for ENVIRONMENT=development alone: it opens this machine to tenants']
      : []),
    ...(allowedPorts.length === 0 || allowedPorts.some((port) => port < 1 || port > 65_535)
      ? ['JWKS_ALLOWED_PORTS must list ports from 1 to 65535']
      : []),
  ];
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return {
    ...settings,
    pepperFile: read.CREDENTIAL_PEPPER_FILE,
    operatorKeyFile: read.OPERATOR_KEY_FILE,
    grantKeyFile: read.GRANT_KEY_FILE,
    registrarKeyFile: read.REGISTRAR_KEY_FILE,
    rootDocumentFile: read.ROOT_DOCUMENT_FILE,
    witnessTargets,
    keySets: {
      allowLoopback: read.JWKS_ALLOW_LOOPBACK,
      allowedPorts,
      refreshSeconds: read.JWKS_REFRESH_SECONDS,
      maxStaleSeconds: read.JWKS_MAX_STALE_SECONDS,
      cooldownSeconds: settings.development ? 5 : 30,
    },
  };
}

export function readConfigFromProcess(): Config {
  return configOf(process.env);
}
