import { hash } from 'node:crypto';
import { readOperation } from '@wallet-service/chains';
import { AppError } from '@wallet-service/errors';
import type { MfaRequirement, Verdict } from '@wallet-service/signer-protocol';
import type { ApprovalRecord, StoredDecision } from '../decisions/decision.js';
import { hashOfUser } from '../decisions/user-hash.js';
import type { DecisionWriter } from '../decisions/decision-writer.js';
import type { RequestSeal } from '../decisions/request-seal.js';
import type { SpendingWindow } from '../engine/rulebook.js';
import { decide, type Decision, type EvaluationSettings } from '../engine/decide.js';
import { recordOf } from '../engine/decision-record.js';
import { methodOf } from '../engine/methods.js';
import { spentOf } from '../engine/spending.js';
import { countedAs } from '../engine/spending-fields.js';
import type { PolicyInput } from '../engine/policy-input.js';
import type { CurrentVersions } from '../revisions/current-versions.js';
import type { Reservation, SpentSums } from '../spending/spending-store.js';
import type { MadeVerdict } from '../verdicts/make-verdict.js';
import { denialOf } from './denial.js';
import {
  approvalRequired,
  claimApprovals,
  findApprovals,
  openedFor,
  type ApprovalDeps,
} from './owner-approvals.js';
import type { AddressOf } from './known-addresses.js';
import type { Prepared } from './prepared-request.js';
import type { RulesInForce } from './rules-in-force.js';
import type { SigningRequest } from './signing-request.js';
import { policiesOfOtherChains, evaluationSettingsFor } from './evaluation-settings.js';
import { policyInputOf } from './policy-input-of-operation.js';

export type EvaluateDeps = ApprovalDeps & {
  /** Read by a statement that starts after the call. */
  readonly readCurrentVersions: (applicationId: string, walletId: string) => Promise<CurrentVersions>;
  readonly setMinimumRecordVersion: (
    applicationId: string,
    walletId: string,
    version: number,
  ) => Promise<bigint>;
  /** The rules at `revision` or later. */
  readonly rulesInForce: (applicationId: string, at: CurrentVersions) => Promise<RulesInForce>;
  /**
   * Decides with the sums of the spending windows, and reserves if the answer is a verdict. No other
   * request reserves for the wallet meanwhile.
   */
  readonly reserving: (
    wallet: { readonly applicationId: string; readonly walletId: string },
    reservation: Reservation,
    windows: readonly SpendingWindow[],
    decideWith: (spentBefore: SpentSums) => Decision,
  ) => Promise<Decision>;
  readonly addressOf: AddressOf;
  readonly store: DecisionWriter['write'];
  readonly sealRequest: RequestSeal['seal'];
  readonly makeVerdict: (
    permission: Omit<Verdict, 'issuedAt' | 'expiresAt'>,
    signers: Uint8Array | undefined,
    now: Date,
  ) => MadeVerdict;
  readonly now: () => Date;
  readonly newId: () => string;
};

export type Evaluation = {
  readonly made: MadeVerdict;
  readonly decisionJson: string;
  /** Empty when nothing was reserved. */
  readonly reservationId: string;
  readonly denialDetail: 'brief' | 'full';
};

/**
 * Decides about one signing request. If it may be signed, makes a verdict over exactly its bytes. Otherwise
 * throws an AppError.
 */
export async function evaluate(deps: EvaluateDeps, request: SigningRequest): Promise<Evaluation> {
  const { applicationId, walletId, chain, network, publicKey, issuer, subject, operation } = request;
  const current = await deps.readCurrentVersions(applicationId, walletId);
  await checkRecordVersion(deps, request, current.minimumRecordVersion);
  const rules = await deps.rulesInForce(applicationId, current);
  const now = deps.now();
  const wallet = { chain, network, publicKey, address: deps.addressOf(chain, network, publicKey) };
  const read = readOperation(wallet, operation);
  const payloadHashes = read.plan.payloads.map(sha256);
  const permitted = await decideAbout(deps, request, { rules, wallet, read, payloadHashes, now });
  const made = deps.makeVerdict(
    {
      applicationId,
      walletId,
      chain,
      network,
      publicKey,
      issuer,
      subject,
      operation: operation.kind,
      payloadHashes,
      jwtHash: request.jwtHash,
      recordVersion: request.recordVersion,
      policyRevision: String(rules.revision),
      mfa: permitted.mfa,
      ...(permitted.reservationId !== '' &&
        request.signer && { reservation: { id: permitted.reservationId, signer: request.signer } }),
    },
    request.exchangeKey,
    now,
  );
  const { decisionJson, reservationId } = permitted;
  return { made, decisionJson, reservationId, denialDetail: rules.settings.denial_detail };
}

async function checkRecordVersion(
  deps: EvaluateDeps,
  { applicationId, walletId, recordVersion }: SigningRequest,
  minimum: bigint,
): Promise<void> {
  const known =
    recordVersion > minimum
      ? await deps.setMinimumRecordVersion(applicationId, walletId, recordVersion)
      : minimum;
  if (recordVersion < known)
    throw new AppError(
      'wallet.record-rolled-back',
      'a newer version of the wallet’s sealed record was in use',
      {
        details: { record_version: recordVersion, newest_known: Number(known) },
      },
    );
}

type Permitted = Pick<Evaluation, 'decisionJson' | 'reservationId'> & { readonly mfa: MfaRequirement | null };

const notEvaluated: Permitted = {
  mfa: null,
  decisionJson: JSON.stringify({ outcome: 'allow', reason: 'evaluation_disabled', rules: [] }),
  reservationId: '',
};

