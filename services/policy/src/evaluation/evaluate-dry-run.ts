import { invalidField } from '@wallet-service/errors';
import type { PolicySettings } from '../settings/settings.js';
import { compileInTurn } from '../engine/compile-in-turn.js';
import type { PolicyRules } from '../engine/rule.js';
import type { SpendingWindow } from '../engine/rulebook.js';
import { decide } from '../engine/decide.js';
import { explanationOf, type DecisionRecord } from '../engine/decision-record.js';
import { methodOf, type CoveredMethod } from '../engine/methods.js';
import type { MfaDemand } from '../decisions/decision.js';
import { policyNotFound } from '../policies/change-policies.js';
import type { DraftInput, Policy } from '../policies/policy.js';
import { validatePolicy } from '../policies/validate-policy.js';
import type { CurrentVersions } from '../revisions/current-versions.js';
import type { SpentSums } from '../spending/spending-store.js';
import type { RulesInForce } from './rules-in-force.js';
import { policiesOfOtherChains, evaluationSettingsFor } from './evaluation-settings.js';
import { policyInputOfDryRun, type WhatIsSigned } from './policy-input-of-dry-run.js';

export type DryRunRequest = WhatIsSigned & {
  readonly applicationId: string;
  /** The wallet whose spending counts. Empty: nothing was spent yet. */
  readonly walletId: string;
  /** The user's issuer. Empty if the user is not named. */
  readonly issuer: string;
  /** A policy that is not saved, evaluated alone. */
  readonly draft: DraftInput | undefined;
  /** A saved policy, evaluated alone even if it is not active. Empty: all active ones. */
  readonly policyId: string;
};

export type DryRunDeps = {
  readonly readCurrentVersions: (applicationId: string, walletId: string) => Promise<CurrentVersions>;
  readonly rulesInForce: (applicationId: string, at: CurrentVersions) => Promise<RulesInForce>;
  readonly findPolicy: (applicationId: string, policyId: string) => Promise<Policy | undefined>;
  readonly readSpent: (
    applicationId: string,
    walletId: string,
    windows: readonly SpendingWindow[],
  ) => Promise<SpentSums>;
  readonly now: () => Date;
};

/** If `evaluation_enabled` is false, the decision is as if it were true. */
export type DryRun = DecisionRecord & {
  readonly method: CoveredMethod;
  readonly evaluation_enabled: boolean;
  readonly policies_evaluated: readonly { readonly id: string; readonly name: string }[];
  /** The requested STEP_UP policies that do not apply to the user. Their rules are not explained. */
  readonly policies_not_applicable: readonly {
    readonly id: string;
    readonly name: string;
    readonly because: string;
  }[];
  readonly mfa: MfaDemand | null;
  /** Facts that the request leaves open and the dry run assumed. */
  readonly assumptions: readonly string[];
};

/**
 * The decision that a signing request would get, with every rule and condition explained. It signs, reserves
 * and records nothing.
 */
export async function evaluateDryRun(deps: DryRunDeps, request: DryRunRequest): Promise<DryRun> {
  const { applicationId, chain, walletId } = request;
  const current = await deps.readCurrentVersions(applicationId, walletId);
  const { settings, rulebooks } = await deps.rulesInForce(applicationId, current);
  const alone = await policyAlone(deps, request);
  const rulebook = alone ? await compileInTurn(chain, [alone], { resolved: new Map() }) : rulebooks[chain];
  const input = policyInputOfDryRun(request);
  const windows = rulebook.windows.get(methodOf(input)) ?? [];
  const spentBefore =
    walletId === '' || windows.length === 0
      ? () => 0n
      : await deps.readSpent(applicationId, walletId, windows);
  const elsewhere = input.kind === 'export' && !alone ? policiesOfOtherChains(rulebooks, chain) : [];
  const isUserAssumed = alone?.scope === 'STEP_UP' && request.issuer === '';
  const evaluation = {
    ...evaluationSettingsFor(settings, request, elsewhere),
    evaluationEnabled: true,
    ...(isUserAssumed && { stepUpApplies: true }),
  };
  const nowSeconds = Math.floor(deps.now().getTime() / 1000);
  const { plain_chain_ids: plainChainIds } = settings;
  const facts = { input, nowSeconds, spentBefore, plainChainIds, memo: new Map() };
  const decision = decide(rulebook, evaluation, facts);
  const applies = ({ scope }: PolicyRules) => scope === 'GLOBAL' || evaluation.stepUpApplies;
  const isNothingSpent = windows.every(({ asset, seconds }) => spentBefore(asset, seconds) === 0n);
  return {
    method: methodOf(input),
    evaluation_enabled: settings.policy_evaluation_enabled,
    policies_evaluated: rulebook.policies.filter(applies).map(({ id, name }) => ({ id, name })),
    policies_not_applicable: rulebook.policies
      .filter((policy) => !applies(policy))
      .map(({ id, name }) => ({ id, name, because: whyNot(request) })),
    mfa: decision.outcome === 'require_mfa' ? mfaDemand(settings) : null,
    assumptions: [
      ...(isUserAssumed ? [userAssumed] : []),
      ...(windows.length > 0 && isNothingSpent ? [walletId === '' ? spendingAssumed : spendingUnseen] : []),
    ],
    ...explanationOf(decision),
  };
}

const userAssumed =
  'provider_id is not given: the user is taken for one of an embedded-wallet provider, whom STEP_UP policies reach';
const spendingAssumed = 'wallet_id is not given: nothing was spent before in any window';
const spendingUnseen =
  'nothing is known to be spent by wallet_id in any window: it is new to them, or no wallet of this application';

/** The one policy to evaluate, if not all active ones. */
async function policyAlone(deps: DryRunDeps, request: DryRunRequest): Promise<PolicyRules | undefined> {
  const { applicationId, chain, draft, policyId } = request;
  if (draft !== undefined) {
    const policy = validatePolicy(draft, '/policy');
    if (policy.chain !== chain)
      throw invalidField('/policy/chain', `must be ${chain}, the chain of the request`);
    return { ...policy, id: '', revision: 0 };
  }
  if (policyId === '') return undefined;
  const policy = await deps.findPolicy(applicationId, policyId);
  if (!policy) throw policyNotFound();
  return policy;
}

function whyNot({ issuer }: DryRunRequest): string {
  return issuer === ''
    ? 'provider_id is not given: STEP_UP policies reach the users of embedded-wallet providers alone'
    : 'the issuer is none of those of embedded_wallet_provider_ids';
}

/** What a rule with the action require_mfa requires. */
function mfaDemand(settings: PolicySettings): MfaDemand {
  return {
    max_age_seconds: settings.recency_window_minutes * 60,
    acr_values: settings.mfa_acr_values,
  };
}
