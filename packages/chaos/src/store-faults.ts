import { openSync, closeSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, ChaosSetup } from './fault.js';

const withoutRedis = ({ redis }: ChaosSetup): string | undefined =>
  redis ? undefined : 'there is no redis-server on this machine';

const awayMs = 3_000;

const shareWithinMs = 8_000;

/** Without Redis each gateway limits separately and counts it. Resolves when none does so any more. */
async function limitsAreShared({ gateways }: ChaosSetup): Promise<void> {
  const giveUpAt = Date.now() + shareWithinMs;
  for (;;) {
    const before = await unsharedLimits(gateways.urls);
    await sleep(1_500);
    if ((await unsharedLimits(gateways.urls)) === before) return;
    if (Date.now() > giveUpAt)
      throw new Error(`gateways still limit by themselves ${shareWithinMs} ms after Redis is back`);
  }
}

async function unsharedLimits(urls: readonly string[]): Promise<number> {
  const counts = urls.map(async (url) => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const lines = metrics.matchAll(/^wallet_service_rate_limit_unshared_total(?:\{.*\})? (\d+)$/gm);
    return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

export const storeFaults: readonly Fault[] = [
  {
    name: 'postgres-restart',
    what: 'Postgres is stopped and started again after 3 s',
    run: async ({ postgres }) => {
      await postgres.end('SIGINT');
      await sleep(awayMs);
      await postgres.start();
    },
  },
  {
    name: 'postgres-kill',
    what: 'kill -9 of Postgres; started again at once',
    run: async ({ postgres }) => {
      await postgres.end('SIGKILL');
      await postgres.start();
    },
  },
  {
    name: 'postgres-hang',
    what: 'Postgres stops for 6 s with its connections open',
    run: async ({ postgres }) => {
      const pids = postgres.processes();
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      await sleep(6_000);
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    },
  },
  {
    name: 'postgres-half-open',
    what: 'every connection to Postgres dies silently; new ones work',
    run: ({ postgresLink }) => Promise.resolve(postgresLink?.vanish()),
  },
  {
    name: 'disk-full',
    what: 'the disk of the database is full for 4 s',
    skip: ({ hasSmallDisk }) =>
      hasSmallDisk ? undefined : 'only root may mount a small file system, where the system lets it',
    run: async ({ postgres, postgresFolder }) => {
      const filler = path.join(postgresFolder, 'filler');
      fill(filler);
      await sleep(4_000);
      rmSync(filler);
      // It exits when it cannot write its log, and its supervisor starts it again.
      if (postgres.pid() === undefined) await postgres.start();
    },
  },
  {
    name: 'redis-kill',
    what: 'kill -9 of Redis, which comes back empty after 3 s',
    skip: withoutRedis,
    run: async (setup) => {
      await setup.redis?.end();
      await sleep(awayMs);
      await setup.redis?.start();
      await limitsAreShared(setup);
    },
  },
  {
    name: 'redis-flush',
    what: 'Redis forgets everything',
    skip: withoutRedis,
    mayFail: 'none',
    run: async ({ redis }) => {
      await redis?.flush();
    },
  },
  {
    name: 'redis-half-open',
    what: 'every connection to Redis dies silently; new ones work',
    skip: withoutRedis,
    run: async (setup) => {
      setup.redisLink?.vanish();
      await sleep(2_000);
      await limitsAreShared(setup);
    },
  },
  {
    name: 'redis-hang',
    what: 'Redis stops for 4 s with its connections open',
    skip: withoutRedis,
    run: async (setup) => {
      setup.redis?.signal('SIGSTOP');
      await sleep(4_000);
      setup.redis?.signal('SIGCONT');
      await limitsAreShared(setup);
    },
  },
];

function fill(file: string): void {
  const handle = openSync(file, 'w');
  const block = Buffer.alloc(1 << 16);
  try {
    for (let size = block.length; size > 0;) {
      try {
        writeSync(handle, block, 0, size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        size = size >> 1;
      }
    }
  } finally {
    closeSync(handle);
  }
}
