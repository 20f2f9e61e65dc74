import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isInstalled, startRedisProgram } from '@wallet-service/chaos/redis-server';
import { until } from '@wallet-service/test-kit/until';
import { closeStores, openStore, untilItAnswers } from './store-under-test.js';

// A failover is announced while stores connect again. It ended about one client in eight for good.

(isInstalled('redis-server') ? it : it.skip)(
  'every store comes back after two losses, of which one was a failover',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'announced-'));
    const primary = await startRedisProgram({ folder });
    const monitored = `127.0.0.1 ${primary.port}`;
    const replica = await startRedisProgram({ folder, settings: [`replicaof ${monitored}`] });
    const sentinel = await startRedisProgram({
      folder,
      kind: 'sentinel',
      settings: [
        `sentinel monitor main ${monitored} 1`,
        'sentinel down-after-milliseconds main 500',
        'sentinel failover-timeout main 2000',
      ],
    });
    try {
      await sentinel.ask('SENTINEL DEBUG info-period 200 ping-period 100');
      await until('the sentinel to know the replica', async () =>
        (await sentinel.ask('SENTINEL REPLICAS main')).includes(`127.0.0.1:${replica.port}`),
      );
      const url = `redis+sentinel://127.0.0.1:${sentinel.port}/main`;
      const stores = Array.from({ length: 24 }, () => openStore(url));
      const all = () => Promise.all(stores.map(untilItAnswers));
      await all();
      await primary.end();
      await all();
      await replica.end();
      await replica.start();
      await all();
    } finally {
      await closeStores();
      await Promise.all([primary, replica, sentinel].map((each) => each.end()));
      rmSync(folder, { recursive: true });
    }
  },
);
