import { hashAnswer } from '@wallet-service/chains';
import { AppError } from '@wallet-service/errors';
import type { JournalEntry } from '@wallet-service/journal-format';
import type { Decision } from '../policy/policy-client.js';
import { asToldTo } from './as-told-to.js';
import { differencesOf } from './check-verdict.js';
import { chooseWallet } from './choose-wallet.js';
import { explainMfa } from './explain-mfa.js';
import { entryOf, journalFailure, recordOf } from './signing-journal.js';
import { assertUsable, noticeReuse } from './notice-reuse.js';
import type { SignerUseRequest } from '../keys/signer-use-request.js';
import type { SignDeps, SigningAnswer, SigningRequest } from './signing-request.js';
import { SignerGone } from '../signer/signer-gone.js';
import { signingTask, type SigningTask } from './signing-task.js';
import { tokenClaims } from './token-claims.js';
import { fingerprintOf } from './token-pins.js';

/** Performs an operation with the key of the owner's wallet. */
export async function sign(deps: SignDeps, request: SigningRequest): Promise<SigningAnswer> {
  return perform(deps, await taskOf(deps, request), deps.journal);
}

export async function taskOf(deps: SignDeps, request: SigningRequest): Promise<SigningTask> {
  return signingTask(deps.newId(), request, await chooseWallet(deps, request));
}

/**
 * Before the signer is called, the intent is durable and the policy service has agreed. Before the signature
 * is given away, the result is durable: `finish` MUST see to that. If the journal can't be written, nothing
 * is signed.
 */
export async function perform(
  deps: SignDeps,
  task: SigningTask,
  finish: (result: JournalEntry, answer: SigningAnswer) => Promise<void>,
): Promise<SigningAnswer> {
  const { request, wallet, operation } = task;
  const { chain } = wallet;
  // In parallel, because each is a round trip, the longest first. All three must have succeeded before the
  // signer is called.
  const [evaluation, intent, reuse] = await Promise.allSettled([
    evaluate(deps, task),
    deps.journal(entryOf(deps, task, { kind: 'intent' })),
    isReused(deps, task),
  ]);
  const decisions = evaluation.status === 'fulfilled' ? [evaluation.value] : [];
  const outcome = {
    decision: recordOf(evaluation),
    tokenReused: reuse.status === 'fulfilled' && reuse.value,
  };
  try {
    // Must be checked first: without a durable intent nothing is signed, whatever the others answer.
    valueOf(intent);
    const signed = await signPermitted(
      deps,
      task,
      { decision: valueOf(evaluation), tokenReused: valueOf(reuse) },
      (another) => {
        decisions.push(another);
        outcome.decision = another.record;
      },
    );
    const answer = { requestId: task.requestId, wallet, ...signed };
    await finish(entryOf(deps, task, { kind: 'result', outcome: 'signed', ...outcome }), answer);
    deps.observe({ event: 'signed', chain, operation: operation.kind });
    return answer;
  } catch (failure) {
    const error = explainMfa(failure, decisions.at(-1));
    const event = error instanceof AppError && error.kind === 'denied' ? 'denied' : 'failed';
    deps.observe({ event, chain, operation: operation.kind });
    await Promise.all([
      ...decisions.map((decision) => releaseReservation(deps, task, decision)),
      intent.status === 'fulfilled' && journalFailure(deps, task, { ...outcome, outcome: event }, error),
    ]);
    throw asToldTo(request.choice.interface, error);
  }
}

export function isReused(
  deps: SignDeps,
  { request, wallet, operation, token, payloadHashes }: SigningTask,
): Promise<boolean> {
  const { jwt, jwtMode } = request;
  const fingerprint = fingerprintOf(wallet.id, operation.kind, payloadHashes);
  const { applicationId, chain } = wallet;
  return noticeReuse(deps, { applicationId, jwt, exp: token['exp'], jwtMode, chain, fingerprint });
}

