import { createPool } from '@wallet-service/postgres';
import type { Logger } from '@wallet-service/runtime';
import { auditStoredJournals } from './journal/audit-stored-journals.js';

/** Verifies the journal of every application, a line of the log for each, and sets the exit code: 1 when one is not what was written. */
export async function auditDatabase(url: string, logger: Logger): Promise<void> {
  const database = createPool({ url, max: 1, logger, applicationName: 'wallet-audit' });
  try {
    for await (const { applicationId, finding, newest } of auditStoredJournals(database)) {
      const vouchedUntil = newest?.seq;
      if (finding.intact) {
        logger.info({ applicationId, ...finding, vouchedUntil }, 'the journal is whole');
        continue;
      }
      process.exitCode = 1;
      const { seq, problem } = finding;
      logger.error(
        { applicationId, seq: Number(seq), problem, vouchedUntil },
        'INCIDENT: the journal was altered',
      );
    }
  } finally {
    await database.end();
  }
}
