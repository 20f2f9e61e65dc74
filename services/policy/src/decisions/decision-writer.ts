import type { DecisionToStore } from './decision-store.js';

const largestBatch = 500;
const mostWaiting = 10_000;

export type DecisionWriter = {
  /** Resolves when the decision is stored, and to false when it was not: a record that is lost here is still in the journal. */
  readonly write: (decision: DecisionToStore) => Promise<boolean>;
  /** Resolves when everything that was handed over is stored or lost. */
  readonly drain: () => Promise<void>;
};

/** Stores decisions in batches, one statement at a time, so that concurrent requests share a commit. */
export function createDecisionWriter({
  insert,
  onLost,
}: {
  readonly insert: (batch: readonly DecisionToStore[]) => Promise<void>;
  /** Told how many decisions were not stored, and why. */
  readonly onLost: (count: number, error: unknown) => void;
}): DecisionWriter {
  let waiting: { decision: DecisionToStore; settle: (stored: boolean) => void }[] = [];
  let writing: Promise<void> | undefined;

  async function writeBatches(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, largestBatch);
      waiting = waiting.slice(largestBatch);
      const stored = await insert(batch.map(({ decision }) => decision)).then(
        () => true,
        (error: unknown) => {
          onLost(batch.length, error);
          return false;
        },
      );
      for (const { settle } of batch) settle(stored);
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
