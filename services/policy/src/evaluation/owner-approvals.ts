import { AppError } from '@wallet-service/errors';
import type { ApprovalRecord, StoredDecision } from '../decisions/decision.js';
import { approvalsDemandedBy, type Decision, type FiredRule } from '../engine/decide.js';
import { methodOf } from '../engine/methods.js';
import type { PolicyInput } from '../engine/policy-input.js';
import { shownOperation } from '../signature-requests/shown-operation.js';
import { hashOf, operationHashOf } from '../signature-requests/signature-request.js';
import type { Proven, SignatureRequests } from '../signature-requests/signature-requests.js';
import type { Prepared } from './prepared-request.js';
import type { SigningRequest } from './signing-request.js';

export type ApprovalDeps = { readonly signatureRequests: Pick<SignatureRequests, 'find' | 'open' | 'claim'> };

type Decoded = Prepared & { readonly input: PolicyInput };

/** The open request for exactly this, with the approvals that are proven. Undefined if no rule could demand any. */
export async function findApprovals(
  { signatureRequests }: ApprovalDeps,
  request: SigningRequest,
  { rules, input, payloadHashes }: Decoded,
): Promise<Proven | undefined> {
  if (!rules.rulebooks[request.chain].approvalMethods.has(methodOf(input))) return undefined;
  const { applicationId, walletId } = request;
  const operationHash = operationHashOf(request, payloadHashes);
  return signatureRequests.find({ applicationId, walletId, operationHash });
}

/** What waits now for the approval of owners. */
export async function openedFor(
  { signatureRequests }: ApprovalDeps,
  request: SigningRequest,
  { wallet, input, payloadHashes, decision }: Decoded & { readonly decision: Decision },
): Promise<ApprovalRecord> {
  const { applicationId, walletId, chain, network, issuer, subject } = request;
  const needed = approvalsDemandedBy(decision.fired);
  const opened = await signatureRequests.open({
    ...{ applicationId, walletId, needed },
    operationHash: operationHashOf(request, payloadHashes),
    content: {
      ...{ chain, network, address: wallet.address, issuer, subject },
      operation: shownOperation(input, request.operation),
      payload_hashes: payloadHashes.map((hash) => hash.toString('hex')),
      demanded_by: demandingRules(decision.fired),
    },
  });
  return recordOf(opened, needed);
}

const mostRulesNamed = 10;

/** Why owners are asked: the rules that demand approvals, those that demand most first. */
function demandingRules(fired: readonly FiredRule[]): readonly object[] {
  return fired
    .filter(({ rule }) => rule.rule.action === 'require_approval')
    .map(({ rule: { policy, rule } }) => ({
      ...{ policy_id: policy.id, policy_name: policy.name, rule: rule.name, approvals: rule.approvals ?? 1 },
    }))
    .sort((a, b) => b.approvals - a.approvals)
    .slice(0, mostRulesNamed);
}

/** The approvals on which a decision relies, as evidence. Undefined if no rule demanded any. */
export async function claimApprovals(
  { signatureRequests }: ApprovalDeps,
  { id, decision: { outcome, fired } }: { readonly id: string; readonly decision: Decision },
  approved: Proven | undefined,
): Promise<ApprovalRecord | undefined> {
  const needed = approvalsDemandedBy(fired);
  if (outcome === 'deny' || needed === 0 || !approved) return undefined;
  if (await signatureRequests.claim(approved.request, id)) return recordOf(approved, needed);
  throw new AppError(
    'signature-request.closed',
    'its approvals were used, it was declined, or it has expired: ask for the signature again',
  );
}

function recordOf({ request, approvals }: Proven, needed: number): ApprovalRecord {
  return { request_id: request.id, hash: hashOf(request), needed, approvals };
}

/** Owners need minutes or hours. Each time that somebody asks makes a decision. */
const askAgainSeconds = 30;

/** The refusal until enough owners have approved. */
export function approvalRequired(decision: StoredDecision, denialDetail: 'brief' | 'full'): AppError {
  const { approval, id, reason } = decision;
  const rule = decision.rules.find(({ action }) => action === 'require_approval');
  const { request_id: requestId, needed = 0, approvals = [] } = approval ?? {};
  const message =
    `${approvals.length} of ${needed} owners have approved it. ` +
    'Send the same request again, with a valid token, when they have';
  return new AppError('policy.approval-required', message, {
    retryAfterSeconds: askAgainSeconds,
    details: {
      ...{ signature_request_id: requestId, approvals: approvals.length, approvals_needed: needed },
      ...{ policy_id: rule?.policy_id, policy_name: rule?.policy_name, rule: rule?.rule },
      ...{ decision_id: id, reason, decision, denial_detail: denialDetail, brief_message: message },
    },
  });
}
