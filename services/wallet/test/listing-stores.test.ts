import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { allWalletsStore, type AllWalletsFilter } from '../src/listing/all-wallets-store.js';
import { usersStore } from '../src/listing/users-store.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';

// The lists of wallets and users, against a list in memory, and their cost for a tenant with very many wallets.

let database: WalletDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await walletDatabase('wallet_listing');
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.end();
});

const seed = 0x11573;

type Row = {
  id: string;
  interface: 'express' | 'core' | 'pregenerated';
  issuer: string | null;
  subject: string | null;
  chain: string;
  network: string;
  address: string;
  seconds: number;
  made: boolean;
};

const subjects = ['alice', 'Alice', 'alic\u00e9', 'alice\u0301', 'a', 'b', '\u{1f600}', 'user|1'];
const issuers = ['https://a.example/', 'https://b.example/'];
const networks = ['EVM', 'BASE', 'SOL_MAINNET'];
const start = 1_790_000_000;

const rowOf = fc.record({
  interface: fc.constantFrom('core' as const, 'core' as const, 'core' as const, 'pregenerated' as const),
  issuer: fc.constantFrom(...issuers),
  subject: fc.constantFrom(...subjects),
  network: fc.constantFrom(...networks),
  address: fc.constantFrom('one', 'two', 'three'),
  seconds: fc.integer({ min: start, max: start + 20 }),
  // A placeholder, whose key is not made yet.
  made: fc.boolean(),
});

async function insert(applicationId: string, rows: readonly Row[]): Promise<void> {
  await owner.query(
    `insert into wallet.wallets (wallet_id, application_id, interface, owner_issuer, owner_subject, chain, network,
       record_version, sealed, public_key, address, lease_id, lease_ends, time_created, access_key_required,
       recoverable, origin, email_mac)
     select id, $1, interface, issuer, subject, chain, network, made::int,
       case when made then '\\x00'::bytea end, case when made then '\\x00'::bytea end, case when made then address end,
       case when not made then id end, case when not made then now() end,
       to_timestamp(seconds + 0.123456), false, false,
       case when interface = 'pregenerated' then 'pregenerated' else 'created' end,
       case when interface = 'pregenerated' then decode(replace(id::text || id::text, '-', ''), 'hex') end
     from jsonb_to_recordset($2::jsonb) as r (id uuid, interface text, issuer text, subject text, chain text,
       network text, address text, seconds bigint, made boolean)`,
    [applicationId, JSON.stringify(rows)],
  );
}

function given(rows: readonly Omit<Row, 'id' | 'chain'>[]): Row[] {
  return rows.map((row) => ({
    ...row,
    ...(row.interface === 'pregenerated' && { issuer: null, subject: null, network: 'EVM' }),
    chain: row.interface !== 'pregenerated' && row.network.startsWith('SOL') ? 'SOL' : 'ETH',
    id: randomUUID(),
  }));
}

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const filterOf = fc.record({
  address: maybe(fc.constantFrom('one', 'two', 'nothing')),
  subject: maybe(fc.constantFrom(...subjects, 'nobody')),
  issuer: maybe(fc.constantFrom(...issuers)),
  network: maybe(fc.constantFrom(...networks)),
  chain: maybe(fc.constantFrom('ETH', 'SOL')),
  interface: maybe(fc.constantFrom('core', 'pregenerated')),
  since: maybe(fc.integer({ min: start - 1, max: start + 21 })),
  until: maybe(fc.integer({ min: start - 1, max: start + 21 })),
});

const matches = (row: Row, filter: AllWalletsFilter): boolean =>
  row.made &&
  (filter.address === undefined || row.interface !== 'pregenerated') &&
  (['address', 'subject', 'issuer', 'network', 'chain', 'interface'] as const).every(
    (name) => filter[name] === undefined || filter[name] === row[name],
  ) &&
  (filter.since === undefined || row.seconds >= filter.since) &&
  (filter.until === undefined || row.seconds < filter.until);

const newestFirst = (one: Row, other: Row): number =>
  other.seconds - one.seconds || (one.id < other.id ? 1 : -1);

const bytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

