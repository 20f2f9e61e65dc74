import type { Queryable } from '@wallet-service/postgres';
import type { RowMacs } from '../row-macs.js';
import type { FormerMember } from './person.js';
import { isRole } from './role.js';

type Row = { person_id: string; role: string; time_created: Date; time_removed: Date; mac: Buffer };

/** Who left one application, except rows that identity did not write. */
export function formerMemberRows(rows: Queryable, applicationId: string, macs: RowMacs) {
  return {
    async list(): Promise<FormerMember[]> {
      const { rows: found } = await rows.query<Row>(
        `select person_id, role, time_created, time_removed, mac from former_members
         where application_id = $1 order by person_id`,
        [applicationId],
      );
      return found.flatMap((row) => {
        const { person_id: personId, role } = row;
        const [timeCreated, timeRemoved] = [secondsOf(row.time_created), secondsOf(row.time_removed)];
        const meaning = [role, timeCreated, timeRemoved];
        const fits = macs.fits('former_members', applicationId, personId, meaning, row.mac);
        return fits && isRole(role) ? [{ personId, role, timeCreated, timeRemoved }] : [];
      });
    },

    /** Whoever leaves again is there once. */
    async add({ personId, role, timeCreated, timeRemoved }: FormerMember): Promise<void> {
      const mac = macs.of('former_members', applicationId, personId, [role, timeCreated, timeRemoved]);
      await rows.query(
        `insert into former_members (application_id, person_id, role, time_created, time_removed, mac)
         values ($1, $2, $3, to_timestamp($4), to_timestamp($5), $6)
         on conflict (application_id, person_id) do update set role = excluded.role,
           time_created = excluded.time_created, time_removed = excluded.time_removed, mac = excluded.mac`,
        [applicationId, personId, role, timeCreated, timeRemoved, mac],
      );
    },

    /** They have access again. */
    async remove(personId: string): Promise<void> {
      await rows.query('delete from former_members where application_id = $1 and person_id = $2', [
        applicationId,
        personId,
      ]);
    },
  };
}

/**
 * The applications that a person has left. Needs a transaction that sees every application. Only for taking rights
 * away: a row that somebody else wrote counts too.
 */
export async function applicationsLeftBy(rows: Queryable, personId: string): Promise<readonly string[]> {
  const { rows: found } = await rows.query<{ application_id: string }>(
    'select application_id from former_members where person_id = $1 order by application_id',
    [personId],
  );
  return found.map(({ application_id }) => application_id);
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
