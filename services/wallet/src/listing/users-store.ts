import type { Pool, PoolClient } from 'pg';
import { inTransaction, readInIndexOrder } from '@wallet-service/postgres';
import type { Wallet } from '../wallets/wallet.js';
import { walletColumns, walletOf, type WalletRow } from '../wallets/wallet-row.js';

export type User = { readonly issuer: string; readonly subject: string };

/** Not both of the subject and its beginning. */
export type UsersFilter = {
  readonly issuer?: string | undefined;
  readonly subject?: string | undefined;
  readonly subjectPrefix?: string | undefined;
};

/** `after` is the `next` of the page before: a wallet of its last user. */
export type UsersPage = { readonly after: string | undefined; readonly limit: number };

/** `wallets`: the newest, newest first, at most one more than are shown. Not verified. */
export type FoundUser = User & { readonly wallets: readonly Wallet[] };

/** `next` is a wallet of the last user that was read. Undefined at the end. */
export type FoundUsers = { readonly users: readonly FoundUser[]; readonly next: string | undefined };

export type UsersStore = {
  /** In the order of subject and issuer. Undefined if `after` is no wallet of a user of the application. */
  readonly list: (
    applicationId: string,
    filter: UsersFilter,
    page: UsersPage,
  ) => Promise<FoundUsers | undefined>;
  /** The newest wallets of a user, at most `limit`. Not verified. */
  readonly walletsOf: (applicationId: string, user: User, limit: number) => Promise<readonly Wallet[]>;
};

/** The most users that one page reads: with an issuer alone it may be short. */
const mostRead = 1000;
/** How many wallets of a user are shown. */
export const mostWalletsShown = 10;

export function usersStore(database: Pool): UsersStore {
  return {
    list: (applicationId, filter, { after, limit }) =>
      inTransaction(
        database,
        async (transaction) => {
          const from =
            after === undefined
              ? { subject: '', issuer: '' }
              : await userOfWallet(transaction, applicationId, after);
          await readInIndexOrder(transaction);
          return from && readPage(transaction, applicationId, filter, startOf(filter, from), limit);
        },
        { applicationId },
      ),

    walletsOf: (applicationId, { issuer, subject }, limit) =>
      inTransaction(
        database,
        async (transaction) => {
          await readInIndexOrder(transaction);
          const { rows } = await transaction.query<WalletRow>(
            `select ${walletColumns} from wallets
             where application_id = $1 and record_version > 0 and owner_subject is not null
               and owner_subject collate "C" = $2 and owner_issuer collate "C" = $3
             order by time_created desc, wallet_id desc limit $4`,
            [applicationId, subject, issuer, limit],
          );
          return rows.map(walletOf);
        },
        { applicationId },
      ),
  };
}

async function userOfWallet(
  transaction: PoolClient,
  applicationId: string,
  walletId: string,
): Promise<User | undefined> {
  const { rows } = await transaction.query<User>(
    `select owner_issuer as issuer, owner_subject as subject from wallets
     where application_id = $1 and wallet_id = $2 and owner_subject is not null`,
    [applicationId, walletId],
  );
  return rows[0];
}

/** So that the index is read from the prefix on. */
function startOf({ subjectPrefix = '' }: UsersFilter, from: User): User {
  const isBefore = Buffer.compare(Buffer.from(from.subject), Buffer.from(subjectPrefix)) < 0;
  return isBefore ? { subject: subjectPrefix, issuer: '' } : from;
}

type UserRow = WalletRow & { readonly place: number };

/** Each step finds the next user by the index, so the number of wallets that users have does not matter. */
async function readPage(
  transaction: PoolClient,
  applicationId: string,
  { issuer, subject, subjectPrefix }: UsersFilter,
  from: User,
  limit: number,
): Promise<FoundUsers> {
  // What begins with the prefix comes before the prefix and the last character of Unicode.
  const ofSubject = `and owner_subject collate "C" ${subject === undefined ? '< $5 || chr(1114111)' : '= $5'}`;
  const named = subject ?? subjectPrefix;
  const nextUser = (afterSubject: string, afterIssuer: string): string => `
    select owner_subject collate "C" as subject, owner_issuer collate "C" as issuer from wallets
    where application_id = $1 and record_version > 0 and owner_subject is not null
      and (owner_subject collate "C", owner_issuer collate "C") > (${afterSubject}, ${afterIssuer})
      ${named === undefined ? '' : ofSubject}
    order by owner_subject collate "C", owner_issuer collate "C" limit 1`;
  // One more than the page has shows whether there is another. With an issuer alone, users of others are read too.
  const most = issuer === undefined ? limit + 1 : mostRead;
  const { rows } = await transaction.query<UserRow>(
    `with recursive users as (
       (select *, 1 as place from (${nextUser('$2', '$3')}) as first)
       union all
       select next.*, users.place + 1 from users, lateral (${nextUser('users.subject', 'users.issuer')}) as next
       where users.place < ${most}
     ), matching as (
       select * from users where $4::text is null or issuer = $4 order by place limit ${limit + 1}
     ), shown as (
       select * from matching union select * from (select * from users order by place desc limit 1) as last
     )
     select wallets.*, shown.place::int as place from shown, lateral (
       select ${walletColumns} from wallets
       where application_id = $1 and record_version > 0 and owner_subject is not null
         and owner_subject collate "C" = shown.subject and owner_issuer collate "C" = shown.issuer
       order by time_created desc, wallet_id desc limit ${mostWalletsShown + 1}
     ) as wallets
     order by shown.place, wallets.time_created desc, wallets.wallet_id desc`,
    [applicationId, from.subject, from.issuer, issuer ?? null, ...(named === undefined ? [] : [named])],
  );
  return pageOf(rows, issuer, { limit, most });
}

function pageOf(
  rows: readonly UserRow[],
  issuer: string | undefined,
  { limit, most }: { readonly limit: number; readonly most: number },
): FoundUsers {
  const byPlace = new Map<number, Wallet[]>();
  for (const row of rows) byPlace.set(row.place, [...(byPlace.get(row.place) ?? []), walletOf(row)]);
  const read = [...byPlace].map(([place, wallets]) => ({ place, wallets, owner: wallets[0]?.owner }));
  const users = read.flatMap(({ wallets, owner }) =>
    owner && (issuer === undefined || owner.issuer === issuer)
      ? [{ issuer: owner.issuer, subject: owner.subject, wallets }]
      : [],
  );
  const page = users.slice(0, limit);
  if (users.length > limit) return { users: page, next: page.at(-1)?.wallets[0]?.id };
  const last = read.at(-1);
  return { users: page, next: last?.place === most ? last.wallets[0]?.id : undefined };
}
