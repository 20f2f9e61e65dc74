import { repeat, type BackgroundWork, type Logger } from '@wallet-service/runtime';

const bringRootEveryMs = 10_000;
const sequenceEveryMs = 200;
const tidyEveryMs = 2_000;
const signHeadsEveryMs = 10_000;
const makeCheckpointsEveryMs = 10_000;

export type BackgroundWorkDeps = {
  /** Offers the signers the newest root document, also while no request brings it. */
  readonly bringRoot: () => Promise<void>;
  /** Moves entries that wait to their journals. */
  readonly sequence: () => Promise<void>;
  /** Removes expired rows. */
  readonly tidyUp: () => Promise<void>;
  /** Has the signers sign checkpoints of the journals that have grown. */
  readonly signHeads: () => Promise<void>;
  /** Has signers and witnesses sign checkpoints of the logs of journals that have grown. */
  readonly makeCheckpoints: () => Promise<void>;
  readonly logger: Pick<Logger, 'warn'>;
};

/** Each of them, again and again. */
export function startBackgroundWork({
  bringRoot,
  sequence,
  tidyUp,
  signHeads,
  makeCheckpoints,
  logger,
}: BackgroundWorkDeps): BackgroundWork {
  const every = (pauseMs: number, work: () => Promise<void>, failure: string) =>
    repeat(work, { pauseMs }, (error) => {
      logger.warn({ err: error }, failure);
    });
  const stops = [
    every(bringRootEveryMs, bringRoot, 'the root document cannot be brought'),
    every(sequenceEveryMs, sequence, 'entries wait to be written to their journals'),
    every(tidyEveryMs, tidyUp, 'leftover rows cannot be tidied up'),
    every(signHeadsEveryMs, signHeads, 'the journals with new entries cannot be read'),
    every(makeCheckpointsEveryMs, makeCheckpoints, 'the logs of journals with new entries cannot be read'),
  ];
  return {
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
