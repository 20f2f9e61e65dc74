import type { Queryable } from '@wallet-service/postgres';
import type { Meaning, RowMacs } from '../row-macs.js';

/** What is kept of an invitation: the HMAC of its token. Times are Unix seconds. */
export type Invitation = {
  readonly id: string;
  readonly personId: string;
  readonly hash: Buffer;
  readonly timeExpires: number;
};

type Row = {
  invitation_id: string;
  person_id: string;
  hash: Buffer;
  time_expires: Date;
  mac: Buffer;
};

/** The invitations of people, except rows that identity did not write. */
export function invitationRows(rows: Queryable, macs: RowMacs) {
  const genuine = (found: readonly Row[]): Invitation[] =>
    found.flatMap((row) => {
      const invitation = invitationOf(row);
      const fits = macs.fits('invitations', '', invitation.id, meaningOf(invitation), row.mac);
      return fits ? [invitation] : [];
    });

  return {
    async find(invitationId: string): Promise<Invitation | undefined> {
      const { rows: found } = await rows.query<Row>(
        `select invitation_id, person_id, hash, time_expires, mac from invitations where invitation_id = $1`,
        [invitationId],
      );
      return genuine(found)[0];
    },

    async ofPeople(personIds: readonly string[]): Promise<Invitation[]> {
      const { rows: found } = await rows.query<Row>(
        `select invitation_id, person_id, hash, time_expires, mac from invitations where person_id = any($1)`,
        [personIds],
      );
      return genuine(found);
    },

    /** In the place of the person's earlier one. */
    async put(invitation: Invitation): Promise<void> {
      const { id, personId, hash, timeExpires } = invitation;
      await rows.query(
        `insert into invitations (person_id, invitation_id, hash, time_expires, mac)
         values ($1, $2, $3, to_timestamp($4), $5)
         on conflict (person_id) do update set invitation_id = excluded.invitation_id, hash = excluded.hash,
           time_expires = excluded.time_expires, mac = excluded.mac`,
        [personId, id, hash, timeExpires, macs.of('invitations', '', id, meaningOf(invitation))],
      );
    },

    /** False if somebody else has used it meanwhile. */
    async take(invitationId: string): Promise<boolean> {
      const { rowCount } = await rows.query('delete from invitations where invitation_id = $1', [
        invitationId,
      ]);
      return rowCount === 1;
    },

    async removeOf(personId: string): Promise<void> {
      await rows.query('delete from invitations where person_id = $1', [personId]);
    },
  };
}

function meaningOf({ personId, hash, timeExpires }: Invitation): Meaning {
  return [personId, hash.toString('hex'), timeExpires];
}

function invitationOf(row: Row): Invitation {
  return {
    id: row.invitation_id,
    personId: row.person_id,
    hash: row.hash,
    timeExpires: Math.floor(row.time_expires.getTime() / 1000),
  };
}
