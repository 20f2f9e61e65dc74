import type pg from 'pg';

/**
 * Reads rows of every application in one round trip, in place of the four of a transaction: for what is asked all the
 * time, and mostly in vain. `sql` is one statement without parameters.
 */
export async function readEveryApplication<Row extends object>(pool: pg.Pool, sql: string): Promise<Row[]> {
  // Statements that are sent together are one transaction, so the setting ends with it.
  const results: unknown = await pool.query(`SET LOCAL app.every_application = 'on'; ${sql}`);
  return (results as readonly pg.QueryResult<Row>[]).at(-1)?.rows ?? [];
}
