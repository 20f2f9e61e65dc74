import { Redis } from 'ioredis';
import { createBreaker } from './breaker.js';
import { checkRate, checkTtl, StoreUnavailableError, type SharedStore } from './shared-store.js';

export type StoreLogger = {
  warn(details: object, message: string): void;
  info(details: object, message: string): void;
};

// The server's clock, because those of the replicas differ. The arithmetic is that of gcra.ts.
const takePermitScript = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local interval = math.ceil(ARGV[2] * 1000 / ARGV[1])
local burst = tonumber(ARGV[3])
local current = math.max(tonumber(redis.call('GET', KEYS[1]) or now), now)
local following = current + interval
local spare = now - (following - interval * burst)
if spare < 0 then
  return {0, 0, math.ceil((current - now) / 1000), math.ceil(-spare / 1000)}
end
local reset = math.ceil((following - now) / 1000)
redis.call('SET', KEYS[1], string.format('%.0f', following), 'PX', reset)
return {1, math.floor(spare / interval), reset, 0}`;

// SET with both NX and GET would need Redis 7.
const setIfAbsentScript = `
local existing = redis.call('GET', KEYS[1])
if existing then return existing end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return false`;

type Scripts = {
  setIfAbsentGet(key: string, value: string, ttlMs: number): Promise<string | null>;
  takePermit(
    key: string,
    permits: number,
    perMs: number,
    burst: number,
  ): Promise<[number, number, number, number]>;
};

const mostCallsWaiting = 10_000;
const answerWithinMs = 1_000;

/**
 * The store of several replicas, on a Redis (5 or later) at `url` (`redis://` or `rediss://`). Keys get
 * `prefix` in front. It connects by itself and again after a loss, also after 2 s without an answer. A call
 * waits at most 1 s, and no more than 10,000 wait at once; once one has waited in vain, one call a second
 * finds out whether Redis answers again, and the others are refused at once.
 */
export function createRedisStore({
  url,
  prefix,
  logger,
}: {
  readonly url: string;
  readonly prefix: string;
  readonly logger: StoreLogger;
}): SharedStore {
  const redis = new Redis(url, {
    keyPrefix: prefix,
    connectTimeout: 2_000,
    commandTimeout: answerWithinMs,
    // A connection may have died silently. Without this it would be used until the system gives it
    // up, in a quarter of an hour.
    socketTimeout: 2 * answerWithinMs,
    maxRetriesPerRequest: 1,
    // The outcome of a call that was under way is unknown, and its caller learns that; nothing is done twice
    // behind its back.
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 50, 1_000),
    scripts: {
      setIfAbsentGet: { lua: setIfAbsentScript, numberOfKeys: 1 },
      takePermit: { lua: takePermitScript, numberOfKeys: 1 },
    },
  }) as Redis & Scripts;
  reportConnection(redis, logger);
  const breaker = createBreaker(() => performance.now());
  redis.on('ready', () => {
    breaker.answered();
  });

  let waiting = 0;
  async function ask<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    if (waiting >= mostCallsWaiting) throw new StoreUnavailableError('too many calls wait for Redis');
    if (!breaker.mayAsk()) throw new StoreUnavailableError('Redis did not answer the last call');
    waiting++;
    try {
      const answer = await call();
      breaker.answered();
      return answer;
    } catch (error) {
      breaker.failed();
      throw new StoreUnavailableError('Redis did not answer', { cause: error });
    } finally {
      waiting--;
    }
  }

  return {
    get: (key) => ask(() => redis.get(key)),
    set: async (key, value, ttlMs) => {
      checkTtl(ttlMs);
      await ask(() => redis.set(key, value, 'PX', ttlMs));
    },
    setIfAbsent: async (key, value, ttlMs) => {
      checkTtl(ttlMs);
      return ask(() => redis.setIfAbsentGet(key, value, ttlMs));
    },
    delete: async (key) => {
      await ask(() => redis.del(key));
    },
    takePermit: async (key, rate) => {
      checkRate(rate);
      const { permits, perMs, burst } = rate;
      const [allowed, remaining, resetMs, retryAfterMs] = await ask(() =>
        redis.takePermit(key, permits, perMs, burst),
      );
      return { allowed: allowed === 1, remaining, limit: burst, resetMs, retryAfterMs };
    },
    ping: async () => {
      await ask(() => redis.ping());
    },
    close: async () => {
      // Without a connection there is nobody to say goodbye to, and QUIT would wait for one.
      if (redis.status === 'ready') await redis.quit().catch(() => undefined);
      redis.disconnect();
    },
  };
}

// One line when the connection is lost and one when it is back, however many attempts lie between.
function reportConnection(redis: Redis, logger: StoreLogger): void {
  let lost = false;
  redis.on('error', (error: Error) => {
    if (!lost) logger.warn({ err: error }, 'Redis cannot be reached');
    lost = true;
  });
  redis.on('ready', () => {
    if (lost) logger.info({}, 'Redis can be reached again');
    lost = false;
  });
}
