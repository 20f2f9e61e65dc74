import type { JournalFinding } from '../wallets/tampering.js';

/** What only tampering or a lost database explains. */
export class LogIncident extends Error {
  override readonly name = 'LogIncident';
  readonly finding: JournalFinding;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(finding: LogIncident['finding'], details: Readonly<Record<string, unknown>>) {
    super(`${finding}: ${JSON.stringify(details)}`);
    this.finding = finding;
    this.details = details;
  }
}
