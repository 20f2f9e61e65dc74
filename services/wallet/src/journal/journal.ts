import { AppError } from '@wallet-service/errors';
import { RecentlyUsed } from '@wallet-service/values';
import { byApplication } from './by-application.js';
import { chainEntries, type JournalEntry, type JournalHead } from '@wallet-service/journal-format';
import type { Tampered } from '../wallets/tampering.js';
import { headAfter, isOfOneChain, type ChainExtension, type JournalStore } from './journal-store.js';

export type Journal = {
  /** Resolves when the entry is durable. Rejects with `service.unavailable` if that is uncertain. */
  readonly append: (entry: JournalEntry) => Promise<void>;
};

export type JournalOptions = {
  readonly store: JournalStore;
  readonly tampered: Tampered;
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

const rememberedHeads = 10_000;

/**
 * Appends entries in batches. One batch is written at a time, and entries that arrive meanwhile share the
 * next.
 */
export function createJournal({
  store,
  tampered,
  onBatch,
  batchLimit = 500,
  waitingLimit = 20_000,
}: JournalOptions): Journal {
  // The ends of the chains when this process last looked. They are outdated as soon as another replica
  // appends. Then the store notices.
  const heads = new RecentlyUsed<string, JournalHead>('wallet.journal-heads', rememberedHeads);
  let waiting: Waiting[] = [];
  let running = false;

  async function headsFor(applicationIds: readonly string[]): Promise<void> {
    const unknown = applicationIds.filter((id) => heads.get(id) === undefined);
    if (unknown.length === 0) return;
    for (const [id, head] of await store.readHeads(unknown)) heads.set(id, head);
  }

  /** Resolves when all entries are durable. Calls `done` for each application whose entries are. */
  async function write(
    entries: ReadonlyMap<string, readonly JournalEntry[]>,
    done: (applicationId: string) => void,
  ): Promise<void> {
    await headsFor([...entries.keys()]);
    const extensions = [...entries].map(([applicationId, list]): ChainExtension => {
      const from = heads.get(applicationId);
      if (!from) throw new Error('the head of a chain was not read');
      return { applicationId, from, entries: chainEntries(from, list) };
    });
    const moved = await store.append(extensions).catch((error: unknown) => {
      // Postgres aborted it for another transaction. Nothing was written.
      if (isVictim(error)) return new Set<string>();
      throw error;
    });
    for (const extension of extensions)
      if (moved.has(extension.applicationId)) {
        heads.set(extension.applicationId, headAfter(extension));
        done(extension.applicationId);
      }
    const overtaken = new Map([...entries].filter(([applicationId]) => !moved.has(applicationId)));
    if (overtaken.size === 0) return;
    for (const [id, head] of await store.appendLocked(overtaken)) {
      heads.set(id, head);
      done(id);
    }
  }

  const forget = (applicationId: string): void => {
    heads.delete(applicationId);
  };

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchLimit);
      waiting = waiting.slice(batchLimit);
      const started = process.hrtime.bigint();
      await writeBatch(batch, { write, forget, tampered });
      onBatch?.(batch.length, Number(process.hrtime.bigint() - started) / 1e9);
    }
    running = false;
  }

  return {
    append(entry) {
      if (waiting.length >= waitingLimit)
        return Promise.reject(
          new AppError('service.overloaded', 'too many signatures are under way', { retryAfterSeconds: 1 }),
        );
      return new Promise((resolve, reject) => {
        waiting.push({ entry, resolve, reject });
        if (running) return;
        running = true;
        // After the I/O of this turn, so that requests that arrived together share the first batch too.
        setImmediate(() => void writeAll());
      });
    },
  };
}

type BatchDeps = Pick<JournalOptions, 'tampered'> & {
  readonly write: (
    entries: ReadonlyMap<string, readonly JournalEntry[]>,
    done: (applicationId: string) => void,
  ) => Promise<void>;
  readonly forget: (applicationId: string) => void;
};

/** Settles all waiting entries. A broken chain does not delay entries of other applications. */
async function writeBatch(batch: readonly Waiting[], { write, forget, tampered }: BatchDeps): Promise<void> {
  const left = new Map(byApplication(batch.map(({ entry }) => entry)));
  const durable = new Set<string>();
  const done = (applicationId: string): void => {
    left.delete(applicationId);
    durable.add(applicationId);
  };
  const fail = (applicationId: string, failure: unknown): void => {
    // It may or may not have been written, so the head must be read again.
    forget(applicationId);
    const cause = isOfOneChain(failure) ? tampered('journal-broken', { applicationId }) : failure;
    const error = new AppError('service.unavailable', 'the signing journal cannot be written', {
      cause,
      retryAfterSeconds: 1,
    });
    for (const { entry, reject } of batch) if (entry.applicationId === applicationId) reject(error);
  };
  await write(left, done).catch(async (error: unknown) => {
    const alone = isOfOneChain(error) && left.size > 1;
    for (const [applicationId, entries] of [...left])
      if (!alone) fail(applicationId, error);
      else {
        forget(applicationId);
        await write(new Map([[applicationId, entries]]), done).catch((cause: unknown) => {
          fail(applicationId, cause);
        });
      }
  });
  for (const { entry, resolve } of batch) if (durable.has(entry.applicationId)) resolve();
}

function isVictim(error: unknown): boolean {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return code === '40001' || code === '40P01';
}
