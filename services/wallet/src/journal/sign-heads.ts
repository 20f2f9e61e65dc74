import { AppError } from '@wallet-service/errors';
import { Refused } from '@wallet-service/signer-protocol';
import { pooled } from './pooled.js';
import type { Tampered } from '../wallets/tampering.js';
import type { CheckpointStore, JournalEnds } from './checkpoint-store.js';
import { isSignedCheckpoint, type JournalHead, type SignedCheckpoint } from '@wallet-service/journal-format';

export type SignHeadsDeps = {
  readonly store: CheckpointStore;
  /** Rejects with an AppError; its cause is Refused when a signer refused. */
  readonly signHead: (
    applicationId: string,
    head: JournalHead,
  ) => Promise<Pick<SignedCheckpoint, 'time' | 'publicKey' | 'signature'>>;
  /** Milliseconds. */
  readonly now: () => number;
  readonly onSigned: (checkpoint: SignedCheckpoint) => void;
  /**
   * One application's journal was not vouched for. The others were asked for all the same, and this one is
   * again after a minute.
   */
  readonly onFailed: (applicationId: string, error: unknown) => void;
  readonly tampered: Tampered;
  /** Applications that failed, and until when they are left out (Unix seconds). One for all rounds. */
  readonly leftOut: Map<string, number>;
};

const pauseSeconds = 60;
const mostInOneRound = 500;
const atOnce = 8;
const attempts = 3;

/**
 * Has the signers vouch for every journal that has grown, each once a minute at most. To be called again and
 * again. A journal that fails is left out for as long, so that however many fail, and however slowly, they
 * take no other's place.
 */
export async function signHeads(deps: SignHeadsDeps): Promise<void> {
  const { store, now, onFailed, leftOut } = deps;
  const seconds = Math.floor(now() / 1000);
  for (const [applicationId, until] of leftOut) if (until <= seconds) leftOut.delete(applicationId);
  const due = await store.due(seconds, pauseSeconds, [...leftOut.keys()], mostInOneRound);
  await pooled(due, atOnce, (applicationId) =>
    signHeadOf(deps, applicationId).catch((error: unknown) => {
      leftOut.set(applicationId, seconds + pauseSeconds);
      onFailed(applicationId, error);
    }),
  );
}

async function signHeadOf(deps: SignHeadsDeps, applicationId: string): Promise<void> {
  const { store, signHead, onSigned, tampered } = deps;
  for (let attempt = 1; ; attempt++) {
    const ends = await store.ends(applicationId);
    const { head, last } = ends;
    if (!head || !isWhole(head, ends)) throw tampered('journal-broken', { applicationId });
    if (head.seq === BigInt(last?.seq ?? 0)) return;
    try {
      const signed = await signHead(applicationId, head);
      const checkpoint = { applicationId, seq: Number(head.seq), hash: head.hash, ...signed };
      await store.insert(checkpoint);
      onSigned(checkpoint);
      return;
    } catch (error) {
      const isBehind =
        error instanceof AppError &&
        error.cause instanceof Refused &&
        error.cause.refusal === 'journal-rolled-back';
      // Another replica may have come with a later head meanwhile: the head that is read now is not behind that one.
      if (!isBehind || attempt === attempts) throw error;
    }
  }
}

/**
 * Whether the head is that of the last entry, and the journal goes on where a signer last vouched for it:
 * that outlives the signer.
 */
function isWhole(head: JournalHead, { last, hashAtHead, hashAtLast }: JournalEnds): boolean {
  if (head.seq > 0n && !isSame(hashAtHead, head.hash)) return false;
  if (!last) return true;
  return isSignedCheckpoint(last) && isSame(hashAtLast, last.hash) && head.seq >= BigInt(last.seq);
}

function isSame(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one !== undefined && Buffer.compare(one, other) === 0;
}
