import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '../src/migrate.js';
import { serviceSchemas } from '../src/provision-roles.js';
import { runtimeRoleOf } from '../src/runtime-role.js';
import { databaseFor, type TestDatabase } from './database-for.js';

// Citus is not in Debian. The script runs on a real Postgres, in which two functions stand in for those of Citus and
// refuse what it refuses.

const root = new URL('../../../', import.meta.url);
const script = readFileSync(new URL('deploy/citus/distribute.sql', root), 'utf8');
const logger = { info: () => undefined, warn: () => undefined };
let database: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  database = await databaseFor({ name: 'distribute' });
  for (const schema of serviceSchemas) {
    const { url, migrationUrl } = database.roles[schema];
    const directory = fileURLToPath(new URL(`services/${schema}/migrations`, root));
    await migrate({ url: migrationUrl, schema, directory, ...runtimeRoleOf(url), logger });
  }
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(readFileSync(new URL('citus-stand-in.sql', import.meta.url), 'utf8'));
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});
beforeEach(() => owner.query('begin'));
afterEach(() => owner.query('rollback'));

const linesOf = async (sql: string): Promise<readonly string[]> =>
  (await owner.query<{ line: string }>(sql)).rows.map(({ line }) => line);

const foreignKeys = `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line
  from pg_constraint where contype = 'f' order by 1`;

it('places every table that docs/data.md says is distributed or copied, those of a schema together', async () => {
  const page = readFileSync(new URL('docs/data.md', root), 'utf8');
  const listed = [...page.matchAll(/^\| `(\w+\.\w+)` \| (application|none) \|/gm)];
  await owner.query(script);
  const placed = await linesOf(
    `select name || ' ' || kind as line from public.placed order by name collate "C"`,
  );
  expect(placed).toEqual(listed.map(([, name, kind]) => `${name ?? ''} ${kind ?? ''}`).toSorted());
  const apart = await linesOf(
    `select name as line from public.placed where kind = 'application'
        and split_part(name, '.', 1) is distinct from split_part(colocated_with, '.', 1) order by 1`,
  );
  expect(apart.map((name) => name.split('.')[0])).toEqual([...serviceSchemas]);
});

it('keeps every foreign key, each within an application or to a table that is copied', async () => {
  const before = await linesOf(foreignKeys);
  await owner.query(script);
  expect(await linesOf(foreignKeys)).toEqual(before);
  const refused = await linesOf(
    `select conname as line from pg_constraint
       join public.placed own on own.name::regclass = conrelid
       join public.placed other on other.name::regclass = confrelid
      where contype = 'f' and other.kind <> 'none' and not exists (
        select from unnest(conkey, confkey) as pair (own, other)
          join pg_attribute a on a.attrelid = conrelid and a.attnum = pair.own
          join pg_attribute b on b.attrelid = confrelid and b.attnum = pair.other
         where a.attname = 'application_id' and b.attname = 'application_id')`,
  );
  expect(refused).toEqual([]);
});

it.each([
  [
    'create unique index once on wallet.wallets (address)',
    /wallet\.once does not include the partition column/,
  ],
  ['alter table policy.settings rename application_id to tenant', /query returned no rows/],
  ['alter table webhooks.cursors alter application_id type text', /cannot colocate tables webhooks\.cursors/],
])('is refused after %s', async (change, problem) => {
  await owner.query(
    'drop policy cursors_tenant on webhooks.cursors; drop policy settings_tenant on policy.settings',
  );
  await owner.query(change);
  await expect(owner.query(script)).rejects.toThrow(problem);
});
