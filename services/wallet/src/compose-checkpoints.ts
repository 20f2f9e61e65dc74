import type { AppOptions } from './app-options.js';
import type { CheckpointRoundDeps } from './checkpoints/checkpoint-round.js';
import { checkpointStore } from './checkpoints/checkpoint-store.js';
import type { JournalMacs } from './journal/journal-macs.js';
import type { SignerKeys } from './keys/signer-keys.js';

const checkpointTimeoutMs = 5_000;

/** What makes checkpoints of journals. */
export function composeCheckpoints(
  options: AppOptions,
  keys: SignerKeys,
  macs: JournalMacs,
): CheckpointRoundDeps {
  const { signer, now } = options;
  return {
    logs: checkpointStore(options, macs),
    share: options.continuity.share,
    witnesses: options.witnesses,
    oneSigner: () => {
      const next = signer.nextSigner();
      return (checkpoint, proof) =>
        keys.cosign(checkpoint, proof, {
          deadline: now() + checkpointTimeoutMs,
          traceId: '',
          ...(next !== '' && { signer: next }),
        });
    },
    now,
    onAway: options.onWitnessAway,
    onSigned: options.onCheckpoint,
    onFailed: options.onNoCheckpoint,
    onIncident: (applicationId, incident) => {
      options.onLogIncident(applicationId, incident);
      options.continuity.stopJournal(applicationId, incident.finding, incident.details);
    },
    leftOut: new Map(),
    waiting: new Map(),
  };
}
