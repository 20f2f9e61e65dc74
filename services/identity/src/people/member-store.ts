import type { Queryable } from '@wallet-service/postgres';
import type { RowMacs } from '../row-macs.js';
import type { Member } from './person.js';
import { isRole, type Role } from './role.js';

type Row = { application_id: string; person_id: string; role: string; time_created: Date; mac: Buffer };

const columns = 'application_id, person_id, role, time_created, mac';

export type Membership = Member & { readonly applicationId: string };

/** The people of one application, except rows that identity did not write. */
export function memberRows(rows: Queryable, applicationId: string, macs: RowMacs) {
  return {
    async list(): Promise<Member[]> {
      const { rows: found } = await rows.query<Row>(
        `select ${columns} from members where application_id = $1 order by person_id`,
        [applicationId],
      );
      return genuine(found, macs);
    },

    async find(personId: string): Promise<Member | undefined> {
      const { rows: found } = await rows.query<Row>(
        `select ${columns} from members where application_id = $1 and person_id = $2`,
        [applicationId, personId],
      );
      return genuine(found, macs)[0];
    },

    /** False if they are one already. */
    async insert({ personId, role, timeCreated }: Member): Promise<boolean> {
      const { rowCount } = await rows.query(
        `insert into members (application_id, person_id, role, time_created, mac)
         values ($1, $2, $3, to_timestamp($4), $5) on conflict (application_id, person_id) do nothing`,
        [applicationId, personId, role, timeCreated, macOf(macs, applicationId, personId, role, timeCreated)],
      );
      return rowCount === 1;
    },

    async update({ personId, timeCreated }: Member, role: Role): Promise<void> {
      await rows.query(
        'update members set role = $3, mac = $4 where application_id = $1 and person_id = $2',
        [applicationId, personId, role, macOf(macs, applicationId, personId, role, timeCreated)],
      );
    },

    async remove(personId: string): Promise<void> {
      await rows.query('delete from members where application_id = $1 and person_id = $2', [
        applicationId,
        personId,
      ]);
    },
  };
}

/** The applications of people. Needs a transaction that sees every application. */
export async function membershipsOf(
  rows: Queryable,
  personIds: readonly string[],
  macs: RowMacs,
): Promise<Membership[]> {
  const { rows: found } = await rows.query<Row>(
    `select ${columns} from members where person_id = any($1) order by application_id`,
    [personIds],
  );
  return genuine(found, macs);
}

function genuine(found: readonly Row[], macs: RowMacs): Membership[] {
  return found.flatMap((row) => {
    const { application_id: applicationId, person_id: personId, role } = row;
    const timeCreated = Math.floor(row.time_created.getTime() / 1000);
    const fits = macs.fits('members', applicationId, personId, [role, timeCreated], row.mac);
    return fits && isRole(role) ? [{ applicationId, personId, role, timeCreated }] : [];
  });
}

function macOf(macs: RowMacs, applicationId: string, personId: string, role: Role, timeCreated: number) {
  return macs.of('members', applicationId, personId, [role, timeCreated]);
}
