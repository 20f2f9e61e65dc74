import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isInstalled, startRedisProgram } from '@wallet-service/chaos/redis-server';
import { until } from '@wallet-service/test-kit/until';
import { closeStores, expectAllToWork, openStore } from './store-under-test.js';

// An address that leads to the primary, as managed services and load balancers have it. A demoted primary keeps its
// connections, and answers READONLY on them.

(isInstalled('redis-server') ? it : it.skip)('leaves a primary that became a replica', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'demoted-'));
  const [old, fresh] = await Promise.all([startRedisProgram({ folder }), startRedisProgram({ folder })]);
  let primary = old;
  const address = net.createServer((client) => {
    const server = net.connect(primary.port, '127.0.0.1');
    client.pipe(server).pipe(client);
    for (const socket of [client, server])
      socket
        .on('error', () => undefined)
        .on('close', () => {
          client.destroy();
          server.destroy();
        });
  });
  address.listen(0, '127.0.0.1');
  await once(address, 'listening');
  const store = openStore(`redis://127.0.0.1:${(address.address() as net.AddressInfo).port}`);
  await expectAllToWork(store, 'before');

  primary = fresh;
  expect(await old.ask(`REPLICAOF 127.0.0.1 ${fresh.port}`)).toBe('+OK');
  await expect(store.set('k', 'v', 60_000)).rejects.toThrow('Redis did not answer');
  await until('the new primary to get what is written', async () => {
    await store.set('k', 'v', 60_000).catch(() => undefined);
    return (await fresh.ask('GET gateway:k')).endsWith('v');
  });
  await expectAllToWork(store, 'after');

  await closeStores();
  address.close();
  await Promise.all([old.end(), fresh.end()]);
  rmSync(folder, { recursive: true });
});
