import { ConfigError, readConfig, secretText, type Environment } from '@wallet-service/config';
import Type, { type Static } from 'typebox';
import type { PeopleProvider } from './people-provider.js';

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export const variables = Type.Object({
  ENVIRONMENT: Type.Union([Type.Literal('development'), Type.Literal('production')], {
    default: 'production',
  }),
  LOG_LEVEL: Type.Union(
    levels.map((level) => Type.Literal(level)),
    { default: 'info' },
  ),
  HOST: Type.Optional(Type.String()),
  PORT: Type.Integer({ default: 8090, minimum: 0, maximum: 65_535 }),
  METRICS_LISTEN: Type.String({ default: '127.0.0.1:0' }),
  CONSOLE_URL: Type.String(),
  GATEWAY_URL: Type.String(),
  PEOPLE_ISSUER: Type.Optional(Type.String({ maxLength: 512 })),
  PEOPLE_CLIENT_ID: Type.Optional(Type.String({ maxLength: 512 })),
  PEOPLE_CLIENT_SECRET: Type.Optional(secretText()),
  TRUST_PROXY: Type.String({ default: '' }),
  DRAIN_SECONDS: Type.Integer({ default: 0, minimum: 0, maximum: 8 }),
});

export type Config = {
  readonly development: boolean;
  readonly logLevel: string;
  readonly host: string;
  readonly port: number;
  readonly metricsListen: string;
  /** Where browsers see the console: scheme, host and port. */
  readonly origin: string;
  /** The path under which it is, without a slash at the end. Empty: the root. */
  readonly prefix: string;
  /** Without a slash at the end. */
  readonly gatewayUrl: string;
  /** Undefined: people sign in with passkeys alone. */
  readonly provider: PeopleProvider | undefined;
  readonly trustedProxies: readonly string[];
  readonly drainSeconds: number;
};

/** Throws one ConfigError that lists every mistake in the environment. */
export function configOf(env: Environment): Config {
  const read = readConfig(variables, env);
  const development = read.ENVIRONMENT === 'development';
  const mistakes = [
    ...mistakesIn('CONSOLE_URL', read.CONSOLE_URL, development),
    ...(URL.canParse(read.GATEWAY_URL) ? [] : ['GATEWAY_URL must be the URL of the gateway']),
  ];
  mistakes.push(...mistakesInProvider(read, development));
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  const { origin, pathname } = new URL(read.CONSOLE_URL);
  return {
    development,
    logLevel: read.LOG_LEVEL,
    host: read.HOST ?? (development ? '127.0.0.1' : '0.0.0.0'),
    port: read.PORT,
    metricsListen: read.METRICS_LISTEN,
    origin,
    prefix: pathname.replace(/\/+$/, ''),
    gatewayUrl: read.GATEWAY_URL.replace(/\/+$/, ''),
    provider: providerOf(read),
    trustedProxies: read.TRUST_PROXY.split(',').flatMap((one) => one.trim() || []),
    drainSeconds: read.DRAIN_SECONDS,
  };
}

type Read = Static<typeof variables>;

function providerOf(read: Read): Config['provider'] {
  const { PEOPLE_ISSUER: issuer, PEOPLE_CLIENT_ID: clientId } = read;
  if (issuer === undefined || clientId === undefined) return undefined;
  return { issuer, clientId, clientSecret: read.PEOPLE_CLIENT_SECRET };
}

function mistakesInProvider(read: Read, development: boolean): string[] {
  const { PEOPLE_ISSUER: issuer, PEOPLE_CLIENT_ID: clientId, PEOPLE_CLIENT_SECRET: secret } = read;
  if (issuer === undefined && clientId === undefined)
    return secret === undefined ? [] : ['PEOPLE_CLIENT_SECRET needs PEOPLE_ISSUER'];
  if (issuer === undefined || clientId === undefined)
    return ['PEOPLE_ISSUER and PEOPLE_CLIENT_ID must be set together'];
  const protocol = URL.canParse(issuer) ? new URL(issuer).protocol : undefined;
  const isTaken = protocol === 'https:' || (development && protocol === 'http:');
  return isTaken ? [] : ['PEOPLE_ISSUER must be an https URL'];
}

/** Browsers give `__Host-` cookies and passkeys to https alone, and to localhost. */
function mistakesIn(name: string, text: string, development: boolean): string[] {
  if (!URL.canParse(text)) return [`${name} must be the URL at which browsers see the console`];
  const { protocol, hostname, search, hash, pathname } = new URL(text);
  const isLocal = development && protocol === 'http:' && hostname === 'localhost';
  if (protocol !== 'https:' && !isLocal) return [`${name} must begin with https://`];
  const isPlain = search === '' && hash === '' && /^(\/[A-Za-z0-9_-]+)*\/?$/.test(pathname);
  return isPlain ? [] : [`${name} must have a path of letters, digits, - and _ alone, and no query`];
}

export function readConfigFromProcess(): Config {
  return configOf(process.env);
}
