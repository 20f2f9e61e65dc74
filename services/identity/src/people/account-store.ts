import type { Queryable } from '@wallet-service/postgres';
import type { Meaning, RowMacs } from '../row-macs.js';

/** Whom the identity provider of people means by a subject. Unix seconds. */
export type Account = {
  readonly issuer: string;
  readonly subject: string;
  readonly personId: string;
  readonly timeCreated: number;
};

type Row = { issuer: string; subject: string; person_id: string; time_created: Date; mac: Buffer };

/** The accounts of people, except rows that identity did not write. */
export function accountRows(rows: Queryable, macs: RowMacs) {
  return {
    async find(issuer: string, subject: string): Promise<Account | undefined> {
      const { rows: found } = await rows.query<Row>(
        `select issuer, subject, person_id, time_created, mac from person_accounts
         where issuer = $1 and subject = $2`,
        [issuer, subject],
      );
      const [row] = found;
      if (!row) return undefined;
      const account = accountOf(row);
      const fits = macs.fits('person_accounts', '', nameOf(account), meaningOf(account), row.mac);
      return fits ? account : undefined;
    },

    /** False if it is somebody's already, or if the person has another one there. */
    async insert(account: Account): Promise<boolean> {
      const { issuer, subject, personId, timeCreated } = account;
      const mac = macs.of('person_accounts', '', nameOf(account), meaningOf(account));
      const { rowCount } = await rows.query(
        `insert into person_accounts (issuer, subject, person_id, time_created, mac)
         values ($1, $2, $3, to_timestamp($4), $5) on conflict do nothing`,
        [issuer, subject, personId, timeCreated, mac],
      );
      return rowCount === 1;
    },

    async removeOf(personId: string): Promise<void> {
      await rows.query('delete from person_accounts where person_id = $1', [personId]);
    },
  };
}

function nameOf({ issuer, subject }: Account): string {
  return JSON.stringify([issuer, subject]);
}

function meaningOf({ personId, timeCreated }: Account): Meaning {
  return [personId, timeCreated];
}

function accountOf(row: Row): Account {
  const { issuer, subject, person_id: personId } = row;
  return { issuer, subject, personId, timeCreated: Math.floor(row.time_created.getTime() / 1000) };
}
