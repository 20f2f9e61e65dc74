import type { Queryable } from '@wallet-service/postgres';
import type { Meaning, RowMacs } from '../row-macs.js';
import type { Person } from './person.js';

type PersonRow = {
  person_id: string;
  name: string;
  email: string | null;
  is_operator: boolean;
  time_created: Date;
  time_disabled: Date | null;
  mac: Buffer;
};

const columns = 'person_id, name, email, is_operator, time_created, time_disabled, mac';

/** The people of the installation, except rows that identity did not write. */
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

    /** Those of them who have accepted their invitation, and have access. */
    async active(personIds: readonly string[]): Promise<Person[]> {
      const { rows: found } = await rows.query<PersonRow>(
        `select ${columns} from people as p where person_id = any($1) and time_disabled is null and (
           exists (select from passkeys as k where k.person_id = p.person_id)
           or exists (select from person_accounts as a where a.person_id = p.person_id))`,
        [personIds],
      );
      return genuine(found).filter(({ timeDisabled }) => timeDisabled === undefined);
    },

    /** Several may have it. */
    async withEmail(email: string): Promise<Person[]> {
      const { rows: found } = await rows.query<PersonRow>(
        `select ${columns} from people where email = $1 order by person_id`,
        [email],
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
      const { id, name, email, isOperator, timeCreated } = person;
      await rows.query(
        `insert into people (person_id, name, email, is_operator, time_created, mac)
         values ($1, $2, $3, $4, to_timestamp($5), $6)`,
        [id, name, email, isOperator, timeCreated, macOf(person)],
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
  };
}

/** Rows without an address are as they were before there were addresses. */
function meaningOfPerson({ name, email, isOperator, timeCreated, timeDisabled }: Person): Meaning {
  const meaning = [name, isOperator, timeCreated, timeDisabled ?? null];
  return email === undefined ? meaning : [...meaning, email];
}

function personOfRow(row: PersonRow): Person {
  return {
    id: row.person_id,
    name: row.name,
    email: row.email ?? undefined,
    isOperator: row.is_operator,
    timeCreated: secondsOf(row.time_created),
    timeDisabled: row.time_disabled ? secondsOf(row.time_disabled) : undefined,
  };
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
