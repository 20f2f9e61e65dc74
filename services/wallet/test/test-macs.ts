import { randomBytes } from 'node:crypto';
import { createJournalMacs } from '../src/journal-macs.js';

/** Of all replicas of one test file, which adopt nothing. */
export const eventKey = randomBytes(32);
export const macs = createJournalMacs(eventKey, undefined);

/** For an outbox in which nothing is refused. */
export const nothingRefused = (row: string, details: object): never => {
  throw new Error(`refused a row of ${row}: ${JSON.stringify(details)}`);
};
