import { randomInt } from 'node:crypto';
import { AppError } from '@wallet-service/errors';
import { Refused } from '@wallet-service/signer-protocol';
import { pooled } from './pooled.js';
import type { Tampered } from '../wallets/tampering.js';
import type { CheckpointStore, JournalEnds } from './checkpoint-store.js';
import { isSignedCheckpoint, type JournalHead, type SignedCheckpoint } from '@wallet-service/journal-format';

export type SignHeadsDeps = {
  readonly store: CheckpointStore;
  /** Rejects with an AppError, whose cause is Refused if a signer refused. */
  readonly signHead: (
    applicationId: string,
    head: JournalHead,
  ) => Promise<Pick<SignedCheckpoint, 'time' | 'publicKey' | 'signature'>>;
  /** Milliseconds. */
  readonly now: () => number;
  readonly onSigned: (checkpoint: SignedCheckpoint) => void;
  /**
   * Called when one application's journal got no checkpoint. The others were still tried, and this one is
   * tried again after a minute.
   */
  readonly onFailed: (applicationId: string, error: unknown) => void;
  readonly tampered: Tampered;
  /** Applications that failed, and until when they are skipped (Unix seconds). Shared by all rounds. */
  readonly leftOut: Map<string, number>;
};

const pauseSeconds = 60;
/** A page costs a look at every journal, so it is large. */
const mostInPage = 20_000;
const atOnce = 8;
const attempts = 3;

/**
 * Has the signers sign a checkpoint of every journal that has grown, at most once a minute each. Call it
 * periodically. Ends when none is left. A journal that fails is skipped for a minute, so that failing journals take
 * no place from others, however many and however slow they are.
 */
export async function signHeads(deps: SignHeadsDeps, mostAtOnce = mostInPage): Promise<void> {
  const { store, now, onFailed, leftOut } = deps;
  const tried = new Set<string>();
  for (;;) {
    const seconds = Math.floor(now() / 1000);
    for (const [applicationId, until] of leftOut) if (until <= seconds) leftOut.delete(applicationId);
    const due = await store.due(seconds, pauseSeconds, [...leftOut.keys()], mostAtOnce);
    const untried = due.filter((applicationId) => !tried.has(applicationId));
    for (const applicationId of untried) tried.add(applicationId);
    await pooled(fromAnywhere(untried), atOnce, (applicationId) =>
      signHeadOf(deps, applicationId).catch((error: unknown) => {
        leftOut.set(applicationId, seconds + pauseSeconds);
        onFailed(applicationId, error);
      }),
    );
    if (due.length < mostAtOnce || untried.length === 0) return;
  }
}

/** Replicas find the same journals due. Each begins elsewhere, and skips what others have signed meanwhile. */
function fromAnywhere(applications: readonly string[]): readonly string[] {
  const start = applications.length === 0 ? 0 : randomInt(applications.length);
  return [...applications.slice(start), ...applications.slice(0, start)];
}

async function signHeadOf(deps: SignHeadsDeps, applicationId: string): Promise<void> {
  const { store, signHead, now, onSigned, tampered } = deps;
  for (let attempt = 1; ; attempt++) {
    const ends = await store.ends(applicationId);
    const { head, last } = ends;
    if (!head || !isWhole(head, ends)) throw tampered('journal-broken', { applicationId });
    if (head.seq === BigInt(last?.seq ?? 0) || isFresh(last, now() / 1000)) return;
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
      // Another replica may have brought a later head meanwhile. The head that is read now is not behind that
      // one.
      if (!isBehind || attempt === attempts) throw error;
    }
  }
}

/** Whether it is from this minute. One from the future is not, as for `due`. */
function isFresh(last: SignedCheckpoint | undefined, seconds: number): boolean {
  return (
    last !== undefined && last.time >= seconds - pauseSeconds && last.time <= seconds + 10 * pauseSeconds
  );
}

/**
 * Whether the head belongs to the last entry, and the journal continues from its last checkpoint. That works
 * across restarts of signers.
 */
function isWhole(head: JournalHead, { last, hashAtHead, hashAtLast }: JournalEnds): boolean {
  if (head.seq > 0n && !isSame(hashAtHead, head.hash)) return false;
  if (!last) return true;
  return isSignedCheckpoint(last) && isSame(hashAtLast, last.hash) && head.seq >= BigInt(last.seq);
}

function isSame(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one !== undefined && Buffer.compare(one, other) === 0;
}
