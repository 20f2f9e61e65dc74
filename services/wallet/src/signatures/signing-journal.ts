import { AppError } from '@wallet-service/errors';
import type { Decision } from '../policy/policy-client.js';
import type { JournalEntry } from '@wallet-service/journal-format';
import type { SignDeps } from './signing-request.js';
import type { SigningTask } from './signing-task.js';

export type Outcome = Pick<JournalEntry, 'kind'> &
  Partial<Pick<JournalEntry, 'outcome' | 'decision' | 'errorCode' | 'tokenReused'>>;

export function entryOf({ now }: Pick<SignDeps, 'now'>, task: SigningTask, outcome: Outcome): JournalEntry {
  return {
    applicationId: task.wallet.applicationId,
    recordedAtMs: now(),
    requestId: task.requestId,
    walletId: task.wallet.id,
    operation: task.operation.kind,
    payloadHashes: task.payloadHashes,
    jwtHash: task.jwtHash,
    traceId: task.scope.traceId,
    decision: '',
    outcome: '',
    errorCode: '',
    tokenReused: false,
    details: '',
    ...outcome,
  };
}

/**
 * Best effort. Nothing was signed, the caller gets the reason, and an intent without a result shows the rest.
 */
export async function journalFailure(
  deps: SignDeps,
  task: SigningTask,
  outcome: Omit<Outcome, 'kind'>,
  error: unknown,
): Promise<void> {
  const errorCode = error instanceof AppError ? error.code : 'internal';
  try {
    await deps.journal(entryOf(deps, task, { kind: 'result', ...outcome, errorCode }));
  } catch (journalError) {
    deps.observe({ event: 'result-not-journaled', error: journalError });
  }
}

/** A denial has the record of its decision, like a permission. */
export function recordOf(evaluation: PromiseSettledResult<Decision>): string {
  if (evaluation.status === 'fulfilled') return evaluation.value.record;
  const reason: unknown = evaluation.reason;
  const record = reason instanceof AppError ? reason.details['decision'] : undefined;
  return record === undefined ? '' : JSON.stringify(record);
}
