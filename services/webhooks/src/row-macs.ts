import { createRowMac, type RowMac } from '@wallet-service/values';
import type { RowAlarm } from '@wallet-service/runtime';

/** The kinds of rows that the service checks before use. `endpoints` is all of one application's as one. */
export const guardedRows = ['endpoints', 'cursor', 'event', 'delivery', 'change'] as const;
export type GuardedRow = (typeof guardedRows)[number];

/** The MACs of the rows, and the callback for a row that does not match. */
export type RowMacs = Readonly<Record<GuardedRow, RowMac>> & { readonly onRefused: RowAlarm<GuardedRow> };

export function createRowMacs(
  secret: Uint8Array,
  adoptUntilMs: number | undefined,
  onRefused: RowAlarm<GuardedRow>,
): RowMacs {
  const macOf = (row: GuardedRow) => createRowMac({ secret, purpose: `webhooks/${row}`, adoptUntilMs });
  return {
    endpoints: macOf('endpoints'),
    cursor: macOf('cursor'),
    event: macOf('event'),
    delivery: macOf('delivery'),
    change: macOf('change'),
    onRefused,
  };
}
