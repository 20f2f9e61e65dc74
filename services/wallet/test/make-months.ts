import { createPool } from '@wallet-service/postgres';
import { monthOf } from '../src/archive/months.js';
import { prepareMonths } from '../src/archive/partitions-store.js';

const quiet = { warn: () => undefined, info: () => undefined };

/** Partitions of a journal: one of what is there, and those of months to come. `url`: of the owner. */
export async function makeMonths(url: string): Promise<void> {
  const pool = createPool({
    url,
    max: 1,
    logger: quiet,
    applicationName: 'owner',
    patient: true,
  });
  // A time that is over already: then nothing changes, and entries can still be written.
  await expect(prepareMonths(pool, monthOf(Date.now(), -2))).rejects.toThrow('has a time after');
  const { made } = await prepareMonths(pool, Date.now());
  expect(made.length).toBeGreaterThan(0);
  await pool.end();
}
