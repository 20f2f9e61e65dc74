import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = path.join(root, 'packages/tooling/tenant-keys.mjs');
let tenantKeyFaults: () => readonly string[];
let folder: string;

beforeAll(async () => {
  const { href } = pathToFileURL(program);
  ({ tenantKeyFaults } = (await import(href)) as { tenantKeyFaults: () => readonly string[] });
});
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tenant-keys-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** As the program says it. In this process, because a new one takes a second to read the parsers. */
function check(cwd: string): { readonly status: number; readonly text: string } {
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const faults = tenantKeyFaults();
    return { status: Math.min(faults.length, 1), text: faults.map((line) => `${line}\n`).join('') };
  } finally {
    process.chdir(before);
  }
}

const schema = `create table directory (application_id uuid not null,
  constraint directory_pkey primary key (application_id));
create table books (application_id uuid not null, book_id uuid not null,
  constraint books_pkey primary key (application_id, book_id),
  constraint books_directory_fkey foreign key (application_id) references directory (application_id));
create table pages (application_id uuid not null, book_id uuid not null, page_id uuid not null,
  constraint pages_pkey primary key (application_id, page_id),
  constraint pages_book_fkey foreign key (application_id, book_id) references books (application_id, book_id));
grant select on books to the runtime role;`;
const rows = ['`a.directory` | none', '`a.books` | application', '`a.pages` | application'];
const script = `select create_reference_table('a.directory');
create temporary table distributed as select * from unnest(array['a.books', 'a.pages']);`;

