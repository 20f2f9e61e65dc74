import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@wallet-service/postgres';

/** Rows of every application that are no longer needed. */
export type OldRows = {
  /** Deletes the oldest, except those of the excluded applications. Resolves to how many there were. */
  readonly deleteSome: (leftOut: readonly string[]) => Promise<number>;
  /** The applications whose rows `deleteSome` would delete. */
  readonly nextApplications: (leftOut: readonly string[]) => Promise<readonly string[]>;
  readonly deleteSomeOf: (applicationId: string) => Promise<number>;
};

type Table = {
  readonly name: 'decisions' | 'signature_requests' | 'spending_reservations';
  readonly key: string;
};

/** Rows from before `before`, at most `atMost` at a time. */
export function oldRows(pool: Pool, { name, key }: Table, before: Date, atMost: number): OldRows {
  const acrossApplications = <Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> =>
    inTransaction(
      pool,
      async (client) => {
        // A locked row delays only its application, and only while it is locked.
        await client.query("set local lock_timeout = '250ms'");
        return work(client);
      },
      { everyApplication: true },
    );
  const deleteWhere = (condition: string, value: unknown) =>
    acrossApplications(async (client) => {
      const { rowCount } = await client.query(
        `delete from ${name} where ${condition} and (${key}) in
           (select ${key} from ${name} where time < $1 and ${condition} order by time limit $2)`,
        [before, atMost, value],
      );
      return rowCount ?? 0;
    });
  return {
    deleteSome: (leftOut) => deleteWhere('application_id <> all($3)', leftOut),
    deleteSomeOf: (applicationId) => deleteWhere('application_id = $3', applicationId),
    nextApplications: (leftOut) =>
      acrossApplications(async (client) => {
        const { rows } = await client.query<{ application_id: string }>(
          `select distinct application_id from
             (select application_id from ${name} where time < $1 and application_id <> all($3)
              order by time limit $2) as oldest`,
          [before, atMost, leftOut],
        );
        return rows.map(({ application_id }) => application_id);
      }),
  };
}
