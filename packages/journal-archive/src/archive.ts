import type { ArchiveFiles } from '@wallet-service/journal-format';

/** Where journals are archived. Each method rejects if the store does not answer. */
export type Archive = ArchiveFiles & {
  /** Resolves when the file is durable. It replaces one of the same path as a whole. */
  readonly write: (path: string, content: Uint8Array) => Promise<void>;
  /** Does nothing if there is no such file. */
  readonly remove: (path: string) => Promise<void>;
};
