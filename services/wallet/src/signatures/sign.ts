import { hashAnswer } from '@wallet-service/chains';
import { AppError } from '@wallet-service/errors';
import { decodeVerdict } from '@wallet-service/signer-protocol';
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
import { fingerprintOf } from './token-pins.js';

/**
 * Does an operation with the key of the owner's wallet. The intent is durable and the policy service has
 * agreed before the signer is asked, and the result is durable before the signature is given away: if the
 * journal can't be written, nothing is signed.
 */
export async function sign(deps: SignDeps, request: SigningRequest): Promise<SigningAnswer> {
  const chosen = await chooseWallet(deps, request);
  const { wallet, operation } = chosen;
  const { chain } = wallet;
  const task = signingTask(deps.newId(), request, chosen);
  // Side by side, because each is a round trip, the longest first; all three must have succeeded before the
  // signer is asked.
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
    // Must come first: without a durable intent nothing is signed, whatever the others say.
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
    await deps.journal(entryOf(deps, task, { kind: 'result', outcome: 'signed', ...outcome }));
    deps.observe({ event: 'signed', chain, operation: operation.kind });
    return { requestId: task.requestId, wallet, ...signed };
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

function isReused(
  deps: SignDeps,
  { request, wallet, operation, payloadHashes }: SigningTask,
): Promise<boolean> {
  const { jwt, jwtMode } = request;
  const fingerprint = fingerprintOf(wallet.id, operation.kind, payloadHashes);
  const { applicationId, chain } = wallet;
  return noticeReuse(deps, { applicationId, jwt, jwtMode, chain, fingerprint });
}

function evaluate(
  deps: SignDeps,
  { request: { owner }, wallet, operation, jwtHash, scope }: SigningTask,
): Promise<Decision> {
  return deps.evaluate({ owner, wallet, operation, jwtHash }, scope);
}

type Permission = { readonly decision: Decision; readonly tokenReused: boolean };

const mostSigners = 3;

/**
 * When the one signer that may use the verdict is gone, another is asked, with a verdict of its own: the same
 * payload counts once in a window.
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
    // A verdict that names no signer could be used by every one, and what it reserved could never be released.
    await deps.untilSignerKnown(task.scope).catch((error: unknown) => {
      throw wasAsked ? notInTime(error) : error;
    });
    decision = await evaluate(deps, task);
    onAnother(decision);
  }
}

/** A signer that was asked may have signed, and counts then: it is not said that nothing happened. */
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
  const verdict = decodeVerdict(decision.verdict);
  if (!verdict) throw new AppError('internal', 'the policy service returned no verdict');
  const differences = differencesOf(verdict, { ...asked, operation: operation.kind });
  if (differences.length > 0)
    throw new AppError('internal', `the verdict is for something else: ${differences.join(', ')}`);
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

// What is not released counts as spent: too strict, never too lax.
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
