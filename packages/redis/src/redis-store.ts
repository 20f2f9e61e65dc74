import type { RedisServers } from '@wallet-service/config';
import { createBreaker } from './breaker.js';
import { connectRedis, type RedisClient } from './connect-redis.js';
import { checkRate, checkTtl, StoreUnavailableError, type Counts, type SharedStore } from './shared-store.js';

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

// One text for each key: fields would need commands that the users of older installations may not call.
const addCountsScript = `
local sums = cjson.decode(redis.call('GET', KEYS[1]) or '{}')
for i = 2, #ARGV, 2 do sums[ARGV[i]] = (sums[ARGV[i]] or 0) + ARGV[i + 1] end
redis.call('SET', KEYS[1], cjson.encode(sums), 'PX', ARGV[1])`;

// One text too, for the same reason.
const putLinesFirstScript = `
local lines = ARGV[1]
local earlier = redis.call('GET', KEYS[1])
if earlier then lines = lines .. '\\n' .. earlier end
local cut = 0
for _ = 1, ARGV[2] do
  cut = string.find(lines, '\\n', cut + 1, true)
  if not cut then break end
end
if cut then lines = string.sub(lines, 1, cut - 1) end
redis.call('SET', KEYS[1], lines, 'PX', ARGV[3])`;

const scripts = {
  setIfAbsentGet: { lua: setIfAbsentScript, numberOfKeys: 1 },
  takePermit: { lua: takePermitScript, numberOfKeys: 1 },
  addCounts: { lua: addCountsScript, numberOfKeys: 1 },
  putLinesFirst: { lua: putLinesFirstScript, numberOfKeys: 1 },
};
type Scripts = {
  setIfAbsentGet(key: string, value: string, ttlMs: number): Promise<string | null>;
  takePermit(
    key: string,
    permits: number,
    perMs: number,
    burst: number,
  ): Promise<[number, number, number, number]>;
  addCounts(key: string, ttlMs: number, ...counts: (string | number)[]): Promise<null>;
  putLinesFirst(key: string, lines: string, most: number, ttlMs: number): Promise<null>;
};

const mostCallsWaiting = 10_000;
const answerWithinMs = 1_000;
const pauseAfterEndMs = 100;
/** A call that fails sooner has kept nobody waiting. */
const quickMs = 100;

/**
 * The store of several replicas, on Redis (5 or later) or Valkey. Keys get `prefix` in front. It connects by itself,
 * and again after a loss, a failover, or 2 s without an answer. A call waits at most 1 s, and no more than 10,000 wait
 * at once. Once one has waited in vain, the others are refused at once, until there is a connection again or the one
 * call a second that may try is answered. Throws a ConfigError if the authorities' file of `servers` is unusable.
 */
export function createRedisStore({
  servers,
  prefix,
  logger,
}: {
  readonly servers: RedisServers;
  readonly prefix: string;
  readonly logger: StoreLogger;
}): SharedStore {
  const redis = connectRedis(servers, { prefix, scripts, answerWithinMs }) as RedisClient & Scripts;
  reportConnection(redis, logger);
  const breaker = createBreaker(() => performance.now());
  redis.on('ready', () => {
    breaker.answered();
  });

  let closing = false;
  // A failover that sentinels announce while the client connects ends it for good (ioredis 5.11).
  redis.on('end', () => {
    setTimeout(() => {
      if (!closing) redis.connect().catch(() => undefined);
    }, pauseAfterEndMs);
  });

  let waiting = 0;
  async function ask<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    if (waiting >= mostCallsWaiting) throw new StoreUnavailableError('too many calls wait for Redis');
    if (!breaker.mayAsk(redis.status === 'ready'))
      throw new StoreUnavailableError('Redis did not answer the last call');
    waiting++;
    const askedAt = performance.now();
    try {
      const answer = await withinTime(call());
      breaker.answered();
      return answer;
    } catch (error) {
      if (performance.now() - askedAt > quickMs) breaker.failed();
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
    addCounts: async (key, counts, ttlMs) => {
      checkTtl(ttlMs);
      await ask(() => redis.addCounts(key, ttlMs, ...Object.entries(counts).flat()));
    },
    readCounts: async (key) => JSON.parse((await ask(() => redis.get(key))) ?? '{}') as Counts,
    putLinesFirst: async (key, lines, most, ttlMs) => {
      checkTtl(ttlMs);
      await ask(() => redis.putLinesFirst(key, lines.join('\n'), most, ttlMs));
    },
    ping: async () => {
      await ask(() => redis.ping());
    },
    close: async () => {
      closing = true;
      // Without a connection there is nobody to say goodbye to, and QUIT would wait for one.
      if (redis.status === 'ready') await redis.quit().catch(() => undefined);
      redis.disconnect();
    },
  };
}

// The library's own limit does not count the time that a call to a cluster spends before it is sent to a node.
async function withinTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${answerWithinMs} ms`));
    }, answerWithinMs);
  });
  try {
    return await Promise.race([answer, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}

// One line when the connection is lost and one when it is back, however many attempts lie between.
function reportConnection(redis: RedisClient, logger: StoreLogger): void {
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
