import type pg from 'pg';
import { guardOf } from './guard-server.js';

/**
 * Reads rows of every application with one statement without parameters, in one round trip: for a look that is made
 * again and again, and seldom finds anything. Rejects if any of it fails, and for a guarded pool: nobody asks which
 * server answers.
 */
export async function look<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: string,
): Promise<readonly Row[]> {
  if (guardOf(pool)) throw new Error('a look does not ask which server answers');
  const client = await pool.connect();
  let broken: Error | undefined;
  // As in a transaction.
  const onError = (error: Error): void => {
    broken = error;
  };
  client.on('error', onError);
  try {
    // Nobody waits for an answer before the next is sent. It reads only, so nothing is half done if one fails. Citus
    // hands on the whole string with `SET LOCAL`, so they are three.
    const sent = [
      client.query(`BEGIN READ ONLY; SET LOCAL app.every_application = 'on'`),
      client.query<Row>(statement),
      client.query('COMMIT'),
    ] as const;
    const failed = (await Promise.allSettled(sent)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    return (await sent[1]).rows;
  } catch (error) {
    // Whatever state it is in, nobody uses this connection again.
    broken ??= error instanceof Error ? error : new Error('a look failed');
    throw error;
  } finally {
    client.removeListener('error', onError);
    client.release(broken);
  }
}
