import { createHash } from 'node:crypto';
import type { Chain } from '@wallet-service/addresses';
import { planSigning, type Operation, type RawSignature, type SigningPlan } from '@wallet-service/chains';
import { AppError, invalidField } from '@wallet-service/errors';
import { decodeVerdict } from '@wallet-service/signer-protocol';
import type { Decision, Evaluation } from '../clients/policy-client.js';
import type { CallScope } from '../clients/signer-client.js';
import type { JournalEntry } from '../journal/journal-entry.js';
import type { Owner, Wallet } from '../wallets/wallet.js';
import { assembleAnswer } from './assemble-answer.js';
import { differencesOf } from './check-verdict.js';
import { fingerprintOf } from './token-pins.js';

export type SigningRequest = {
  readonly owner: Owner;
  readonly providerId: string;
  readonly chain: Chain;
  readonly operation: Operation;
  /** What the caller takes the wallet's address to be; empty = he does not say. */
  readonly expectedAddress: string;
  /** Of a transaction on ETH too the bare signature is wanted, as of a hash. */
  readonly signatureOnly: boolean;
  /** The operation JWT, as received. */
  readonly jwt: string;
  /** May one token sign more than one payload? `observe` notes it, `single_payload` refuses it. */
  readonly jwtMode: 'observe' | 'single_payload';
  /** Unix milliseconds. */
  readonly deadline: number;
  readonly traceId: string;
};

/** What the signer is asked for, once everybody else has agreed. */
export type SignerOrder = {
  readonly wallet: Wallet;
  readonly owner: Owner;
  readonly jwt: string;
  readonly operation: Operation['kind'];
  readonly payloads: readonly Uint8Array[];
  readonly decision: Decision;
  /** The verdict demands evidence of multi-factor authentication. */
  readonly demandsMfa: boolean;
};

/** Told of what happened to requests that came as far as a wallet. */
export type SigningEvent =
  | {
      readonly event: 'signed' | 'denied' | 'failed';
      readonly chain: Chain;
      readonly operation: Operation['kind'];
    }
  | { readonly event: 'token-reused'; readonly chain: Chain }
  | { readonly event: 'pins-unavailable' | 'result-not-journaled'; readonly error: unknown };

export type SignDeps = {
  readonly findWallet: (owner: Owner, chain: Chain) => Promise<Wallet | undefined>;
  /** MUST resolve only when the entry is durable. */
  readonly journal: (entry: JournalEntry) => Promise<void>;
  readonly evaluate: (evaluation: Evaluation, scope: CallScope) => Promise<Decision>;
  readonly releaseReservation: (
    applicationId: string,
    reservationId: string,
    scope: CallScope,
  ) => Promise<void>;
  /** Whether the token was used for another payload before. Rejects when that can't be known. */
  readonly isTokenReused: (token: { hash: Buffer; jwt: string }, fingerprint: string) => Promise<boolean>;
  readonly signWithKey: (order: SignerOrder, scope: CallScope) => Promise<readonly RawSignature[]>;
  readonly now: () => number;
  readonly newId: () => string;
  readonly observe: (event: SigningEvent) => void;
};

export type SigningAnswer = { readonly requestId: string; readonly result: object };

/**
 * Signs an operation with the owner's wallet. The intent is durable and the policy service has agreed before the signer is asked, and the
 * result is durable before the signature is given away: if the journal can't be written, nothing is signed.
 */
export async function sign(deps: SignDeps, request: SigningRequest): Promise<SigningAnswer> {
  const { owner, chain, operation } = request;
  const wallet = await deps.findWallet(owner, chain);
  if (!wallet) throw new AppError('wallet.not-found', `the user has no ${chain} wallet yet: create it first`);
  assertExpectedAddress(request.expectedAddress, wallet);
  const task = taskOf(deps, request, wallet);
  // Side by side, because each is a round trip; all three must have succeeded before the signer is asked.
  const [intent, evaluation, reuse] = await Promise.allSettled([
    deps.journal(entryOf(deps, task, { kind: 'intent' })),
    deps.evaluate({ ...request, wallet, jwtHash: task.jwtHash }, task.scope),
    isReused(deps, task),
  ]);
  const decision = evaluation.status === 'fulfilled' ? evaluation.value : undefined;
  const outcome = {
    decision: recordOf(evaluation),
    tokenReused: reuse.status === 'fulfilled' && reuse.value,
  };
  try {
    // Must come first: without a durable intent nothing is signed, whatever the others say.
    valueOf(intent);
    const result = await signPermitted(deps, task, {
      decision: valueOf(evaluation),
      tokenReused: valueOf(reuse),
    });
    await deps.journal(entryOf(deps, task, { kind: 'result', outcome: 'signed', ...outcome }));
    deps.observe({ event: 'signed', chain, operation: operation.kind });
    return { requestId: task.requestId, result };
  } catch (error) {
    const event = error instanceof AppError && error.kind === 'denied' ? 'denied' : 'failed';
    deps.observe({ event, chain, operation: operation.kind });
    await Promise.all([
      releaseReservation(deps, task, decision),
      intent.status === 'fulfilled' && journalFailure(deps, task, { ...outcome, outcome: event }, error),
    ]);
    throw error;
  }
}

