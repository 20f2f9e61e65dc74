import type { Pool } from 'pg';
import { createPool, guardServer, look } from '../src/index.js';
import { databaseFor, type TestDatabase } from './database-for.js';
import { proxyTo } from './proxy-to.js';

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
  let isHeld = false;
  const proxy = await proxyTo(database.url, (client, server) => {
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
  });
  const through = poolOf(proxy.url);
  await through.query('select 1');
  isHeld = true;
  // A look that waited would get its first answer, and no more.
  expect(await look(through, setting)).toEqual([{ every: 'on' }]);
  await through.end();
  await proxy.close();
});

it('refuses a guarded pool', async () => {
  const guarded = poolOf(database.url);
  guardServer(guarded, () => undefined);
  await expect(look(guarded, 'select 1 as one')).rejects.toThrow('which server answers');
  await guarded.end();
});
