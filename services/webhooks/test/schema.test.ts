import { readFileSync, writeFileSync } from 'node:fs';
import { databaseFor, type TestDatabase } from '@wallet-service/postgres/testing';
import { describeSchema } from '@wallet-service/postgres/testing/describe-schema';
import pg from 'pg';
import { migrateWebhooks } from './webhooks-replicas.js';

// schema.sql is for readers and reviewers: it shows the result of the migrations. WRITE_SCHEMA=1 writes it again.

const file = new URL('../schema.sql', import.meta.url);
let database: TestDatabase;
let owner: pg.Client;
let service: pg.Client;

beforeAll(async () => {
  database = await databaseFor({ name: 'webhooks_schema' });
  const { url, migrationUrl } = database.roles.webhooks;
  owner = new pg.Client({ connectionString: migrationUrl });
  service = new pg.Client({ connectionString: url });
});
afterAll(async () => {
  await Promise.all([owner.end(), service.end()]);
  await database.drop();
});

it('is created by many replicas at once, and matches schema.sql', async () => {
  await Promise.all(Array.from({ length: 6 }, () => migrateWebhooks(database)));
  await owner.connect();
  const header =
    '-- Written by test/schema.test.ts (WRITE_SCHEMA=1): the schema after all migrations. Never edited by hand.\n\n';
  const { role } = database.roles.webhooks;
  const schema = header + (await describeSchema(owner, 'webhooks', role)).replaceAll('webhooks.', '');
  if (process.env['WRITE_SCHEMA'] === '1') writeFileSync(file, schema);
  expect(readFileSync(file, 'utf8')).toBe(schema);
});

it('lets the service use the job queue, and change the structure of nothing', async () => {
  await service.connect();
  await service.query("select webhooks_jobs.add_job('deliver', '{}', job_key => 'a')");
  const { rows } = await service.query<{ count: string }>('select count(*) from webhooks_jobs.jobs');
  expect(rows[0]?.count).toBe('1');
  for (const statement of [
    'alter table deliveries add column more text',
    'alter table deliveries disable row level security',
    'create table webhooks_jobs.more ()',
    'drop table webhooks_jobs._private_jobs',
    'delete from webhooks_jobs.migrations',
  ]) {
    await expect(service.query(statement)).rejects.toMatchObject({ code: '42501' });
  }
});
