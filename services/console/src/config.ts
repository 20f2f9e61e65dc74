import { ConfigError, readConfig, type Environment } from '@wallet-service/config';
import Type from 'typebox';

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
    trustedProxies: read.TRUST_PROXY.split(',').flatMap((one) => one.trim() || []),
    drainSeconds: read.DRAIN_SECONDS,
  };
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