/** A service with a schema, a file of SQL, and a page. */
function plant(given: { schema?: string; source?: string; rows?: readonly string[]; script?: string }): void {
  const page = (given.rows ?? rows).map((row) => `| ${row} | 1 | more | nobody |`).join('\n');
  const files = {
    'services/a/schema.sql': given.schema ?? schema,
    'services/a/src/book-store.ts': given.source ?? '',
    'docs/data.md': `# Data\n\n${page}\n`,
    'deploy/citus/distribute.sql': given.script ?? script,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
}

it('is a program that ends with code 1 for a fault', () => {
  plant({ rows: rows.slice(0, 2) });
  const ran = spawnSync(process.execPath, [program], { cwd: folder, encoding: 'utf8' });
  expect([ran.status, ran.stdout]).toEqual([1, check(folder).text]);
});

it('finds nothing in this workspace', () => {
  expect(check(root)).toEqual({ status: 0, text: '' });
});

it('accepts keys and references that contain the application', () => {
  plant({});
  expect(check(folder)).toEqual({ status: 0, text: '' });
});

it.each([
  ['primary key', 'primary key (application_id, page_id)', 'primary key (page_id)', 'pages_pkey'],
  ['unique key', ');\ngrant', ', constraint once unique (page_id));\ngrant', 'once'],
  ['unique index', 'grant', 'create unique index once on pages (page_id);\ngrant', 'once'],
  [
    'foreign key',
    'foreign key (application_id, book_id) references books (application_id, book_id)',
    'foreign key (book_id) references books (book_id)',
    'pages_book_fkey',
  ],
  [
    'foreign key with another order',
    'references books (application_id, book_id)',
    'references books (book_id, application_id)',
    'pages_book_fkey',
  ],
])('refuses a %s without the application', (_, before, after, name) => {
  plant({ schema: schema.replace(before, after) });
  expect(check(folder)).toEqual({
    status: 1,
    text: `services/a/schema.sql: ${name} of a.pages must contain application_id\n`,
  });
});

it('refuses tables that are not on the page, or on another list', () => {
  plant({ rows: rows.slice(0, 2) });
  const text = 'services/a/schema.sql: a.pages has no row in docs/data.md\n';
  expect(check(folder)).toEqual({ status: 1, text });
  plant({ rows: [...rows.slice(0, 2), '`a.pages` | local'] });
  expect(check(folder).text).toBe(
    'deploy/citus/distribute.sql: a.pages is local in docs/data.md, and application here\n',
  );
  plant({ rows: [...rows, '`a.gone` | local'] });
  expect(check(folder).text).toBe('docs/data.md: there is no table a.gone\n');
});

const inFunction = (...queries: readonly string[]): string => `const columns = 'book_id';
export function read(rows: { query: (text: string) => void }, rest: string) {
${queries.map((sql) => `  rows.query(\`${sql}\`);`).join('\n')}
}`;

it('accepts queries that name the application', () => {
  plant({
    source: inFunction(
      'select ${columns} from books where application_id = $1 and book_id = $2 ${rest}',
      'select from books b join pages p on p.application_id = b.application_id where b.application_id = $1',
      'select from books join pages using (application_id, book_id) where application_id = $1',
      'select from unnest($1::uuid[]) as asked (application_id) left join books using (application_id)',
      'select from (values (true)) as always left join books on books.application_id = $1',
      'insert into books (application_id, book_id) values ($1, $2) on conflict (application_id, book_id) do nothing',
      `with old as (select * from books where application_id = $1)
       delete from pages p using old where p.application_id = old.application_id`,
      `delete from pages where (application_id, page_id) in (
         select application_id, page_id from pages where application_id = $1)`,
      'select from directory',
      'with books as (select 1) select from books',
    ),
  });
  expect(check(folder)).toEqual({ status: 0, text: '' });
});

/** The tables whose application each of them does not name. */
const refused: readonly (readonly [string, string])[] = [
  ['select ${columns} from books where book_id = $1', 'books'],
  ['select from books where application_id = $1 or book_id = $2', 'books'],
  ['select from books where application_id <> $1', 'books'],
  ['select from books b join pages p on p.book_id = b.book_id where b.application_id = $1', 'pages'],
  ['select from books join pages using (application_id)', 'books, pages'],
  ['select from directory join books using (application_id)', 'books'],
  ['select from books where application_id = $1 and exists (select from pages where page_id = $2)', 'pages'],
  ['with old as (select * from books) select from old', 'books'],
  ['select from books where application_id = $1 union select from pages', 'pages'],
  ['insert into books (book_id) values ($1)', 'books'],
  ['insert into books (application_id, book_id) values ($1, $2) on conflict (book_id) do nothing', 'books'],
  ['update pages set book_id = $2 where page_id = $1', 'pages'],
  [
    'delete from pages using books where books.application_id = $1 and pages.book_id = books.book_id',
    'pages',
  ],
];

it('refuses queries that do not name the application', () => {
  plant({ source: inFunction(...refused.map(([sql]) => sql)) });
  const lines = refused.map(
    ([, tables], index) =>
      `services/a/src/book-store.ts:${index + 3}: read: the query of ${tables} must name application_id\n`,
  );
  expect(check(folder)).toEqual({ status: 1, text: lines.join('') });
});

it('refuses what Citus refuses, also where the page lists it', () => {
  const lock = 'must lock books of one application alone';
  const copy = 'must say what it returns, because a query fills pages';
  const limit = 'must not read books of several applications with a limit for each row';
  const walk = 'must not read books of several applications recursively';
  const change = (table: string, call: string) =>
    `must change ${table} without ${call}, whose value changes meanwhile`;
  const each = 'select from unnest($1::uuid[]) as p (id) cross join lateral';
  const next = 'with recursive f (id) as (select $1::uuid union all';
  const asked: readonly (readonly [string, string?])[] = [
    ['select from books where application_id = $1 for update'],
    ['select from directory for update'],
    ['select from books order by application_id limit 1 for update skip locked', lock],
    ['select from books where application_id = any($1) for update', lock],
    ['insert into pages (application_id) values ($1), ($2)'],
    ['insert into pages (application_id) select * from unnest($1::uuid[]) returning 1'],
    ['insert into pages (application_id) select * from unnest($1::uuid[])', copy],
    ['with a as (insert into pages (application_id) select $1) select 1', copy],
    ["select set_config('app.application_id', $1, true)", 'must set with `set local`, not set_config'],
    [`${each} (select from books where application_id = p.id limit 1) as b`, limit],
    [`${each} (select 1 union all select 1 from books where application_id = p.id limit 1) as b`, limit],
    [`${each} (select from books where application_id = $2 limit 1) as b`],
    [`${each} (select from books where application_id = p.id group by application_id) as b`],
    [
      `${next} select (select min(application_id) from books where application_id > f.id) from f) select from f`,
      walk,
    ],
    [
      'update books set book_id = gen_random_uuid() where application_id = $1',
      change('books', 'gen_random_uuid'),
    ],
    ['delete from directory where clock_timestamp() > $1', change('directory', 'clock_timestamp')],
    ['update books set book_id = $2 where application_id = $1 and statement_timestamp() > $3'],
  ];
  plant({
    source: inFunction(...asked.map(([sql]) => sql)),
    rows: [...rows, '`services/a/src/book-store.ts` | `read` | a job'],
  });
  const lines = asked.flatMap(([, problem], index) =>
    problem === undefined ? [] : [`services/a/src/book-store.ts:${index + 3}: read: ${problem}\n`],
  );
  expect(check(folder)).toEqual({ status: 1, text: lines.join('') });
});

it('refuses what it cannot read, accepts what is listed, and refuses rows for nothing', () => {
  plant({ source: inFunction('select from from books') });
  expect(check(folder).text).toContain('read: this SQL cannot be read');
  const listed = [...rows, '`services/a/src/book-store.ts` | `read` | a job'];
  plant({ source: inFunction('select from books'), rows: listed });
  expect(check(folder)).toEqual({ status: 0, text: '' });
  plant({ source: inFunction('select from books where application_id = $1'), rows: listed });
  expect(check(folder).text).toBe('docs/data.md: needs no row for services/a/src/book-store.ts read\n');
});
