import type { Queryable } from '@wallet-service/postgres';
import type { Meaning, RowMacs } from '../row-macs.js';
import type { Person } from './person.js';

type PersonRow = {
  person_id: string;
  name: string;
  is_operator: boolean;
  time_created: Date;
  time_disabled: Date | null;
  mac: Buffer;
};

/** What is kept of an invitation: the HMAC of its token. Times are Unix seconds. */
export type Invitation = {
  readonly id: string;
  readonly personId: string;
  readonly hash: Buffer;
  readonly timeExpires: number;
};

type InvitationRow = {
  invitation_id: string;
  person_id: string;
  hash: Buffer;
  time_expires: Date;
  mac: Buffer;
};

const columns = 'person_id, name, is_operator, time_created, time_disabled, mac';

/** The people of the installation and their invitations, except rows that identity did not write. */
export function peopleRows(rows: Queryable, macs: RowMacs) {
  const macOf = (person: Person) => macs.of('people', '', person.id, meaningOfPerson(person));
  const genuine = (found: readonly PersonRow[]): Person[] =>
    found.flatMap((row) => {
      const person = personOfRow(row);
      return macs.fits('people', '', person.id, meaningOfPerson(person), row.mac) ? [person] : [];
    });

  return {
    async find(personId: string): Promise<Person | undefined> {
      const { rows: found } = await rows.query<PersonRow>(
        `select ${columns} from people where person_id = $1`,
        [personId],
      );
      return genuine(found)[0];
    },

    /** Until the end of the transaction, so that changes of one person's access come one after the other. */
    async lock(personId: string): Promise<void> {
      await rows.query('select from people where person_id = $1 for update', [personId]);
    },

    async named(personIds: readonly string[]): Promise<Person[]> {
      const { rows: found } = await rows.query<PersonRow>(
        `select ${columns} from people where person_id = any($1)`,
        [personIds],
      );
      return genuine(found);
    },

    /** In the order of their ids, which is that of their creation. `after` empty: from the first. */
    async list(after: string, limit: number): Promise<Person[]> {
      const { rows: found } = await rows.query<PersonRow>(
        `select ${columns} from people where $1 = '' or person_id > nullif($1, '')::uuid
         order by person_id limit $2`,
        [after, limit],
      );
      return genuine(found);
    },

    async insert(person: Person): Promise<void> {
      const { id, name, isOperator, timeCreated } = person;
      await rows.query(
        `insert into people (person_id, name, is_operator, time_created, mac)
         values ($1, $2, $3, to_timestamp($4), $5)`,
        [id, name, isOperator, timeCreated, macOf(person)],
      );
    },

    async disable(person: Person, nowSeconds: number): Promise<void> {
      const disabled = { ...person, timeDisabled: nowSeconds };
      await rows.query('update people set time_disabled = to_timestamp($2), mac = $3 where person_id = $1', [
        person.id,
        nowSeconds,
        macOf(disabled),
      ]);
    },

    async findInvitation(invitationId: string): Promise<Invitation | undefined> {
      const { rows: found } = await rows.query<InvitationRow>(
        `select invitation_id, person_id, hash, time_expires, mac from invitations where invitation_id = $1`,
        [invitationId],
      );
      const [row] = found;
      if (!row) return undefined;
      const invitation = invitationOfRow(row);
      const fits = macs.fits('invitations', '', invitation.id, meaningOfInvitation(invitation), row.mac);
      return fits ? invitation : undefined;
    },

    /** In the place of the person's earlier one. */
    async putInvitation(invitation: Invitation): Promise<void> {
      const { id, personId, hash, timeExpires } = invitation;
      await rows.query(
        `insert into invitations (person_id, invitation_id, hash, time_expires, mac)
         values ($1, $2, $3, to_timestamp($4), $5)
         on conflict (person_id) do update set invitation_id = excluded.invitation_id, hash = excluded.hash,
           time_expires = excluded.time_expires, mac = excluded.mac`,
        [personId, id, hash, timeExpires, macs.of('invitations', '', id, meaningOfInvitation(invitation))],
      );
    },

    /** False if somebody else has used it meanwhile. */
    async takeInvitation(invitationId: string): Promise<boolean> {
      const { rowCount } = await rows.query('delete from invitations where invitation_id = $1', [
        invitationId,
      ]);
      return rowCount === 1;
    },

    async removeInvitationOf(personId: string): Promise<void> {
      await rows.query('delete from invitations where person_id = $1', [personId]);
    },
  };
}

function meaningOfPerson({ name, isOperator, timeCreated, timeDisabled }: Person): Meaning {
  return [name, isOperator, timeCreated, timeDisabled ?? null];
}

function meaningOfInvitation({ personId, hash, timeExpires }: Invitation): Meaning {
  return [personId, hash.toString('hex'), timeExpires];
}

function personOfRow(row: PersonRow): Person {
  return {
    id: row.person_id,
    name: row.name,
    isOperator: row.is_operator,
    timeCreated: secondsOf(row.time_created),
    timeDisabled: row.time_disabled ? secondsOf(row.time_disabled) : undefined,
  };
}

function invitationOfRow(row: InvitationRow): Invitation {
  return {
    id: row.invitation_id,
    personId: row.person_id,
    hash: row.hash,
    timeExpires: secondsOf(row.time_expires),
  };
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
