import { administrative, type JournalEntry } from '@wallet-service/journal-format';
import { isUuid } from '@wallet-service/values';
import { entryOfApplicationEvent } from './wallet-event.js';

/** A change that somebody made at another service, which keeps it until the journal has it. */
export type MadeChange = {
  readonly applicationId: string;
  readonly id: string;
  readonly timeMs: number;
  readonly operation: string;
  readonly detailsJson: string;
  readonly traceId: string;
};

export type ChangeSource = {
  readonly name: string;
  /** The oldest changes, in their order. `applicationId` empty: of every application, the first of each first. */
  readonly list: (applicationId: string) => Promise<readonly MadeChange[]>;
  readonly forget: (changes: readonly MadeChange[]) => Promise<void>;
};

export type CollectChangesDeps = {
  readonly sources: readonly ChangeSource[];
  /** Resolves when the entry is durable. One that is there already is not there twice. */
  readonly append: (entry: JournalEntry) => Promise<void>;
  /** Called when changes stay with their service for now. */
  readonly onFailed: (error: unknown, source: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

export type CollectChanges = {
  /**
   * Brings changes of one application, or of all (empty), to the journals. Any number of replicas may do so at once.
   * What fails is tried again by the next call, and keeps nobody else's changes back. Resolves to whether there were
   * any.
   */
  readonly collect: (applicationId: string) => Promise<boolean>;
  /** By service: since when not all of its changes could be brought (Unix milliseconds). Undefined: they can. */
  readonly waiting: ReadonlyMap<string, number | undefined>;
};

export function createCollectChanges({ sources, append, onFailed, now }: CollectChangesDeps): CollectChanges {
  const waiting = new Map<string, number | undefined>(sources.map(({ name }) => [name, undefined]));

  async function collectFrom({ list, forget }: ChangeSource, applicationId: string): Promise<boolean> {
    for (let wereAny = false; ; wereAny = true) {
      const changes = await list(applicationId);
      if (changes.length === 0) return wereAny;
      // Appended together, so that those of one application keep their order.
      const outcomes = await Promise.allSettled(changes.map(async (change) => append(entryOf(change))));
      const done = changes.filter((_, index) => outcomes[index]?.status === 'fulfilled');
      if (done.length > 0) await forget(done);
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed) throw failed.reason;
    }
  }

  async function tryFrom(source: ChangeSource, applicationId: string): Promise<boolean> {
    try {
      const wereAny = await collectFrom(source, applicationId);
      if (applicationId === '') waiting.set(source.name, undefined);
      return wereAny;
    } catch (error) {
      if (applicationId === '') waiting.set(source.name, waiting.get(source.name) ?? now());
      onFailed(error, source.name);
      // Some may have come before it failed.
      return true;
    }
  }

  return {
    waiting,
    collect: async (applicationId) => {
      const came = await Promise.all(sources.map((source) => tryFrom(source, applicationId)));
      return came.includes(true);
    },
  };
}

function entryOf({ applicationId, id, timeMs, operation, detailsJson, traceId }: MadeChange): JournalEntry {
  if (!isUuid(applicationId) || !isUuid(id) || !operation.startsWith(administrative))
    throw new Error('a service told of a change that is none');
  const details = JSON.parse(detailsJson) as object;
  return entryOfApplicationEvent({ applicationId, event: operation, details, traceId }, timeMs, id);
}
