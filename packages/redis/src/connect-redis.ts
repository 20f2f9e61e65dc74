import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError, type RedisServers } from '@wallet-service/config';
import { Cluster, Redis, SentinelConnector, type SentinelConnectionOptions } from 'ioredis';

export type RedisClient = Redis | Cluster;

type Options = {
  /** In front of every key. */
  readonly prefix: string;
  readonly scripts: Readonly<Record<string, { readonly lua: string; readonly numberOfKeys: number }>>;
  readonly answerWithinMs: number;
};

/** How long a server that is being left may take to close the connection. */
const leaveWithinMs = 200;
const pauseBeforeMs = (attempt: number): number => Math.min(attempt * 50, 1_000);

/** A client that connects by itself, and again after every loss. */
export function connectRedis(
  servers: RedisServers,
  { prefix, scripts, answerWithinMs }: Options,
): RedisClient {
  const { hosts, username, password } = servers;
  const tls = tlsOf(servers);
  const each = {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(tls && { tls }),
    connectTimeout: 2_000,
    disconnectTimeout: leaveWithinMs,
    // A connection may have died silently. Without this it would be used until the system gives it
    // up, in a quarter of an hour.
    socketTimeout: 2 * answerWithinMs,
    maxRetriesPerRequest: 1,
    // The outcome of a call that was under way is unknown, and its caller learns that; nothing is done twice
    // behind its back.
    autoResendUnfulfilledCommands: false,
    // A primary that became a replica refuses writes. It says so on connections that it keeps.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
    // It needs a command more in the users' lists, which Redis 7.0 does not know.
    disableClientInfo: true,
  };
  if (servers.form === 'cluster')
    return new Cluster([...hosts], {
      keyPrefix: prefix,
      scripts,
      redisOptions: each,
      clusterRetryStrategy: pauseBeforeMs,
      // As for autoResendUnfulfilledCommands.
      retryDelayOnFailover: 0,
      // The names stay, because certificates are for them.
      dnsLookup: (host, done) => {
        done(null, host);
      },
    });
  const options = { ...each, keyPrefix: prefix, scripts, retryStrategy: pauseBeforeMs };
  if (servers.form === 'one') return new Redis({ ...options, ...hosts[0], db: servers.database });
  return new Redis({
    ...options,
    Connector: QuietConnector,
    sentinels: [...hosts],
    name: servers.primary,
    ...(servers.sentinel.username !== undefined && { sentinelUsername: servers.sentinel.username }),
    ...(servers.sentinel.password !== undefined && { sentinelPassword: servers.sentinel.password }),
    ...(tls && { sentinelTLS: tls, enableTLSForSentinelMode: true }),
    sentinelCommandTimeout: answerWithinMs,
    sentinelRetryStrategy: pauseBeforeMs,
    // A primary that the sentinels have replaced may still answer.
    failoverDetector: true,
  });
}

/**
 * The library writes errors that nobody listens for to standard error. One sentinel that is away is no error, and when
 * all are, the client says so itself.
 */
class QuietConnector extends SentinelConnector {
  constructor(options: unknown) {
    super(options as SentinelConnectionOptions);
    const connect = (this['connectToSentinel'] as (at: object, more?: object) => Redis).bind(this);
    this['connectToSentinel'] = (at: object, more?: object) =>
      connect(at, { disconnectTimeout: leaveWithinMs, ...more }).on('error', () => undefined);
  }
}

function tlsOf({ tls }: RedisServers): { readonly ca?: Buffer } | undefined {
  if (tls?.caFile === undefined) return tls && {};
  try {
    const ca = readFileSync(tls.caFile);
    void new X509Certificate(ca);
    return { ca };
  } catch (error) {
    const reason = (error as Error).message;
    throw new ConfigError([`REDIS_URL: ca must be a PEM file of certificates (${tls.caFile}: ${reason})`]);
  }
}