it('finds the wallets that match, in order, page by page', async () => {
  const store = allWalletsStore(database.replica());
  const check = fc.asyncProperty(
    fc.array(rowOf, { maxLength: 60 }),
    fc.array(filterOf, { minLength: 3, maxLength: 8 }),
    fc.integer({ min: 1, max: 20 }),
    async (drawn, filters, limit) => {
      const applicationId = randomUUID();
      const rows = given(drawn);
      await insert(applicationId, rows);
      for (const filter of filters) {
        const listed: string[] = [];
        for (let after: string | undefined, first = true; first || after !== undefined; first = false) {
          const page = await store.list(applicationId, filter, { after, limit });
          if (!page) throw new Error('the cursor was refused');
          expect(page.wallets.length).toBeLessThanOrEqual(limit);
          listed.push(...page.wallets.map(({ id }) => id));
          after = page.next;
        }
        const expected = rows.filter((row) => matches(row, filter)).sort(newestFirst);
        expect(listed).toEqual(expected.map(({ id }) => id));
      }
    },
  );
  await fc.assert(check, { seed, numRuns: 40 });
});

it('finds the users that match, in the order of bytes, page by page, with their newest wallets', async () => {
  const store = usersStore(database.replica());
  const check = fc.asyncProperty(
    fc.array(rowOf, { maxLength: 80 }),
    fc.array(filterOf, { minLength: 2, maxLength: 4 }),
    fc.integer({ min: 1, max: 6 }),
    async (drawn, filters, limit) => {
      const applicationId = randomUUID();
      const rows = given(drawn);
      await insert(applicationId, rows);
      const asked = filters.flatMap(({ issuer, subject }) => [
        { issuer, subject },
        { issuer, subjectPrefix: subject && Array.from(subject).slice(0, 2).join('') },
      ]);
      for (const { subjectPrefix, ...exactly } of asked) {
        const listed: unknown[] = [];
        for (let after: string | undefined, first = true; first || after !== undefined; first = false) {
          const page = await store.list(applicationId, { ...exactly, subjectPrefix }, { after, limit });
          if (!page) throw new Error('the cursor was refused');
          expect(page.users.length).toBeLessThanOrEqual(limit);
          for (const user of page.users)
            listed.push([user.subject, user.issuer, user.wallets.map(({ id }) => id)]);
          after = page.next;
        }
        const mine = rows.filter(
          (row) => row.subject?.startsWith(subjectPrefix ?? '') === true && matches(row, exactly),
        );
        const names = [...new Set(mine.map((row) => JSON.stringify([row.subject, row.issuer])))]
          .map((name) => JSON.parse(name) as [string, string])
          .sort((one, other) => bytes(one[0], other[0]) || bytes(one[1], other[1]));
        const walletsOf = ([name, from]: [string, string]) =>
          mine.filter((row) => row.subject === name && row.issuer === from).sort(newestFirst);
        expect(listed).toEqual(
          names.map((name) => [
            ...name,
            walletsOf(name)
              .slice(0, 11)
              .map(({ id }) => id),
          ]),
        );
      }
    },
  );
  await fc.assert(check, { seed, numRuns: 40 });
});

it('knows no cursor of another application', async () => {
  const [mine, theirs] = [randomUUID(), randomUUID()];
  const [wallet] = given(
    fc.sample(
      rowOf.map((row) => ({ ...row, made: true })),
      { numRuns: 1, seed },
    ),
  );
  if (!wallet) throw new Error('no wallet was drawn');
  await insert(theirs, [wallet]);
  const page = { after: wallet.id, limit: 10 };
  expect(await allWalletsStore(database.replica()).list(mine, {}, page)).toBeUndefined();
  expect(await usersStore(database.replica()).list(mine, {}, page)).toBeUndefined();
});

type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
};

/** How many rows the scans of a plan touched. */
function rowsRead(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), 0);
  if (!/(Seq|Index|Index Only|Bitmap Index) Scan/.test(node['Node Type'])) return below;
  return below + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
}

