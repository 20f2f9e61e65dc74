import type { LogCheckpoint } from '@wallet-service/signer-protocol';

/** A checkpoint of a journal, as it is stored: the text, and the signatures that it has. */
export type StoredCheckpoint = {
  readonly checkpoint: LogCheckpoint;
  /** C2SP signed-note: of the application's key, of a signer with the time, of witnesses with theirs. */
  readonly note: string;
  /** The application's key, Ed25519. */
  readonly publicKey: Uint8Array;
};

export type LogOfJournal = {
  /** The journal now. */
  readonly now: LogCheckpoint;
  readonly last: StoredCheckpoint | undefined;
};

/** What is read and written of journals for their checkpoints. */
export type Logs = {
  /** Rejects if what is stored of the journal does not fit together. */
  readonly read: (applicationId: string) => Promise<LogOfJournal>;
  /** RFC 9162 section 2.1.4. `oldSize` is at least 1 and at most `size`. */
  readonly prove: (applicationId: string, oldSize: number, size: number) => Promise<readonly Uint8Array[]>;
};
