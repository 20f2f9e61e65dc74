import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import { unixSeconds } from '../wallets/wallet-row.js';

export type WalletGroup = {
  readonly id: string;
  readonly resourceId: string | undefined;
  /** Unix seconds. */
  readonly timeCreated: number;
  readonly timeUpdated: number;
};

export type WalletGroupStore = {
  /** In a transaction of the application. */
  readonly insert: (
    transaction: PoolClient,
    applicationId: string,
    group: Pick<WalletGroup, 'id' | 'resourceId'>,
  ) => Promise<WalletGroup>;
  readonly find: (applicationId: string, groupId: string) => Promise<WalletGroup | undefined>;
  /** Oldest first. `after` is the id of the last group of the previous page. */
  readonly list: (
    applicationId: string,
    after: string | undefined,
    limit: number,
  ) => Promise<readonly WalletGroup[]>;
};

type Row = { group_id: string; resource_id: string | null; time_created: Date; time_updated: Date };

const columns = 'group_id, resource_id, time_created, time_updated';

export function walletGroupStore(database: Pool): WalletGroupStore {
  const query = (applicationId: string, sql: string, values: unknown[]): Promise<WalletGroup[]> =>
    inTransaction(
      database,
      async (transaction) => (await transaction.query<Row>(sql, values)).rows.map(groupOf),
      { applicationId },
    );

  return {
    async insert(transaction, applicationId, { id, resourceId }) {
      const { rows } = await transaction.query<Row>(
        `insert into wallet_groups (application_id, group_id, resource_id, time_created, time_updated)
         values ($1, $2, $3, now(), now()) returning ${columns}`,
        [applicationId, id, resourceId ?? null],
      );
      const [row] = rows;
      if (!row) throw new Error('a group that was just written is not there');
      return groupOf(row);
    },
    find: async (applicationId, groupId) =>
      (
        await query(
          applicationId,
          `select ${columns} from wallet_groups where application_id = $1 and group_id = $2`,
          [applicationId, groupId],
        )
      ).at(0),
    list: (applicationId, after, limit) =>
      query(
        applicationId,
        `select ${columns} from wallet_groups
         where application_id = $1 and ($2::uuid is null or group_id > $2) order by group_id limit $3`,
        [applicationId, after ?? null, limit],
      ),
  };
}

function groupOf(row: Row): WalletGroup {
  return {
    id: row.group_id,
    resourceId: row.resource_id ?? undefined,
    timeCreated: unixSeconds(row.time_created),
    timeUpdated: unixSeconds(row.time_updated),
  };
}
