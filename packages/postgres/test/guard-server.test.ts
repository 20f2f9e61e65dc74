import { createPool, guardServer } from '../src/index.js';
import { databaseFor, type TestDatabase } from './database-for.js';
import { proxyTo } from './proxy-to.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await databaseFor({ name: 'guard_server' });
});
afterAll(() => database.drop());

it('survives a server that dies when it is asked for its name', async () => {
  let cut = true;
  const proxy = await proxyTo(database.url, (client, server) => {
    client.on('data', (data) => {
      if (cut && data.includes('pg_postmaster_start_time')) {
        client.destroy();
        server.destroy();
      } else server.write(data);
    });
    server.pipe(client);
  });
  const pool = createPool({
    url: proxy.url,
    max: 1,
    logger: { info: () => undefined, warn: () => undefined },
    applicationName: 'guarded',
  });
  guardServer(pool, () => undefined);
  const unhandled: unknown[] = [];
  pool.on('connect', (client) => {
    const emit = client.emit.bind(client);
    client.emit = (name: string, ...rest: unknown[]) => {
      if (name !== 'error' || client.listenerCount('error') > 0) return emit(name, ...rest);
      // Emitted, it would end the process.
      unhandled.push(...rest);
      return false;
    };
  });
  await expect(pool.query('select 1')).rejects.toThrow('terminated');
  cut = false;
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect(unhandled).toEqual([]);
  await pool.end();
  await proxy.close();
});
