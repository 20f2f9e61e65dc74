import { readFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { chains } from '@wallet-service/addresses';
import { describeSchema } from '@wallet-service/postgres/testing/describe-schema';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';

// schema.sql is for readers and reviewers: it shows the result of the migrations. WRITE_SCHEMA=1 writes it again.

const file = new URL('../schema.sql', import.meta.url);
let database: WalletDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await walletDatabase('wallet_schema');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.end();
});

it('matches schema.sql', async () => {
  const { role } = database.roles.wallet;
  const header =
    '-- Written by test/schema.test.ts (WRITE_SCHEMA=1): the schema after all migrations. Never edited by hand.\n\n';
  const schema = header + (await describeSchema(client, 'wallet', role)).replaceAll('wallet.', '');
  if (process.env['WRITE_SCHEMA'] === '1') writeFileSync(file, schema);
  expect(readFileSync(file, 'utf8')).toBe(schema);
});

it('keeps row-level security on every table of tenants’ data', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'wallet' and c.relkind = 'r' and not (c.relrowsecurity and c.relforcerowsecurity) order by 1`,
  );
  // Positions, hashes and signatures of chains, entries on their way there, what replicas say about
  // themselves and about failovers, and the history of migrations.
  expect(rows.map(({ name }) => name)).toEqual([
    'journal_archive_times',
    'journal_archives',
    'journal_chain_checkpoints',
    'journal_chain_heads',
    'journal_checkpoints',
    'journal_logs',
    'journal_pending',
    'journal_pending_refused',
    'journal_retention',
    'journal_tiles',
    'losses',
    'migrations',
    'replica_beats',
  ]);
});

it('knows the chains that the service knows', () => {
  const [, known = ''] =
    /wallets_chain_known CHECK \(\(chain = ANY \(ARRAY\[(.*)\]\)/.exec(readFileSync(file, 'utf8')) ?? [];
  expect(known).toBe(chains.map((chain) => `'${chain}'::text`).join(', '));
});
