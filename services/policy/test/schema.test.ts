import { readFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { chains } from '@wallet-service/addresses';
import { describeSchema } from '@wallet-service/postgres/testing/describe-schema';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';

// schema.sql is for readers and reviewers: it shows the result of the migrations. WRITE_SCHEMA=1 writes it again.

const file = new URL('../schema.sql', import.meta.url);
let database: PolicyDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await policyDatabase('policy_schema');
  client = new pg.Client({ connectionString: database.migrationUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

it('matches schema.sql', async () => {
  const role = decodeURIComponent(new URL(database.url).username);
  const header =
    '-- Written by test/schema.test.ts (WRITE_SCHEMA=1): the schema after all migrations. Never edited by hand.\n\n';
  const schema = header + (await describeSchema(client, 'policy', role)).replaceAll('policy.', '');
  if (process.env['WRITE_SCHEMA'] === '1') writeFileSync(file, schema);
  expect(readFileSync(file, 'utf8')).toBe(schema);
});

it('keeps row-level security on every table of tenants’ data', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'policy' and c.relkind = 'r' and not (c.relrowsecurity and c.relforcerowsecurity) order by 1`,
  );
  // Only counters, which are read for many applications in one statement, and one time for all.
  expect(rows.map(({ name }) => name)).toEqual([
    'application_revisions',
    'decision_bytes',
    'evaluation_default',
    'floor_revisions',
    'migrations',
    'record_floors',
  ]);
});

it('knows the chains that the service knows', () => {
  const [, known = ''] =
    /policies_chain_known CHECK \(\(chain = ANY \(ARRAY\[(.*)\]\)/.exec(readFileSync(file, 'utf8')) ?? [];
  expect(known).toBe(chains.map((chain) => `'${chain}'::text`).join(', '));
});