async function decideAbout(
  deps: EvaluateDeps,
  request: SigningRequest,
  prepared: Prepared,
): Promise<Permitted> {
  const { rules, wallet, read } = prepared;
  const { settings } = rules;
  const elsewhere =
    request.operation.kind === 'export_private_key'
      ? policiesOfOtherChains(rules.rulebooks, request.chain)
      : [];
  const base = evaluationSettingsFor(settings, request, elsewhere);
  // A delegation to every chain and an operation for another chain are refused even then.
  const isDecided =
    settings.policy_evaluation_enabled ||
    request.operation.kind === 'eip7702_authorization' ||
    base.onlyChainId !== undefined;
  if (!isDecided) return notEvaluated;
  const input = policyInputOf(wallet, read.decode());
  const approved = await findApprovals(deps, request, { ...prepared, input });
  const evaluation = { ...base, approvals: approved?.approvals.length ?? 0 };
  const { id, decision, reservationId } = await decideAndReserve(deps, request, prepared, input, evaluation);
  const mfa =
    decision.outcome === 'require_mfa'
      ? { maxAgeSeconds: settings.recency_window_minutes * 60, acrValues: settings.mfa_acr_values }
      : null;
  if (decision.reason === 'evaluation_disabled') return notEvaluated;
  const approval =
    decision.outcome === 'require_approval'
      ? await openedFor(deps, request, { ...prepared, input, decision })
      : await claimApprovals(deps, { id, decision }, approved);
  const stored = recordFor(request, prepared, { id, input, decision, mfa, approval });
  const json = JSON.stringify(stored);
  const storing = deps.store({
    decision: stored,
    json,
    policyIds: policiesNamedIn(stored),
    userHash: hashOfUser(request),
    traceId: request.traceId,
    request: deps.sealRequest(stored, request),
  });
  // Callers who do not get what they asked for can read the decision at once.
  if (decision.outcome !== 'allow') await storing;
  if (decision.outcome === 'require_approval') throw approvalRequired(stored, settings.denial_detail);
  if (decision.outcome === 'deny') throw denialOf(stored, settings.denial_detail);
  return { mfa, decisionJson: json, reservationId };
}

/** `id`: of the decision, and of the reservation if there is one. */
async function decideAndReserve(
  deps: EvaluateDeps,
  request: SigningRequest,
  { rules: { settings, rulebooks }, payloadHashes, now }: Prepared,
  input: PolicyInput,
  evaluation: EvaluationSettings,
): Promise<{ readonly id: string; readonly decision: Decision; readonly reservationId: string }> {
  const rulebook = rulebooks[request.chain];
  const nowSeconds = Math.floor(now.getTime() / 1000);
  const { plain_chain_ids: plainChainIds } = settings;
  const decideWith = (spentBefore: SpentSums) =>
    decide(rulebook, evaluation, { input, nowSeconds, spentBefore, plainChainIds, memo: new Map() });
  const windows = settings.policy_evaluation_enabled ? (rulebook.windows.get(methodOf(input)) ?? []) : [];
  const amounts = amountsOf(windows, input, plainChainIds);
  const id = deps.newId();
  if (amounts.size === 0) return { id, decision: decideWith(() => 0n), reservationId: '' };
  const reservation = { id, payloadHash: sha256(Buffer.concat(payloadHashes)), amounts };
  const counted = countedOf(windows, input, plainChainIds);
  return { id, decision: await deps.reserving(request, reservation, counted, decideWith), reservationId: id };
}

/** Those that had an effect, or could have had one. A row for every other policy would cost more than the decision. */
function policiesNamedIn({ rules, unmet = [], caused_by = [] }: StoredDecision): readonly string[] {
  return [...new Set([...rules, ...unmet, ...caused_by].map(({ policy_id }) => policy_id))];
}

/**
 * The amounts to reserve. Unknown amounts are left out: a window on them has fired, whatever was spent
 * before.
 */
function amountsOf(
  windows: readonly SpendingWindow[],
  input: PolicyInput,
  plainChainIds: readonly number[],
): ReadonlyMap<string, bigint> {
  const amounts = new Map<string, bigint>();
  for (const asset of new Set(windows.map((each) => each.asset))) {
    const amount = spentOf(asset, input, plainChainIds);
    if (typeof amount === 'bigint' && amount > 0n) amounts.set(asset, amount);
  }
  return amounts;
}

/** The windows whose sums the decision may need. The others are unknown, or are not about the operation. */
function countedOf(
  windows: readonly SpendingWindow[],
  input: PolicyInput,
  plainChainIds: readonly number[],
): readonly SpendingWindow[] {
  return windows.filter(({ asset }) => {
    const counted = countedAs(asset, { input, plainChainIds });
    return typeof counted === 'bigint' && counted > 0n;
  });
}

function recordFor(
  request: SigningRequest,
  { rules, payloadHashes, now }: Prepared,
  made: {
    readonly id: string;
    readonly input: PolicyInput;
    readonly decision: Decision;
    readonly mfa: MfaRequirement | null;
    readonly approval: ApprovalRecord | undefined;
  },
): StoredDecision {
  return {
    id: made.id,
    time: now.toISOString(),
    application_id: request.applicationId,
    wallet_id: request.walletId,
    chain: request.chain,
    operation: request.operation.kind,
    method: methodOf(made.input),
    payload_hashes: payloadHashes.map((hash) => hash.toString('hex')),
    policy_revision: String(rules.revision),
    mfa: made.mfa && { max_age_seconds: made.mfa.maxAgeSeconds, acr_values: made.mfa.acrValues },
    ...(made.approval && { approval: made.approval }),
    ...recordOf(made.decision),
  };
}

function sha256(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}
