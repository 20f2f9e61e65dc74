import { randomBytes, randomUUID } from 'node:crypto';
import type { JournalEntry } from '@wallet-service/journal-format';

/** The journal entry of a signed message. */
export function signedEntry(applicationId: string, more: Partial<JournalEntry> = {}): JournalEntry {
  return {
    applicationId,
    recordedAtMs: Date.now(),
    kind: 'result',
    requestId: randomUUID(),
    walletId: randomUUID(),
    operation: 'message',
    payloadHashes: randomBytes(64),
    jwtHash: randomBytes(32),
    decision: '{"decision":"allow","note":"ü"}',
    outcome: 'signed',
    errorCode: '',
    tokenReused: true,
    traceId: 'trace',
    details: '',
    ...more,
  };
}
