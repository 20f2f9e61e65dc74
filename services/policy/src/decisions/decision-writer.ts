import type { DecisionToStore } from './decision-store.js';

const largestBatch = 500;
const mostWaiting = 10_000;

export type DecisionWriter = {
  /** Resolves when the decision is stored, and to false when it was not: a record that is lost here is still in the journal. */
  readonly write: (decision: DecisionToStore) => Promise<boolean>;
  /** Resolves when everything that was handed over is stored or lost. */
  readonly drain: () => Promise<void>;
};

type Waiting = { readonly decision: DecisionToStore; readonly settle: (stored: boolean) => void };

function applicationOf({ decision }: Waiting): string {
  return decision.decision.application_id;
}

/** Stores decisions in batches, one statement at a time, so that concurrent requests share a commit. */
export function createDecisionWriter({
  insert,
  onLost,
  isOfContent = () => false,
}: {
  readonly insert: (batch: readonly DecisionToStore[]) => Promise<void>;
  /** Told how many decisions were not stored, and why. */
  readonly onLost: (count: number, error: unknown) => void;
  /** Did a batch fail because of what is in it? */
  readonly isOfContent?: (error: unknown) => boolean;
}): DecisionWriter {
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;

  async function insertAll(batch: readonly Waiting[]): Promise<void> {
    try {
      await insert(batch.map(({ decision }) => decision));
      for (const { settle } of batch) settle(true);
    } catch (error) {
      const applications = new Set(batch.map(applicationOf));
      // What the database refuses of one application is no reason to lose what the others decided.
      if (isOfContent(error) && applications.size > 1)
        for (const id of applications) await insertAll(batch.filter((each) => applicationOf(each) === id));
      else {
        onLost(batch.length, error);
        for (const { settle } of batch) settle(false);
      }
    }
  }

  async function writeBatches(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, largestBatch);
      waiting = waiting.slice(largestBatch);
      await insertAll(batch);
    }
    writing = undefined;
  }

  return {
    write: (decision) => {
      if (waiting.length >= mostWaiting) {
        onLost(1, new Error('too many decisions are waiting to be stored'));
        return Promise.resolve(false);
      }
      return new Promise((settle) => {
        waiting.push({ decision, settle });
        writing ??= Promise.resolve().then(writeBatches);
      });
    },
    drain: async () => {
      while (writing) await writing;
    },
  };
}
