import {
  commaSeparated,
  ConfigError,
  readConfig,
  serviceSettings,
  serviceVariables,
  type Environment,
  type ServiceSettings,
} from '@wallet-service/config';
import { readOutgoingUrl } from '@wallet-service/egress';
import type { RelyingParty } from '@wallet-service/passkeys';
import { Type, type Static } from 'typebox';
import type { PeopleIssuer } from './people/id-tokens.js';

export const variables = Type.Object({
  ...serviceVariables,
  CREDENTIAL_PEPPER_FILE: Type.String(),
  OPERATOR_KEY_FILE: Type.String(),
  GRANT_KEY_FILE: Type.String(),
  REGISTRAR_KEY_FILE: Type.String(),
  ROOT_DOCUMENT_FILE: Type.String(),
  WITNESS_TARGETS: Type.String(),
  PASSKEY_RP_ID: Type.Optional(Type.String({ pattern: '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$' })),
  PASSKEY_ORIGINS: Type.String({ default: '' }),
  PASSKEY_RP_NAME: Type.String({ default: 'Wallet service', minLength: 1, maxLength: 64 }),
  PEOPLE_ISSUER: Type.Optional(Type.String({ maxLength: 512 })),
  PEOPLE_CLIENT_ID: Type.Optional(Type.String({ maxLength: 512 })),
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
  /** The site of people's passkeys. Undefined: nobody signs in. */
  readonly relyingParty: (RelyingParty & { readonly name: string }) | undefined;
  /** Undefined: people sign in with passkeys alone. */
  readonly peopleIssuer: PeopleIssuer | undefined;
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
  const origins = commaSeparated(read.PASSKEY_ORIGINS);
  const mistakes = [
    ...mistakesOfIssuer(read),
    ...mistakesOfPasskeys(read.PASSKEY_RP_ID, origins, settings.development),
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
    relyingParty:
      read.PASSKEY_RP_ID === undefined
        ? undefined
        : { id: read.PASSKEY_RP_ID, name: read.PASSKEY_RP_NAME, origins },
    peopleIssuer:
      read.PEOPLE_ISSUER === undefined || read.PEOPLE_CLIENT_ID === undefined
        ? undefined
        : { issuer: read.PEOPLE_ISSUER, clientId: read.PEOPLE_CLIENT_ID },
    keySets: {
      allowLoopback: read.JWKS_ALLOW_LOOPBACK,
      allowedPorts,
      refreshSeconds: read.JWKS_REFRESH_SECONDS,
      maxStaleSeconds: read.JWKS_MAX_STALE_SECONDS,
      cooldownSeconds: settings.development ? 5 : 30,
    },
  };
}

function mistakesOfPasskeys(id: string | undefined, origins: readonly string[], development: boolean) {
  if (id === undefined)
    return origins.length > 0 ? ['PASSKEY_RP_ID must be set, because PASSKEY_ORIGINS is'] : [];
  if (origins.length === 0) return ['PASSKEY_ORIGINS must list the origins of the console'];
  return origins
    .filter((origin) => !isOriginOf(id, origin, development))
    .map(
      (origin) =>
        `PASSKEY_ORIGINS: ${origin} must be https:// with a host that is ${id} or ends with .${id}, and no path`,
    );
}

function mistakesOfIssuer(read: Static<typeof variables>): readonly string[] {
  const { PEOPLE_ISSUER: issuer, PEOPLE_CLIENT_ID: clientId, PASSKEY_RP_ID: id } = read;
  if (issuer === undefined && clientId === undefined) return [];
  if (issuer === undefined || clientId === undefined)
    return ['PEOPLE_ISSUER and PEOPLE_CLIENT_ID must be set together'];
  const reading = readOutgoingUrl(issuer, {
    allowedPorts: commaSeparated(read.JWKS_ALLOWED_PORTS).map(Number),
    allowLoopback: read.JWKS_ALLOW_LOOPBACK,
  });
  return [
    ...(id === undefined ? ['PASSKEY_RP_ID must be set, because a step-up needs a passkey'] : []),
    ...(reading.ok ? [] : [`PEOPLE_ISSUER ${reading.problem}`]),
  ];
}

/** Browsers treat http://localhost as secure too. */
function isOriginOf(id: string, text: string, development: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  const isSecure = protocol === 'https:' || (development && protocol === 'http:' && hostname === 'localhost');
  return origin === text && isSecure && (hostname === id || hostname.endsWith(`.${id}`));
}

export function readConfigFromProcess(): Config {
  return configOf(process.env);
}
