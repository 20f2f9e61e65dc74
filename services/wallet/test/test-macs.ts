import { randomBytes } from 'node:crypto';
import { createRowMac } from '@wallet-service/values';
import { createJournalMacs } from '../src/journal/journal-macs.js';

/** Of all replicas of one test file, which adopt nothing. */
export const eventKey = randomBytes(32);
export const bundleMac = createRowMac({ secret: eventKey, purpose: 'wallet/trust-bundle' });
export const macs = createJournalMacs(eventKey, undefined);

/** For an outbox in which nothing is refused. */
export const nothingRefused = (row: string, details: object): never => {
  throw new Error(`refused a row of ${row}: ${JSON.stringify(details)}`);
};
