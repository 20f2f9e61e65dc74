import type { Pool, PoolClient } from 'pg';
import { createQueryValues, inTransaction, readInIndexOrder } from '@wallet-service/postgres';
import type { Wallet } from '../wallets/wallet.js';
import { walletColumns, walletOf, type WalletRow } from '../wallets/wallet-row.js';

/** Wallets must match all of them. */
export type AllWalletsFilter = {
  readonly address?: string | undefined;
  /** The owner's. */
  readonly subject?: string | undefined;
  readonly issuer?: string | undefined;
  readonly network?: string | undefined;
  readonly chain?: string | undefined;
  readonly interface?: string | undefined;
  /** Created at or after. Unix seconds. */
  readonly since?: number | undefined;
  /** Created before. */
  readonly until?: number | undefined;
};

/** `after` is the `next` of the page before. */
export type AllWalletsPage = { readonly after: string | undefined; readonly limit: number };

/** Not verified. `next`: where the next page goes on, undefined at the end. */
export type FoundWallets = { readonly wallets: readonly Wallet[]; readonly next: string | undefined };

export type AllWalletsStore = {
  /** Newest first. Undefined if `after` is no wallet of the application. */
  readonly list: (
    applicationId: string,
    filter: AllWalletsFilter,
    page: AllWalletsPage,
  ) => Promise<FoundWallets | undefined>;
};

/**
 * The most rows that one page reads. A page of a rare combination may be short, but no combination reads all
 * wallets of a tenant.
 */
const mostRead = 1000;

const conditions = {
  // Nobody has verified the address of an unclaimed wallet.
  address: `address = ? and interface <> 'pregenerated'`,
  subject: `owner_subject collate "C" = ?`,
  network: 'network = ?',
  issuer: 'owner_issuer = ?',
  chain: 'chain = ?',
  interface: 'interface = ?',
} as const;

/** Of these each has an index that goes on by time. The first matches the fewest wallets. */
const indexed = ['address', 'subject', 'network'] as const;

export function allWalletsStore(database: Pool): AllWalletsStore {
  return {
    list: (applicationId, filter, { after, limit }) =>
      inTransaction(
        database,
        async (transaction) => {
          const position =
            after === undefined ? 'start' : await positionOf(transaction, applicationId, after);
          if (!position) return undefined;
          await readInIndexOrder(transaction);
          const { text, values } = pageQuery(applicationId, filter, position, limit);
          const { rows } = await transaction.query<PageRow>(text, [...values]);
          return foundOf(rows, limit);
        },
        { applicationId },
      ),
  };
}

/** As text, because a Date has no microseconds. */
type Position = { readonly time: string; readonly id: string };

async function positionOf(
  transaction: PoolClient,
  applicationId: string,
  walletId: string,
): Promise<Position | undefined> {
  const { rows } = await transaction.query<Position>(
    'select time_created::text as time, wallet_id as id from wallets where application_id = $1 and wallet_id = $2',
    [applicationId, walletId],
  );
  return rows[0];
}

type PageRow = { [Column in keyof WalletRow]: WalletRow[Column] | null } & {
  readonly last_read: string;
  /** How many rows were read. */
  readonly count: number;
};

/**
 * What is indexed limits the rows that are read. The rest is compared with these rows alone, so that the
 * planner cannot prefer another index and read on and on.
 */
function pageQuery(
  applicationId: string,
  filter: AllWalletsFilter,
  position: Position | 'start',
  limit: number,
): { readonly text: string; readonly values: readonly unknown[] } {
  const { values, bound } = createQueryValues(applicationId);
  const given = (Object.keys(conditions) as (keyof typeof conditions)[]).filter(
    (name) => filter[name] !== undefined,
  );
  const first = indexed.find((name) => given.includes(name));
  const rest = given.filter((name) => name !== first);
  const read = ['record_version > 0'];
  if (first) read.push(bound(conditions[first], filter[first]));
  if (filter.since !== undefined) read.push(bound('time_created >= to_timestamp(?)', filter.since));
  if (filter.until !== undefined) read.push(bound('time_created < to_timestamp(?)', filter.until));
  if (position !== 'start')
    read.push(bound('(time_created, wallet_id) < (?::timestamptz, ?::uuid)', position.time, position.id));
  const matching = rest.map((name) => bound(conditions[name], filter[name]));
  // Without other conditions every row that is read matches.
  const most = rest.length === 0 ? limit + 1 : mostRead;
  const text = `
    with read as materialized (
      select ${walletColumns} from wallets where application_id = $1 and ${read.join(' and ')}
      order by time_created desc, wallet_id desc limit ${most}
    ), matching as (
      select * from read where ${['true', ...matching].join(' and ')}
      order by time_created desc, wallet_id desc limit ${limit + 1}
    ), reached as (
      select wallet_id as last_read, (select count(*) from read)::int as count from read
      order by time_created, wallet_id limit 1
    )
    select matching.*, last_read, count from reached left join matching on true
    order by matching.time_created desc, matching.wallet_id desc`;
  return { text, values };
}

function foundOf(rows: readonly PageRow[], limit: number): FoundWallets {
  const wallets = rows.filter((row): row is PageRow & WalletRow => row.wallet_id !== null).map(walletOf);
  const page = wallets.slice(0, limit);
  if (wallets.length > limit) return { wallets: page, next: page.at(-1)?.id };
  const [row] = rows;
  return { wallets: page, next: row?.count === mostRead ? row.last_read : undefined };
}
