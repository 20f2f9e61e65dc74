import { openSync, closeSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, Scene } from './fault.js';

const withoutRedis = ({ redis }: Scene): string | undefined =>
  redis ? undefined : 'there is no redis-server on this machine';

const awayMs = 3_000;

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
    name: 'disk-full',
    what: 'the disk of the database is full for 4 s',
    skip: ({ hasSmallDisk }) =>
      hasSmallDisk ? undefined : 'only root may mount a small file system, where the system lets it',
    run: async ({ postgres, postgresFolder }) => {
      const filler = path.join(postgresFolder, 'filler');
      fill(filler);
      await sleep(4_000);
      rmSync(filler);
      // It gives up when it can't write its log; whoever looks after it starts it again.
      if (postgres.pid() === undefined) await postgres.start();
    },
  },
  {
    name: 'redis-kill',
    what: 'kill -9 of Redis, which comes back empty after 3 s',
    skip: withoutRedis,
    run: async ({ redis }) => {
      await redis?.end();
      await sleep(awayMs);
      await redis?.start();
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
    name: 'redis-hang',
    what: 'Redis stops for 4 s with its connections open',
    skip: withoutRedis,
    run: async ({ redis }) => {
      redis?.signal('SIGSTOP');
      await sleep(4_000);
      redis?.signal('SIGCONT');
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
