import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { OpenDatabase } from '@wallet-service/operator-cli';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.js';
import { runningStack } from './open-stack.js';
import { readServerLock } from '../postgres/predecessor.js';
import { lockStack } from './lock.js';

/** The embedded database of `dataDir`. It is started if no stack runs there. */
export async function openJournalDatabase(dataDir: string): Promise<OpenDatabase> {
  const nothing = (): Promise<void> => Promise.resolve();
  const folder = path.resolve(dataDir, 'postgres');
  const cluster = path.join(folder, 'cluster');
  if (!existsSync(cluster))
    throw new Error(`there is no database in ${dataDir}: set DATABASE_URL, or give --file or --url`);
  if (await runningStack(dataDir)) {
    const lock = readServerLock(cluster);
    const password = readFileSync(path.join(folder, 'password'), 'utf8');
    return { url: `postgres://postgres:${password}@127.0.0.1:${lock?.port ?? 0}/postgres`, close: nothing };
  }
  const unlock = lockStack(path.resolve(dataDir));
  const server = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  return {
    url: server.url,
    close: async () => {
      await server.stop();
      unlock();
    },
  };
}
