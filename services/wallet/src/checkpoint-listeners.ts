import type { Logger } from '@wallet-service/runtime';
import type { Listeners } from './app-options.js';
import type { WalletMetrics } from './metrics.js';

export const journalRolledBack = 'INCIDENT: the journal was rolled back';

type CheckpointListeners = Pick<
  Listeners,
  'onCheckpoint' | 'onNoCheckpoint' | 'onLogIncident' | 'onWitnessAway'
>;

/** Listeners that write what becomes of checkpoints to the log, the metrics, or both. */
export function checkpointListenersOf(logger: Logger, walletMetrics: WalletMetrics): CheckpointListeners {
  return {
    onCheckpoint: ({ note, publicKey }) => {
      // Logs are stored out of reach of anyone who has the database, so each line is a witness.
      const key = Buffer.from(publicKey).toString('hex');
      logger.info({ note, publicKey: key }, 'a checkpoint of a journal was signed');
    },
    onNoCheckpoint: (applicationId, error) => {
      logger.warn({ applicationId, err: error }, 'a journal gets no checkpoint now');
    },
    onLogIncident: (applicationId, { finding, details }) => {
      walletMetrics.countIncident(finding);
      logger.error({ applicationId, finding, details }, journalRolledBack);
    },
    onWitnessAway: (place, error) => {
      logger.warn({ place, err: error }, 'a witness cosigns no checkpoint now');
    },
  };
}
