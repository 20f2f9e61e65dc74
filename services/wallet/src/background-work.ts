import { repeat, type BackgroundWork, type Logger } from '@wallet-service/runtime';

const fetchEveryMs = 500;
const tidyEveryMs = 2_000;
const signHeadsEveryMs = 10_000;

export type BackgroundWorkDeps = {
  /** Sends a trust bundle that another replica published to the signers. */
  readonly fetchNewerBundle: () => Promise<void>;
  /** Moves events of processes that died to the journal, and removes expired rows. */
  readonly tidyUp: () => Promise<void>;
  /** Has the signers sign checkpoints of the journals that have grown. */
  readonly signHeads: () => Promise<void>;
  readonly logger: Pick<Logger, 'warn'>;
};

/** Each of the three, again and again. */
export function startBackgroundWork({
  fetchNewerBundle,
  tidyUp,
  signHeads,
  logger,
}: BackgroundWorkDeps): BackgroundWork {
  const every = (pauseMs: number, work: () => Promise<void>, failure: string) =>
    repeat(work, { pauseMs }, (error) => {
      logger.warn({ err: error }, failure);
    });
  const stops = [
    every(fetchEveryMs, fetchNewerBundle, 'the trust bundles cannot be read'),
    every(tidyEveryMs, tidyUp, 'leftover rows cannot be tidied up'),
    every(signHeadsEveryMs, signHeads, 'the journals with new entries cannot be read'),
  ];
  return {
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