function evaluate(
  deps: SignDeps,
  { request: { owner }, wallet, operation, token, jwtHash, scope }: SigningTask,
): Promise<Decision> {
  return deps.evaluate({ owner, wallet, operation, jwtHash, claims: tokenClaims(token) }, scope);
}

type Permission = { readonly decision: Decision; readonly tokenReused: boolean };

const mostSigners = 3;

/**
 * If the one signer that may use the verdict is gone, another signer gets a verdict of its own. The same
 * payload counts once in a spending window.
 */
async function signPermitted(
  deps: SignDeps,
  task: SigningTask,
  permission: Permission,
  onAnother: (decision: Decision) => void,
): Promise<Pick<SigningAnswer, 'result' | 'receipt'>> {
  let { decision } = permission;
  let wasAsked = false;
  for (let signers = 1; ; signers++) {
    try {
      return await signOnce(deps, task, { ...permission, decision });
    } catch (error) {
      if (!(error instanceof SignerGone) || signers === mostSigners) throw error;
      wasAsked ||= error.wasAsked;
    }
    // Every signer could use a verdict that names none, and its reservation could never be released.
    await deps.untilSignerKnown(task.scope).catch((error: unknown) => {
      throw wasAsked ? notInTime(error) : error;
    });
    decision = await evaluate(deps, task);
    onAnother(decision);
  }
}

/** A signer that got the call may have signed, so the answer must not claim that nothing happened. */
function notInTime(cause: unknown): AppError {
  return new AppError('service.deadline-exceeded', 'the signer did not answer in time', { cause });
}

async function signOnce(
  deps: SignDeps,
  task: SigningTask,
  { decision, tokenReused }: Permission,
): Promise<Pick<SigningAnswer, 'result' | 'receipt'>> {
  const { request, wallet, operation, read, isNamedByHash, jwtHash, payloadHashes, scope } = task;
  const { owner, jwtMode } = request;
  assertUsable(tokenReused, jwtMode);
  const { id: walletId, chain, network, publicKey, recordVersion } = wallet;
  const asked = { ...owner, walletId, chain, network, publicKey, recordVersion, jwtHash, payloadHashes };
  const { permission: verdict } = decision;
  if (!verdict) throw new AppError('internal', 'the policy service returned no verdict');
  const differences = differencesOf(verdict, { ...asked, operation: operation.kind });
  if (differences.length > 0)
    throw new AppError('internal', `the verdict is for something else: ${differences.join(', ')}`);
  // Not even one signer was known when it was made, so none takes it.
  if (decision.mac.length === 0) throw new SignerGone(undefined);
  const use = useRequestOf(task, decision, verdict.mfa !== null);
  if (operation.kind === 'export_private_key')
    return { result: await deps.exportKey(use, operation.recipientPublicKey, scope), receipt: undefined };
  const { signatures, receipt } = await deps.signWithKey(use, read.plan.payloads, scope);
  return { result: isNamedByHash ? hashAnswer(read.plan, signatures) : read.answer(signatures), receipt };
}

function useRequestOf(
  { request, wallet, operation }: SigningTask,
  decision: Decision,
  demandsMfa: boolean,
): SignerUseRequest {
  const { owner, jwt, choice, wantsReceipt } = request;
  return {
    wallet,
    owner,
    accessKey: choice.interface === 'core' ? choice.accessKey : new Uint8Array(0),
    jwt,
    tokenUse: choice.interface,
    operation: operation.kind,
    decision,
    demandsMfa,
    wantsReceipt,
  };
}

// A reservation that is not released counts as spent. That is too strict, but never too lax.
async function releaseReservation(deps: SignDeps, { scope }: SigningTask, decision: Decision): Promise<void> {
  if (!decision.reservationId) return;
  await deps.releaseReservation(decision, scope).catch((error: unknown) => {
    deps.observe({ event: 'reservation-stands', error });
  });
}

function valueOf<Value>(settled: PromiseSettledResult<Value>): Value {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}
