import {
  commaSeparated,
  ConfigError,
  parseRedisUrl,
  readConfig,
  redisUrl,
  tracingSettings,
  tracingVariables,
  type Environment,
  type RedisServers,
} from '@wallet-service/config';
import { compile } from '@fastify/proxy-addr';
import { isIP } from 'node:net';
import Type from 'typebox';
import type { Rates } from './http/register-route.js';

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
// What one machine with two cores can serve without starving others. Set more on larger machines.
const rate = (permits: number) => Type.Integer({ default: permits, minimum: 1, maximum: 10_000_000 });

export const variables = Type.Object({
  ENVIRONMENT: Type.Union([Type.Literal('development'), Type.Literal('production')], {
    default: 'production',
  }),
  LOG_LEVEL: Type.Union(
    levels.map((level) => Type.Literal(level)),
    { default: 'info' },
  ),
  HOST: Type.Optional(Type.String()),
  PORT: Type.Integer({ default: 8080, minimum: 0, maximum: 65_535 }),
  TLS_CA_FILE: Type.String(),
  TLS_CERT_FILE: Type.String(),
  TLS_KEY_FILE: Type.String(),
  IDENTITY_TARGETS: Type.String(),
  POLICY_TARGETS: Type.String(),
  WALLET_TARGETS: Type.String(),
  WEBHOOKS_TARGETS: Type.String(),
  REDIS_URL: Type.Optional(redisUrl()),
  TOKEN_CACHE_KEY_FILE: Type.Optional(Type.String()),
  V1_RETIREMENT_DATE: Type.String({ default: '2026-07-31', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  COMPATIBILITY: Type.Optional(Type.Union([Type.Literal('magic')])),
  ...tracingVariables,
  TRUST_PROXY: Type.String({ default: '' }),
  DRAIN_SECONDS: Type.Integer({ default: 0, minimum: 0, maximum: 8 }),
  RATE_LIMIT_ADDRESS_PER_SECOND: rate(400),
  RATE_LIMIT_ADDRESS_BURST: rate(800),
  RATE_LIMIT_WALLET_PER_SECOND: rate(200),
  RATE_LIMIT_WALLET_BURST: rate(400),
  RATE_LIMIT_MANAGEMENT_PER_SECOND: rate(50),
  RATE_LIMIT_MANAGEMENT_BURST: rate(200),
  RATE_LIMIT_SIGN_IN_PER_SECOND: rate(5),
  RATE_LIMIT_SIGN_IN_BURST: rate(50),
});

export type Config = {
  readonly development: boolean;
  readonly logLevel: string;
  readonly tracing: ReturnType<typeof tracingSettings>;
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly caFile: string; readonly certFile: string; readonly keyFile: string };
  readonly targets: {
    readonly identity: readonly string[];
    readonly policy: readonly string[];
    readonly wallet: readonly string[];
    readonly webhooks: readonly string[];
  };
  readonly redis: RedisServers | undefined;
  /** 32 bytes, the same for all gateways. Without it each process remembers verified tokens by itself. */
  readonly tokenCacheKeyFile: string | undefined;
  readonly v1RetiresAt: Date;
  /** Another service whose clients may call this one unchanged. */
  readonly compatibility: 'magic' | undefined;
  /** Addresses or networks of the proxies in front. */
  readonly trustedProxies: readonly string[];
  /** How long /readyz reports not ready before the socket closes, so that load balancers notice. */
  readonly drainSeconds: number;
  readonly rates: Rates;
};

/** Throws one ConfigError that lists every mistake in the environment. */
export function configOf(env: Environment): Config {
  const read = readConfig(variables, env);
  const v1RetiresAt = new Date(`${read.V1_RETIREMENT_DATE}T00:00:00Z`);
  const trustedProxies = commaSeparated(read.TRUST_PROXY);
  const mistakes = [
    ...(Number.isNaN(v1RetiresAt.getTime()) ? ['V1_RETIREMENT_DATE must be a date'] : []),
    ...trustedProxies.filter((each) => !isNetwork(each)).map(notANetwork),
  ];
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  const development = read.ENVIRONMENT === 'development';
  return {
    development,
    logLevel: read.LOG_LEVEL,
    tracing: tracingSettings(read),
    host: read.HOST ?? (development ? '127.0.0.1' : '0.0.0.0'),
    port: read.PORT,
    tls: { caFile: read.TLS_CA_FILE, certFile: read.TLS_CERT_FILE, keyFile: read.TLS_KEY_FILE },
    targets: {
      identity: commaSeparated(read.IDENTITY_TARGETS),
      policy: commaSeparated(read.POLICY_TARGETS),
      wallet: commaSeparated(read.WALLET_TARGETS),
      webhooks: commaSeparated(read.WEBHOOKS_TARGETS),
    },
    redis: read.REDIS_URL === undefined ? undefined : parseRedisUrl(read.REDIS_URL),
    tokenCacheKeyFile: read.TOKEN_CACHE_KEY_FILE,
    v1RetiresAt,
    compatibility: read.COMPATIBILITY,
    trustedProxies,
    drainSeconds: read.DRAIN_SECONDS,
    rates: {
      address: { perSecond: read.RATE_LIMIT_ADDRESS_PER_SECOND, burst: read.RATE_LIMIT_ADDRESS_BURST },
      wallet: { perSecond: read.RATE_LIMIT_WALLET_PER_SECOND, burst: read.RATE_LIMIT_WALLET_BURST },
      management: {
        perSecond: read.RATE_LIMIT_MANAGEMENT_PER_SECOND,
        burst: read.RATE_LIMIT_MANAGEMENT_BURST,
      },
      'sign-in': { perSecond: read.RATE_LIMIT_SIGN_IN_PER_SECOND, burst: read.RATE_LIMIT_SIGN_IN_BURST },
    },
  };
}

function isNetwork(text: string): boolean {
  const [address = ''] = text.split('/');
  // The matcher alone would read 1 as 0.0.0.1.
  if (isIP(address) === 0) return false;
  try {
    compile(text);
    return true;
  } catch {
    return false;
  }
}

function notANetwork(text: string): string {
  return `TRUST_PROXY must be IP addresses or networks such as 10.0.0.0/8, which ${text} is not`;
}

export function readConfigFromProcess(): Config {
  return configOf(process.env);
}
