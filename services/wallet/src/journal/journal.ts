import { AppError } from '@wallet-service/errors';
import type { JournalEntry } from '@wallet-service/journal-format';
import { byApplication } from './by-application.js';
import { isOfOneLog } from './log-store.js';

export type Journal = {
  /** Resolves when the entry is durable. Rejects with `service.unavailable` if that is uncertain. */
  readonly append: (entry: JournalEntry) => Promise<void>;
};

export type JournalOptions = {
  /**
   * Makes entries durable in one statement, all or none. Sequencers move them to the journals. Rejects with an AppError
   * if one of the applications is stopped.
   */
  readonly insert: (entries: readonly JournalEntry[]) => Promise<void>;
  /** Why nothing may be appended to an application's journal. Undefined if it may. */
  readonly refusal: (applicationId: string) => AppError | undefined;
  /** Called at the end of every batch. */
  readonly onBatch?: (entries: number, seconds: number) => void;
  /** Most entries in one statement. */
  readonly batchLimit?: number;
  /** The maximum number of waiting entries. More are refused with `service.overloaded`. */
  readonly waitingLimit?: number;
};

type Waiting = {
  readonly entry: JournalEntry;
  readonly resolve: () => void;
  readonly reject: (error: AppError) => void;
};

/** Statements under way. What arrives while all of them wait for the database shares the next. */
const atOnce = 2;
/** Fewer entries wait for the statement that is under way, because a statement costs as much as many rows. */
const worthAnother = 16;

/** Appends entries in batches. Entries whose `append` follows that of another stay behind it. */
export function createJournal({
  insert,
  refusal,
  onBatch,
  batchLimit = 500,
  waitingLimit = 20_000,
}: JournalOptions): Journal {
  let waiting: Waiting[] = [];
  let running = 0;

  const isNeeded = (others: number): boolean => waiting.length >= (others === 0 ? 1 : worthAnother);

  async function writeAll(): Promise<void> {
    while (isNeeded(running - 1)) {
      const batch = waiting.slice(0, batchLimit);
      waiting = waiting.slice(batchLimit);
      const started = process.hrtime.bigint();
      await writeBatch(batch, insert);
      onBatch?.(batch.length, Number(process.hrtime.bigint() - started) / 1e9);
    }
    running--;
  }

  return {
    append(entry) {
      const cause = refusal(entry.applicationId);
      if (cause) return Promise.reject(notWritten(cause));
      if (waiting.length >= waitingLimit)
        return Promise.reject(
          new AppError('service.overloaded', 'too many signatures are under way', { retryAfterSeconds: 1 }),
        );
      return new Promise((resolve, reject) => {
        waiting.push({ entry, resolve, reject });
        if (running === atOnce || !isNeeded(running)) return;
        running++;
        // After the I/O of this turn, so that requests that arrived together share the first batch too.
        setImmediate(() => void writeAll());
      });
    },
  };
}

/** Settles all waiting entries. Those of an application that the database refuses fail alone. */
async function writeBatch(batch: readonly Waiting[], insert: JournalOptions['insert']): Promise<void> {
  const lists = byApplication(batch.map(({ entry }) => entry));
  const failed = new Map<string, AppError>();
  await insert(batch.map(({ entry }) => entry)).catch(async (error: unknown) => {
    const alone = (isOfOneLog(error) || error instanceof AppError) && lists.size > 1;
    for (const [applicationId, entries] of lists)
      if (!alone) failed.set(applicationId, notWritten(error));
      else
        await insert(entries).catch((cause: unknown) => {
          failed.set(applicationId, notWritten(cause));
        });
  });
  for (const { entry, resolve, reject } of batch) {
    const error = failed.get(entry.applicationId);
    if (error) reject(error);
    else resolve();
  }
}

/** An AppError says it itself. */
export function notWritten(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return new AppError('service.unavailable', 'the signing journal cannot be written', {
    cause,
    retryAfterSeconds: 1,
  });
}
