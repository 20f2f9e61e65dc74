import type { Queryable } from '@wallet-service/postgres';
import type { Meaning, RowMacs } from '../row-macs.js';

/** A person who is signed in. Times are Unix seconds. */
export type Session = {
  readonly id: string;
  readonly personId: string;
  /** HMAC-SHA256 of the token under the pepper. */
  readonly hash: Buffer;
  readonly timeCreated: number;
  readonly timeExpires: number;
  readonly timeLastUsed: number;
  /** Until when the person may do what needs a recent confirmation. Not later than `timeCreated`: they may not. */
  readonly timeStepUpEnds: number;
  /** What the browser says of itself that signed in. */
  readonly userAgent: string | undefined;
};

type Row = {
  session_id: string;
  person_id: string;
  hash: Buffer;
  time_created: Date;
  time_expires: Date;
  time_last_used: Date;
  time_step_up_ends: Date;
  user_agent: string | null;
  mac: Buffer;
};

const columns = `session_id, person_id, hash, time_created, time_expires, time_last_used, time_step_up_ends,
  user_agent, mac`;

/** The sessions of people, except rows that identity did not write. */
export function sessionRows(rows: Queryable, macs: RowMacs) {
  const macOf = (session: Session) => macs.of('sessions', '', session.id, meaningOf(session));
  const genuine = (found: readonly Row[]): Session[] =>
    found.flatMap((row) => {
      const session = sessionOfRow(row);
      return macs.fits('sessions', '', session.id, meaningOf(session), row.mac) ? [session] : [];
    });

  return {
    async find(sessionId: string): Promise<Session | undefined> {
      const { rows: found } = await rows.query<Row>(`select ${columns} from sessions where session_id = $1`, [
        sessionId,
      ]);
      return genuine(found)[0];
    },

    async of(personId: string): Promise<Session[]> {
      const { rows: found } = await rows.query<Row>(
        `select ${columns} from sessions where person_id = $1 order by session_id`,
        [personId],
      );
      return genuine(found);
    },

    async insert(session: Session): Promise<void> {
      const { id, personId, hash, timeCreated, timeExpires, timeLastUsed, timeStepUpEnds, userAgent } =
        session;
      await rows.query(
        `insert into sessions (session_id, person_id, hash, time_created, time_expires, time_last_used,
           time_step_up_ends, user_agent, mac)
         values ($1, $2, $3, to_timestamp($4), to_timestamp($5), to_timestamp($6), to_timestamp($7), $8, $9)`,
        [
          ...[id, personId, hash, timeCreated, timeExpires, timeLastUsed, timeStepUpEnds, userAgent ?? null],
          macOf(session),
        ],
      );
    },

    async noteUse(sessionId: string, nowSeconds: number): Promise<void> {
      await rows.query(
        `update sessions set time_last_used = greatest(time_last_used, to_timestamp($2)) where session_id = $1`,
        [sessionId, nowSeconds],
      );
    },

    async stepUp(session: Session, timeStepUpEnds: number): Promise<void> {
      await rows.query(
        'update sessions set time_step_up_ends = to_timestamp($2), mac = $3 where session_id = $1',
        [session.id, timeStepUpEnds, macOf({ ...session, timeStepUpEnds })],
      );
    },

    async end(sessionIds: readonly string[]): Promise<void> {
      await rows.query('delete from sessions where session_id = any($1)', [sessionIds]);
    },
  };
}

/**
 * Removes what has ended, at most `limit` of each, the oldest first: sessions, challenges that were answered, and
 * invitations. Resolves to whether there may be more.
 */
export async function removeEnded(
  rows: Queryable,
  nowSeconds: number,
  idleSeconds: number,
  limit: number,
): Promise<boolean> {
  const sessions = await rows.query(
    `delete from sessions where session_id in (
       select session_id from sessions
       where time_expires <= to_timestamp($1) or time_last_used <= to_timestamp($1) - $2 * interval '1 second'
       order by time_expires limit $3)`,
    [nowSeconds, idleSeconds, limit],
  );
  const challenges = await rows.query(
    `delete from used_challenges where challenge in (
       select challenge from used_challenges where time_expires <= to_timestamp($1) order by time_expires limit $2)`,
    [nowSeconds, limit],
  );
  const invitations = await rows.query(
    `delete from invitations where person_id in (
       select person_id from invitations where time_expires <= to_timestamp($1) order by time_expires limit $2)`,
    [nowSeconds, limit],
  );
  return [sessions, challenges, invitations].some(({ rowCount }) => rowCount === limit);
}

/** All members but the time of last use. Sessions from before there was a user agent have none. */
function meaningOf(session: Session): Meaning {
  const { personId, hash, timeCreated, timeExpires, timeStepUpEnds, userAgent } = session;
  const always = [personId, hash.toString('hex'), timeCreated, timeExpires, timeStepUpEnds];
  return userAgent === undefined ? always : [...always, userAgent];
}

function sessionOfRow(row: Row): Session {
  return {
    id: row.session_id,
    personId: row.person_id,
    hash: row.hash,
    timeCreated: secondsOf(row.time_created),
    timeExpires: secondsOf(row.time_expires),
    timeLastUsed: secondsOf(row.time_last_used),
    timeStepUpEnds: secondsOf(row.time_step_up_ends),
    userAgent: row.user_agent ?? undefined,
  };
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
