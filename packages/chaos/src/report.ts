import { textTable } from '@wallet-service/operator-cli/text-table';
import type { Outcome } from './inject-fault.js';

/** One line for each fault, and the invariants that it broke. */
export function chaosReport(outcomes: readonly Outcome[]): string {
  const head = ['fault', 'requests', 'failed', 'slowest', 'recovery', 'invariants'];
  const rows = outcomes.map(({ fault, skipped, requests, failures, slowestMs, recoveryMs, broken }) =>
    skipped === undefined
      ? [
          fault.name,
          String(requests),
          [...failures].map(([code, count]) => `${count} x ${code}`).join(', ') || 'none',
          `${(slowestMs / 1000).toFixed(1)} s`,
          `${(recoveryMs / 1000).toFixed(1)} s`,
          broken.length === 0 ? 'held' : 'BROKEN',
        ]
      : [fault.name, '', '', '', '', `skipped: ${skipped}`],
  );
  const faults = outcomes.flatMap(({ fault, broken }) => broken.map((line) => `${fault.name}: ${line}`));
  return [textTable(head, rows), ...faults].join('\n');
}
