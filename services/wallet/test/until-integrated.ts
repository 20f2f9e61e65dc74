import type pg from 'pg';
import { until } from '@wallet-service/test-kit/until';

/** Resolves when the journals contain all entries that are durable. The sequencer of a service moves them. */
export async function untilIntegrated(owner: Pick<pg.Client, 'query'>): Promise<void> {
  await until('entries in their journals', async () => {
    const { rowCount } = await owner.query('select from wallet.journal_pending limit 1');
    return rowCount === 0;
  });
}
