import { randomBytes } from 'node:crypto';
import { createJournalMacs } from '../src/journal/journal-macs.js';

/** One key for all replicas of a test file. They adopt no old rows. */
export const eventKey = randomBytes(32);
export const macs = createJournalMacs(eventKey, undefined);

/** For rows of which none may be refused. */
export const nothingRefused = (row: string, details: object): never => {
  throw new Error(`refused a row of ${row}: ${JSON.stringify(details)}`);
};
