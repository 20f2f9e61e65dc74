import type pg from 'pg';
import { guardOf } from './guard-server.js';
import { withConnection } from './with-connection.js';

/**
 * Reads rows of every application with one statement without parameters, in one round trip: for a look that is made
 * again and again, and seldom finds anything. Rejects if any of it fails, and for a guarded pool: nobody asks which
 * server answers.
 */
export function look<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: string,
): Promise<readonly Row[]> {
  return withConnection(pool, async (client, spoil) => {
    if (guardOf(pool)) throw new Error('a look does not ask which server answers');
    // Nobody waits for an answer before the next is sent. It reads only, so nothing is half done if one fails. Citus
    // hands on the whole string with `SET LOCAL`, so they are three.
    const sent = [
      client.query(`BEGIN READ ONLY; SET LOCAL app.every_application = 'on'`),
      client.query<Row>(statement),
      client.query('COMMIT'),
    ] as const;
    const [, { rows }] = await Promise.all(sent).catch((error: unknown) => {
      spoil(error);
      throw error;
    });
    return rows;
  });
}
