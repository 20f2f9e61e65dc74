import type { TrustMeasurement } from '@wallet-service/enclave-signer/bench';
import { textTable } from '@wallet-service/operator-cli/text-table';

const goals = { changeMs: 5 };

/** What applications cost a signer. A verification is one of ECDSA on P-256, in the same process. */
export function trustReport(measurements: readonly TrustMeasurement[]): string {
  const mib = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
  const rows = measurements.map((each) => [
    String(each.applications),
    `${each.changeMs.toFixed(2)} ms`,
    each.changeInVerifications.toFixed(1),
    each.firstRequestInVerifications.toFixed(1),
    mib(each.heldBytes),
    mib(each.residentBytes),
  ]);
  return [
    textTable(
      [
        'applications of 2 providers',
        `CPU of a change (goal: ${goals.changeMs} ms)`,
        'in verifications',
        'first request, extra',
        'held',
        'process',
      ],
      rows,
    ),
    'A signer starts with its root document alone, so its start does not depend on the applications.',
  ].join('\n');
}
