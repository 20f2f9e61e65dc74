import { Counter, type Registry } from 'prom-client';
import { RecentlyUsed } from '@wallet-service/values';
import type { Logger } from './logger.js';

/**
 * Called for a row that is not what the service wrote. `details`: ids and positions, nothing of the content.
 */
export type RowAlarm<Row extends string> = (
  row: Row,
  details: { readonly applicationId?: string; readonly [name: string]: unknown },
) => void;

export type RowAlarmOptions<Row extends string> = {
  readonly registry: Registry;
  readonly logger: Pick<Logger, 'error'>;
  /** Every kind of row. Each is counted from 0, so that the first one shows as an increase. */
  readonly rows: readonly Row[];
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
};

const quietMs = 60_000;
const mostRemembered = 10_000;

/**
 * Counts each, and logs an incident once a minute for each application and kind, because background work
 * meets the same row repeatedly.
 */
export function createRowAlarm<Row extends string>({
  registry,
  logger,
  rows,
  now = Date.now,
}: RowAlarmOptions<Row>): RowAlarm<Row> {
  const counter = new Counter({
    name: 'wallet_service_event_rows_refused_total',
    help:
      'Rows about events, webhooks, policies, trust and revisions that the service refused to use ' +
      'because it did not write them so, by kind. Counted each time they are read.',
    labelNames: ['row'],
    registers: [registry],
  });
  for (const row of rows) counter.inc({ row }, 0);
  const told = new RecentlyUsed<string, number>('runtime.row-alarms', mostRemembered);
  return (row, details) => {
    counter.inc({ row });
    const key = `${row} ${details.applicationId ?? ''}`;
    if (now() - (told.get(key) ?? -Infinity) < quietMs) return;
    told.set(key, now());
    logger.error(
      { row, ...details },
      'INCIDENT: a stored row is not what this service wrote; it is not used',
    );
  };
}
