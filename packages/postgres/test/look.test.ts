import { connect, createServer, type AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import { createPool, look } from '../src/index.js';
import { databaseFor, type TestDatabase } from './database-for.js';

const setting = `select current_setting('app.every_application', true) as every`;

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await databaseFor({ name: 'look' });
  pool = poolOf(database.url);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

function poolOf(url: string): Pool {
  const logger = { info: () => undefined, warn: () => undefined };
  return createPool({ url, max: 1, logger, applicationName: 'look' });
}

it('sees every application, and leaves that to nobody', async () => {
  expect(await look(pool, setting)).toEqual([{ every: 'on' }]);
  expect((await pool.query<{ every: string | null }>(setting)).rows[0]?.every ?? '').toBe('');
});

it('changes nothing', async () => {
  await expect(look(pool, 'create table written (one int)')).rejects.toThrow('read-only transaction');
  expect((await pool.query(`select to_regclass('written') as found`)).rows).toEqual([{ found: null }]);
});

it('rejects when its statement fails, and when the connection ends', async () => {
  await expect(look(pool, 'select 1 / 0 as one')).rejects.toThrow('division by zero');
  await expect(look(pool, 'select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow('terminat');
  expect(await look(pool, 'select 1 as one')).toEqual([{ one: 1 }]);
});

it('waits for no answer before everything is sent', async () => {
  const target = new URL(database.url);
  let isHeld = false;
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    client.on('data', (data) => {
      server.write(data);
      if (isHeld && data.includes('COMMIT')) {
        isHeld = false;
        server.resume();
      }
    });
    server.on('data', (data) => {
      client.write(data);
      if (isHeld) server.pause();
    });
    for (const socket of [client, server]) socket.on('error', () => undefined);
    client.on('close', () => server.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = new URL(database.url);
  url.port = String((proxy.address() as AddressInfo).port);
  const through = poolOf(url.href);
  await through.query('select 1');
  isHeld = true;
  // It would get its first answer, and no more.
  expect(await look(through, setting)).toEqual([{ every: 'on' }]);
  await through.end();
  await new Promise((resolve) => proxy.close(resolve));
});
