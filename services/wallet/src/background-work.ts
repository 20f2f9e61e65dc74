import { createResting, repeat, type BackgroundWork, type Logger } from '@wallet-service/runtime';
import { pauseOfSequencer, restMs } from './journal/sequencer-rhythm.js';

const bringRootEveryMs = 10_000;
const tidyEveryMs = 60_000;
const makeCheckpointsEveryMs = 10_000;
const importChainsEveryMs = 10_000;
const collectChangesEveryMs = 10_000;

export type BackgroundWorkDeps = {
  /** Offers the signers the newest root document, also while no request brings it. */
  readonly bringRoot: () => Promise<void>;
  /** Moves entries that wait to their journals. Resolves to whether any waited. */
  readonly sequence: () => Promise<boolean>;
  /** Removes expired rows. */
  readonly tidyUp: () => Promise<void>;
  /** Has signers and witnesses sign checkpoints of the journals that have grown. */
  readonly makeCheckpoints: () => Promise<void>;
  /** Makes logs of journals of earlier versions. */
  readonly importChains: () => Promise<void>;
  /** Brings changes that wait at other services to the journals. Resolves to whether any came. */
  readonly collectChanges: () => Promise<boolean>;
  readonly logger: Pick<Logger, 'warn'>;
};

export type WalletWork = BackgroundWork & {
  /** A call has ended, so entries may wait. */
  readonly onCall: () => void;
};

/** Each of them, again and again. */
export function startBackgroundWork({
  bringRoot,
  sequence,
  tidyUp,
  makeCheckpoints,
  importChains,
  collectChanges,
  logger,
}: BackgroundWorkDeps): WalletWork {
  const warn = (failure: string) => (error: unknown) => {
    logger.warn({ err: error }, failure);
  };
  const every = (pauseMs: number, work: () => Promise<void>, failure: string) =>
    repeat(work, { pauseMs }, warn(failure));
  // A turn that failed is repeated soon.
  let didEntriesWait = true;
  const sequencing = createResting(async () => {
    didEntriesWait = true;
    didEntriesWait = await sequence();
    return didEntriesWait ? false : restMs;
  });
  const stops = [
    every(bringRootEveryMs, bringRoot, 'the root document cannot be brought'),
    sequencing.begin(
      { pauseMs: () => pauseOfSequencer(didEntriesWait) },
      warn('entries wait to be written to their journals'),
    ),
    every(tidyEveryMs, tidyUp, 'leftover rows cannot be tidied up'),
    every(makeCheckpointsEveryMs, makeCheckpoints, 'the journals with new entries cannot be read'),
    every(
      collectChangesEveryMs,
      async () => {
        if (await collectChanges()) sequencing.wake();
      },
      'changes of applications cannot be collected',
    ),
    every(importChainsEveryMs, importChains, 'journals of an earlier version cannot be imported'),
  ];
  return {
    onCall: sequencing.wake,
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
