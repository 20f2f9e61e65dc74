import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseRedisUrl } from '@wallet-service/config';
import { startVanishingProxy } from '@wallet-service/test-kit/vanishing-proxy';
import { createRedisStore } from '../src/redis-store.js';
import { StoreUnavailableError } from '../src/shared-store.js';

const lines: string[] = [];
const logger = {
  warn: (_: object, message: string) => void lines.push(message),
  info: (_: object, message: string) => void lines.push(message),
};

describe('a store whose Redis is gone', () => {
  it('rejects in about a second and reports it once', async () => {
    const free = net.createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as net.AddressInfo;
    free.close();
    await once(free, 'close');
    const store = createRedisStore({
      servers: parseRedisUrl(`redis://127.0.0.1:${port}`),
      prefix: '',
      logger,
    });
    const begun = Date.now();
    await expect(store.get('k')).rejects.toThrow(StoreUnavailableError);
    await expect(store.ping()).rejects.toThrow(StoreUnavailableError);
    expect(Date.now() - begun).toBeLessThan(3_000);
    expect(lines).toEqual(['Redis cannot be reached']);
    await store.close();
  });

  it('rejects in about a second when the server accepts the connection and never answers', async () => {
    const silent = net.createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as net.AddressInfo;
    const store = createRedisStore({
      servers: parseRedisUrl(`redis://127.0.0.1:${port}`),
      prefix: '',
      logger,
    });
    const begun = Date.now();
    await expect(store.takePermit('k', { permits: 1, perMs: 1, burst: 1 })).rejects.toThrow(
      StoreUnavailableError,
    );
    expect(Date.now() - begun).toBeLessThan(2_500);
    await store.close();
    silent.close();
  });

  it('lets one trial call find that out, and refuses the others at once', async () => {
    const silent = net.createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as net.AddressInfo;
    const store = createRedisStore({
      servers: parseRedisUrl(`redis://127.0.0.1:${port}`),
      prefix: '',
      logger,
    });
    await expect(store.get('first')).rejects.toThrow(StoreUnavailableError);
    const refused = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => store.get(`later-${index}`)),
    );
    for (const each of refused)
      expect(each).toMatchObject({ reason: { message: 'Redis did not answer the last call' } });
    await store.close();
    silent.close();
  });
});

const { TEST_REDIS_URL } = process.env;
(TEST_REDIS_URL === undefined ? it.skip : it)(
  'a store whose connection is dead without a word takes a new one',
  async () => {
    const url = TEST_REDIS_URL ?? '';
    const proxy = await startVanishingProxy(Number(new URL(url).port));
    const store = createRedisStore({
      servers: parseRedisUrl(proxy.through(url)),
      prefix: 'vanished:',
      logger,
    });
    await store.set('k', 'before', 60_000);
    proxy.vanish();
    await expect(store.get('k')).rejects.toThrow(StoreUnavailableError);
    const giveUpAt = Date.now() + 10_000;
    const answer = async (): Promise<string | null> => {
      try {
        return await store.get('k');
      } catch (error) {
        if (Date.now() > giveUpAt) throw error;
        await sleep(100);
        return answer();
      }
    };
    expect(await answer()).toBe('before');
    await store.close();
    await proxy.close();
  },
  15_000,
);
