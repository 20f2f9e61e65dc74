import { Counter, type Registry } from 'prom-client';
import { guardedTables, type GuardedTable } from './row-macs.js';

/** Counts rows that were read and that identity did not write. */
export function countForgedRows(registry: Registry): (table: GuardedTable) => void {
  const forged = new Counter({
    name: 'wallet_service_identity_forged_rows_total',
    help: 'Reads of rows that identity did not write as they are now, and refused to use. Investigate each',
    labelNames: ['table'],
    registers: [registry],
  });
  for (const table of guardedTables) forged.inc({ table }, 0);
  return (table) => {
    forged.inc({ table });
  };
}
