import { setTimeout as sleep } from 'node:timers/promises';
import type { DecisionToStore } from './decision-store.js';
import { applicationOf, createWaitingDecisions, type Waiting } from './waiting-decisions.js';

const largestBatch = 500;
/** Between two batches, so that under load more decisions share a signature and a commit. */
const pauseMs = 20;
const mostBytesWaiting = 32 * 1024 * 1024;

export type DecisionWriter = {
  /**
   * Resolves to true when the decision is stored, and to false if it was lost. The journal still has a record
   * that is lost here.
   */
  readonly write: (decision: DecisionToStore) => Promise<boolean>;
  /** Resolves when every decision so far is stored or lost. */
  readonly drain: () => Promise<void>;
};

/** Stores decisions in batches, one statement at a time, so that concurrent requests share a commit. */
export function createDecisionWriter({
  insert,
  makeRoom,
  onLost,
  onRoomNotMade,
  isOfContent = () => false,
}: {
  /** Resolves to the applications that have more than is kept. */
  readonly insert: (batch: readonly DecisionToStore[]) => Promise<readonly string[]>;
  /**
   * Removes an application's oldest decisions. Nothing more is stored until it has, so at most the bound and
   * one batch are kept.
   */
  readonly makeRoom: (applicationId: string) => Promise<void>;
  /** Called with the number of decisions that were not stored, and the reason. */
  readonly onLost: (count: number, error: unknown) => void;
  readonly onRoomNotMade: (error: unknown) => void;
  /** Whether a batch failed because of its content. */
  readonly isOfContent?: (error: unknown) => boolean;
}): DecisionWriter {
  const waiting = createWaitingDecisions(mostBytesWaiting, ({ settle }) => {
    onLost(1, new Error('too many decisions of one application are waiting to be stored'));
    settle(false);
  });
  let writing: Promise<void> | undefined;

  async function insertAll(batch: readonly Waiting[]): Promise<void> {
    try {
      const full = await insert(batch.map(({ decision }) => decision));
      for (const { settle } of batch) settle(true);
      await makeRoomFor(full);
    } catch (error) {
      const applications = new Set(batch.map(applicationOf));
      // If the database refuses the decisions of one application, those of the others are still stored.
      if (isOfContent(error) && applications.size > 1)
        for (const id of applications) await insertAll(batch.filter((each) => applicationOf(each) === id));
      else {
        onLost(batch.length, error);
        for (const { settle } of batch) settle(false);
      }
    }
  }

  // If they can't be removed now, they are removed after the next batch.
  async function makeRoomFor(applicationIds: readonly string[]): Promise<void> {
    for (const id of applicationIds) await makeRoom(id).catch(onRoomNotMade);
  }

  async function writeBatches(): Promise<void> {
    while (!waiting.isEmpty()) {
      await insertAll(waiting.takeBatch(largestBatch));
      await sleep(pauseMs);
    }
    writing = undefined;
  }

  return {
    write: (decision) =>
      new Promise((settle) => {
        waiting.add({ decision, settle });
        writing ??= Promise.resolve().then(writeBatches);
      }),
    drain: async () => {
      while (writing) await writing;
    },
  };
}
