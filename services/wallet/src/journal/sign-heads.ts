import { Refused } from '@wallet-service/signer-protocol';
import type { CheckpointStore } from './checkpoint-store.js';
import type { SignedCheckpoint } from './journal-checkpoint.js';
import type { JournalHead } from './journal-entry.js';

export type SignHeadsDeps = {
  readonly store: CheckpointStore;
  /** Rejects with Refused, or with an AppError when no signer answers. */
  readonly signHead: (
    applicationId: string,
    head: JournalHead,
  ) => Promise<Pick<SignedCheckpoint, 'time' | 'publicKey' | 'signature'>>;
  /** Milliseconds. */
  readonly now: () => number;
  readonly onSigned: (checkpoint: SignedCheckpoint) => void;
  /** Of `journal-rolled-back` this MUST alarm: the journal ends before, or otherwise than, it did when a signer last vouched for it. */
  readonly onRefused: (applicationId: string, refused: Refused) => void;
};

const pauseSeconds = 60;
const mostInOneRound = 500;
const attempts = 3;

/** Has the signers vouch for every journal that has grown, each once a minute at most. To be called again and again. */
export async function signHeads(deps: SignHeadsDeps): Promise<void> {
  const { store, now } = deps;
  const before = Math.floor(now() / 1000) - pauseSeconds;
  for (const applicationId of await store.due(before, mostInOneRound)) await signHeadOf(deps, applicationId);
}

async function signHeadOf(
  { store, signHead, onSigned, onRefused }: SignHeadsDeps,
  applicationId: string,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const head = await store.head(applicationId);
    if (!head) return;
    try {
      const signed = await signHead(applicationId, head);
      const checkpoint = { applicationId, seq: Number(head.seq), hash: head.hash, ...signed };
      await store.insert(checkpoint);
      onSigned(checkpoint);
      return;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // Another replica may have come with a later head meanwhile: the head that is read now is not behind that one.
      if (error.refusal === 'journal-rolled-back' && attempt < attempts) continue;
      onRefused(applicationId, error);
      return;
    }
  }
}