describe('with 60,000 wallets', () => {
  const applicationId = randomUUID();
  const many = 60_000;
  let plans: { readonly rows: number; readonly text: string }[] = [];

  /** Explains each query of a list before it runs. */
  function explained(): pg.Pool {
    const pool = database.replica(1);
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...given: unknown[]) => Promise<pg.QueryResult>;
      Object.assign(client, {
        query: async (text: unknown, ...rest: unknown[]) => {
          if (typeof text === 'string' && /^\s*with /.test(text)) {
            const { rows } = await query(`explain (analyze, buffers, format json) ${text}`, ...rest);
            const [{ Plan: plan }] = (rows[0] as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'];
            plans.push({ rows: rowsRead(plan), text: JSON.stringify(plan) });
          }
          return query(text, ...rest);
        },
      });
    });
    return pool;
  }

  beforeAll(async () => {
    // Statistics of what other tests wrote here would pass for those of these wallets.
    await owner.query('alter table wallet.wallets set (autovacuum_enabled = false)');
    // Half of them belong to one user. One network is rare, and its wallets are the oldest.
    await owner.query(
      `insert into wallet.wallets (wallet_id, application_id, interface, owner_issuer, owner_subject, chain, network,
         record_version, sealed, public_key, address, time_created, access_key_required, recoverable, origin)
       select gen_random_uuid(), $1, 'core',
         case when n % 3 = 0 then 'https://b.example/' else 'https://a.example/' end,
         case when n % 2 = 0 then 'busy' else 'user-' || n end, case when n < 10 then 'SOL' else 'ETH' end,
         case when n < 10 then 'SOL_MAINNET' else 'EVM' end, 1, '\\x00', '\\x00', 'address-' || n,
         to_timestamp(${start} + n), false, false, 'created'
       from generate_series(1, ${many}) as n`,
      [applicationId],
    );
  });

  const filters: readonly AllWalletsFilter[] = [
    {},
    { network: 'SOL_MAINNET' },
    { network: 'EVM', chain: 'SOL' },
    { chain: 'SOL' },
    { interface: 'express' },
    { issuer: 'https://nobody.example/' },
    { subject: 'busy' },
    { subject: 'busy', issuer: 'https://nobody.example/' },
    { subject: 'busy', network: 'SOL_MAINNET', chain: 'SOL', interface: 'express' },
    { subject: 'user-77777' },
    { subject: 'nobody' },
    { address: 'address-5' },
    { address: 'nothing', subject: 'busy' },
    { since: start + many - 5 },
    { until: start + 20, issuer: 'https://nobody.example/' },
    { since: start + 70_000, until: start + 70_010, network: 'EVM' },
    { since: start + 70_000, until: start + 80_000, subject: 'busy', interface: 'pregenerated' },
  ];

  it.each(['before', 'after'])(
    'no list of wallets reads many of them, %s statistics are known',
    async (when) => {
      if (when === 'after') await owner.query('analyze wallet.wallets');
      const store = allWalletsStore(explained());
      for (const filter of filters) {
        plans = [];
        const page = await store.list(applicationId, filter, { after: undefined, limit: 100 });
        const next = page?.next;
        if (next !== undefined) await store.list(applicationId, filter, { after: next, limit: 100 });
        expect(plans.length).toBeGreaterThan(0);
        for (const { rows, text } of plans) expect([filter, rows <= 1_100 || text]).toEqual([filter, true]);
      }
    },
  );

  it('no list of users reads many wallets', async () => {
    const store = usersStore(explained());
    for (const filter of [
      {},
      { subject: 'busy' },
      { subject: 'busy', issuer: 'https://b.example/' },
      { issuer: 'https://b.example/' },
      { issuer: 'https://nobody.example/' },
      { subject: 'nobody' },
      { subjectPrefix: 'user-7' },
      { subjectPrefix: 'nobo' },
      { subjectPrefix: 'user-7', issuer: 'https://nobody.example/' },
    ]) {
      plans = [];
      await store.list(applicationId, filter, { after: undefined, limit: 100 });
      for (const { rows, text } of plans) expect([filter, rows <= 2_500 || text]).toEqual([filter, true]);
    }
  });

  it('finds the oldest of a rare combination by going on', async () => {
    const store = allWalletsStore(database.replica());
    const { rows } = await owner.query<{ n: string }>(
      `select count(*) as n from wallet.wallets where application_id = $1 and network = 'SOL_MAINNET'`,
      [applicationId],
    );
    let found = 0;
    let pages = 0;
    for (let after: string | undefined, first = true; first || after !== undefined; first = false) {
      const page = await store.list(applicationId, { chain: 'SOL' }, { after, limit: 100 });
      if (!page) throw new Error('the cursor was refused');
      found += page.wallets.length;
      pages += 1;
      after = page.next;
    }
    expect(found).toBe(Number(rows[0]?.n));
    expect(pages).toBeGreaterThan(50);
  });
});