/** A denial carries the record of its decision as a permission does. */
function recordOf(evaluation: PromiseSettledResult<Decision>): string {
  if (evaluation.status === 'fulfilled') return evaluation.value.record;
  const reason: unknown = evaluation.reason;
  const record = reason instanceof AppError ? reason.details['decision'] : undefined;
  return record === undefined ? '' : JSON.stringify(record);
}

function assertExpectedAddress(expected: string, { address }: Wallet): void {
  if (expected === '' || expected.toLowerCase() === address.toLowerCase()) return;
  throw invalidField('/payload/from', 'is not the address of the wallet');
}

/** One request on its way: what several steps need, computed once. */
type Task = {
  readonly request: SigningRequest;
  readonly wallet: Wallet;
  readonly plan: SigningPlan;
  readonly requestId: string;
  readonly jwtHash: Buffer;
  /** SHA-256 of each payload, one after the other. */
  readonly payloadHashes: Buffer;
  readonly scope: CallScope;
};

function taskOf(deps: SignDeps, request: SigningRequest, wallet: Wallet): Task {
  const plan = planSigning(wallet, request.operation);
  return {
    request,
    wallet,
    plan,
    requestId: deps.newId(),
    jwtHash: sha256(request.jwt),
    payloadHashes: Buffer.concat(plan.payloads.map(sha256)),
    scope: { deadline: request.deadline, traceId: request.traceId },
  };
}

async function isReused({ isTokenReused, observe }: SignDeps, task: Task): Promise<boolean> {
  const { jwt, operation, jwtMode, chain } = task.request;
  const fingerprint = fingerprintOf(task.wallet.id, operation.kind, task.payloadHashes);
  try {
    const reused = await isTokenReused({ hash: task.jwtHash, jwt }, fingerprint);
    if (reused) observe({ event: 'token-reused', chain });
    return reused;
  } catch (error) {
    observe({ event: 'pins-unavailable', error });
    if (jwtMode === 'observe') return false;
    throw new AppError('service.unavailable', 'the use of the token cannot be checked', {
      cause: error,
      retryAfterSeconds: 1,
    });
  }
}

type Permission = { readonly decision: Decision; readonly tokenReused: boolean };

async function signPermitted(
  deps: SignDeps,
  { request, wallet, plan, jwtHash, payloadHashes, scope }: Task,
  { decision, tokenReused }: Permission,
): Promise<object> {
  const { operation, jwt, jwtMode, signatureOnly } = request;
  if (tokenReused && jwtMode === 'single_payload')
    throw new AppError('wallet.token-already-used', 'the token was used for another payload: get a new one');
  const { applicationId, id: walletId, chain, network, recordVersion } = wallet;
  const asked = { applicationId, walletId, chain, network, recordVersion, jwtHash, payloadHashes };
  const verdict = decodeVerdict(decision.verdict);
  if (!verdict) throw new AppError('internal', 'the policy service gave no verdict');
  const differences = differencesOf(verdict, { ...asked, operation: operation.kind });
  if (differences.length > 0)
    throw new AppError('internal', `the verdict is for something else: ${differences.join(', ')}`);
  const order = {
    wallet,
    owner: request.owner,
    jwt,
    operation: operation.kind,
    payloads: plan.payloads,
    decision,
    demandsMfa: verdict.mfa !== null,
  };
  const signatures = await deps.signWithKey(order, scope);
  return assembleAnswer({ wallet, operation, plan, signatures, signatureOnly });
}

type Outcome = Pick<JournalEntry, 'kind'> &
  Partial<Pick<JournalEntry, 'outcome' | 'decision' | 'errorCode' | 'tokenReused'>>;

function entryOf(deps: SignDeps, task: Task, outcome: Outcome): JournalEntry {
  return {
    applicationId: task.wallet.applicationId,
    recordedAtMs: deps.now(),
    requestId: task.requestId,
    walletId: task.wallet.id,
    operation: task.request.operation.kind,
    payloadHashes: task.payloadHashes,
    jwtHash: task.jwtHash,
    traceId: task.scope.traceId,
    decision: '',
    outcome: '',
    errorCode: '',
    tokenReused: false,
    ...outcome,
  };
}

// Best effort: nothing was signed, the caller is told why, and the intent without a result says the rest.
async function journalFailure(
  deps: SignDeps,
  task: Task,
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

// What is not released counts as spent for a while: too strict, never too lax.
async function releaseReservation(
  deps: SignDeps,
  { wallet, scope }: Task,
  decision: Decision | undefined,
): Promise<void> {
  if (!decision?.reservationId) return;
  await deps.releaseReservation(wallet.applicationId, decision.reservationId, scope).catch(() => undefined);
}

function valueOf<Value>(settled: PromiseSettledResult<Value>): Value {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}
