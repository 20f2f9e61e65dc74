import { connect, createServer, type AddressInfo } from 'node:net';
import { createPool, guardServer } from '../src/index.js';
import { databaseFor, type TestDatabase } from './database-for.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await databaseFor({ name: 'guard_server' });
});
afterAll(() => database.drop());

it('survives a server that dies when it is asked for its name', async () => {
  const target = new URL(database.url);
  let cut = true;
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    client.on('data', (data) => {
      if (cut && data.includes('pg_postmaster_start_time')) {
        client.destroy();
        server.destroy();
      } else server.write(data);
    });
    server.pipe(client);
    for (const socket of [client, server]) socket.on('error', () => undefined);
    client.on('close', () => server.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = new URL(database.url);
  url.port = String((proxy.address() as AddressInfo).port);
  const pool = createPool({
    url: String(url),
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
  await new Promise((resolve) => proxy.close(resolve));
});
