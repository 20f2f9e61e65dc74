import type pg from 'pg';

/**
 * Lends a connection of the pool to `work`, and takes it back when that has settled. After `spoil` nobody uses it
 * again, because its state is unknown.
 */
export async function withConnection<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, spoil: (cause: unknown) => void) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const spoil = (cause: unknown): void => {
    broken = cause instanceof Error ? cause : new Error('the state of the connection is unknown');
  };
  // A connection that dies between two statements has no other listener, and an error without a listener ends
  // the process.
  client.on('error', spoil);
  try {
    return await work(client, spoil);
  } finally {
    client.removeListener('error', spoil);
    client.release(broken);
  }
}
