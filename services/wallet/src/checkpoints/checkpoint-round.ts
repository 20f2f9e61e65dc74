import { shardOfLog } from '@wallet-service/signer-protocol';
import { pooled } from '../journal/pooled.js';
import { isFurther, showWitnesses, type Witnessed } from './ask-witnesses.js';
import { cosignLog, rolledBack, type CosignLogDeps, type NewCheckpoint } from './cosign-log.js';
import type { CheckpointStore } from './checkpoint-store.js';
import { LogIncident } from './log-incident.js';
import type { StoredCheckpoint } from './log-of-journal.js';

/** The part of the journals that one replica looks after: those of shards that are `place` modulo `of`. */
export type Share = { readonly place: number; readonly of: number };

export type CheckpointRoundDeps = CosignLogDeps & {
  readonly logs: CheckpointStore;
  readonly share: () => Promise<Share>;
  /** Milliseconds. */
  readonly now: () => number;
  readonly onSigned: (checkpoint: StoredCheckpoint) => void;
  readonly onIncident: (applicationId: string, incident: LogIncident) => void;
  /** Called when one journal got no checkpoint. It is tried again after a minute. */
  readonly onFailed: (applicationId: string, error: unknown) => void;
  /** Applications that failed, and until when they are skipped (Unix seconds). Shared by all rounds. */
  readonly leftOut: Map<string, number>;
  /** Since when applications have been found to be due (Unix seconds). Shared by all rounds. */
  readonly waiting: Map<string, number>;
};

const pauseSeconds = 60;
/** What another replica has not done after so long is done here, too. */
const takeOverSeconds = 120;
/** A page costs a look at every journal, so it is large. */
const mostInPage = 20_000;
/** Checkpoints that are shown to witnesses and stored together. */
const mostInPart = 1_000;
const atOnce = 16;

/**
 * Brings a checkpoint of every journal that has grown to signers and witnesses, at most once a minute each. Call it
 * periodically. Ends when none of this replica's share is left. A journal that fails is skipped for a minute, so that
 * failing journals take no place from others, however many and however slow they are.
 */
export async function checkpointRound(deps: CheckpointRoundDeps, mostAtOnce = mostInPage): Promise<void> {
  const { logs, now, leftOut, waiting } = deps;
  const tried = new Set<string>();
  for (;;) {
    const seconds = Math.floor(now() / 1000);
    for (const [applicationId, until] of leftOut) if (until <= seconds) leftOut.delete(applicationId);
    const due = await logs.due(seconds, pauseSeconds, [...leftOut.keys()], mostAtOnce);
    noteWaiting(deps, due, seconds);
    if (due.length === 0) return;
    const { place, of } = await deps.share();
    const isOurs = (applicationId: string): boolean =>
      shardOfLog(applicationId) % of === place ||
      (waiting.get(applicationId) ?? seconds) <= seconds - takeOverSeconds;
    const untried = byShard(
      due.filter((applicationId) => isOurs(applicationId) && !tried.has(applicationId)),
    );
    for (let at = 0; at < untried.length; at += mostInPart) {
      const part = untried.slice(at, at + mostInPart);
      for (const applicationId of part) tried.add(applicationId);
      await makeCheckpoints(deps, part, seconds);
    }
    if (due.length < mostAtOnce || untried.length === 0) return;
  }
}

/** What is no longer due waits no longer. */
function noteWaiting(
  { leftOut, waiting }: CheckpointRoundDeps,
  due: readonly string[],
  seconds: number,
): void {
  const still = new Set(due);
  waiting.forEach((_, applicationId) => {
    if (!still.has(applicationId) && !leftOut.has(applicationId)) waiting.delete(applicationId);
  });
  for (const applicationId of due) if (!waiting.has(applicationId)) waiting.set(applicationId, seconds);
}

/** Those that a witness keeps in one file are together. */
function byShard(applications: readonly string[]): readonly string[] {
  return applications.toSorted((one, other) => shardOfLog(one) - shardOfLog(other));
}

/** `seconds`: when the journals were found to be due. */
async function makeCheckpoints(
  deps: CheckpointRoundDeps,
  applicationIds: readonly string[],
  seconds: number,
): Promise<void> {
  const { logs, leftOut } = deps;
  const signed: NewCheckpoint[] = [];
  const failed = (applicationId: string, error: unknown): void => {
    leftOut.set(applicationId, seconds + pauseSeconds);
    if (error instanceof LogIncident) deps.onIncident(applicationId, error);
    else deps.onFailed(applicationId, error);
  };
  await pooled(applicationIds, atOnce, async (applicationId) => {
    try {
      const checkpoint = await cosignLog(deps, applicationId, seconds);
      if (checkpoint) signed.push(checkpoint);
    } catch (error) {
      failed(applicationId, error);
    }
  });
  const witnessed = await showWitnesses(deps, signed);
  try {
    await logs.insert(witnessed.map(({ stored }) => stored));
  } catch (error) {
    for (const { stored } of witnessed) failed(stored.checkpoint.applicationId, error);
    return;
  }
  for (const { stored, against } of witnessed) {
    const { applicationId } = stored.checkpoint;
    deps.waiting.delete(applicationId);
    deps.onSigned(stored);
    await demandNoneAgainst(deps, applicationId, against).catch((error: unknown) => {
      failed(applicationId, error);
    });
  }
}

/**
 * Another replica may have shown a witness a later checkpoint meanwhile. Then the journal that is read now has come as
 * far. What else a witness holds is an incident.
 */
async function demandNoneAgainst(
  { logs }: CheckpointRoundDeps,
  applicationId: string,
  against: Witnessed['against'],
): Promise<void> {
  if (against.length === 0) return;
  const { now } = await logs.read(applicationId);
  for (const { held, outcome } of against) {
    if (isFurther(held, now)) throw rolledBack(now, held);
    // It is further than the checkpoint, and no further than the journal: the next checkpoint shows whether it fits.
    if (outcome !== 'forked') continue;
    throw new LogIncident('journal-forked', { generation_seen: held.generation, size_seen: held.size });
  }
}
