import { invalidField } from '@wallet-service/errors';
import type { PolicySettings } from '../settings/settings.js';
import { compilePolicies } from '../engine/compile-policies.js';
import type { PolicyRules } from '../engine/rule.js';
import type { Rulebook, SpendingWindow } from '../engine/rulebook.js';
import { decide } from '../engine/decide.js';
import { explanationOf, type DecisionRecord } from '../engine/decision-record.js';
import { actionOf, type Action } from '../engine/methods.js';
import type { MfaDemand } from '../decisions/decision.js';
import { policyNotFound } from '../policies/change-policies.js';
import type { Policy } from '../policies/policy.js';
import { validatePolicy } from '../policies/validate-policy.js';
import type { Standing } from '../revisions/standing.js';
import type { SpentSums } from '../spending/spending-store.js';
import type { RulesInForce } from './rules-in-force.js';
import { standardsFor } from './standards.js';
import { subjectOfDryRun, type WhatIsSigned } from './subject-of-dry-run.js';

export type DryRunRequest = WhatIsSigned & {
  readonly applicationId: string;
  /** Whose spending counts; empty: nothing was spent yet. */
  readonly walletId: string;
  /** The user's; empty: it is not said who he is. */
  readonly issuer: string;
  /** A policy that is not saved, evaluated alone. */
  readonly draft: unknown;
  /** A saved policy, evaluated alone even when it is not active; empty: all active ones. */
  readonly policyId: string;
};

export type DryRunDeps = {
  readonly readStanding: (applicationId: string, walletId: string) => Promise<Standing>;
  readonly rulesInForce: (applicationId: string, revision: bigint) => Promise<RulesInForce>;
  readonly findPolicy: (applicationId: string, policyId: string) => Promise<Policy | undefined>;
  readonly readSpent: (
    applicationId: string,
    walletId: string,
    windows: readonly SpendingWindow[],
  ) => Promise<SpentSums>;
  readonly now: () => Date;
};

/** `evaluation_enabled` false: the decision is what it would be if it were. */
export type DryRun = DecisionRecord & {
  readonly method: Action;
  readonly evaluation_enabled: boolean;
  readonly policies_evaluated: readonly { readonly id: string; readonly name: string }[];
  /** The STEP_UP policies among those that were asked for, when they do not reach the user; the rules of these are not explained. */
  readonly policies_not_applicable: readonly {
    readonly id: string;
    readonly name: string;
    readonly because: string;
  }[];
  readonly mfa: MfaDemand | null;
};

/** The decision that a signing request would get, with every rule and condition explained. Signs, reserves and records nothing. */
export async function evaluateDryRun(deps: DryRunDeps, request: DryRunRequest): Promise<DryRun> {
  const { applicationId, chain, walletId } = request;
  const { revision } = await deps.readStanding(applicationId, walletId);
  const { settings, rulebooks } = await deps.rulesInForce(applicationId, revision);
  const rulebook = await rulebookFor(deps, request, rulebooks[chain]);
  const subject = subjectOfDryRun(request);
  const windows = rulebook.windows.get(actionOf(subject)) ?? [];
  const spentBefore =
    walletId === '' || windows.length === 0
      ? () => 0n
      : await deps.readSpent(applicationId, walletId, windows);
  const standards = { ...standardsFor(settings, request.issuer), evaluationEnabled: true };
  const nowSeconds = Math.floor(deps.now().getTime() / 1000);
  const decision = decide(rulebook, standards, { subject, nowSeconds, spentBefore, memo: new Map() });
  const applies = ({ scope }: PolicyRules) => scope === 'GLOBAL' || standards.stepUpApplies;
  return {
    method: actionOf(subject),
    evaluation_enabled: settings.policy_evaluation_enabled,
    policies_evaluated: rulebook.policies.filter(applies).map(({ id, name }) => ({ id, name })),
    policies_not_applicable: rulebook.policies
      .filter((policy) => !applies(policy))
      .map(({ id, name }) => ({ id, name, because: whyNot(request) })),
    mfa: decision.outcome === 'require_mfa' ? mfaDemand(settings) : null,
    ...explanationOf(decision),
  };
}

async function rulebookFor(deps: DryRunDeps, request: DryRunRequest, saved: Rulebook): Promise<Rulebook> {
  const { applicationId, chain, draft, policyId } = request;
  if (draft !== undefined) {
    const policy = validatePolicy(draft, '/policy');
    if (policy.chain !== chain)
      throw invalidField('/policy/chain', `must be ${chain}, the chain of what is evaluated`);
    assertUserIsNamed(policy.scope, request);
    return compilePolicies(chain, [{ ...policy, id: '', revision: 0 }]);
  }
  if (policyId === '') return saved;
  const policy = await deps.findPolicy(applicationId, policyId);
  if (!policy) throw policyNotFound();
  assertUserIsNamed(policy.scope, request);
  return compilePolicies(chain, [policy]);
}

/** Asked about alone, a STEP_UP policy says nothing while it is open whom it would reach. */
function assertUserIsNamed(scope: string, { issuer }: DryRunRequest): void {
  if (scope === 'STEP_UP' && issuer === '')
    throw invalidField(
      '/provider_id',
      'must name the identity provider of the user: STEP_UP policies reach the users of embedded-wallet providers alone',
    );
}

function whyNot({ issuer }: DryRunRequest): string {
  return issuer === ''
    ? 'provider_id is not given: STEP_UP policies reach the users of embedded-wallet providers alone'
    : 'the issuer is none of those of embedded_wallet_provider_ids';
}

/** What a rule with the action require_mfa demands. */
function mfaDemand(settings: PolicySettings): MfaDemand {
  return {
    max_age_seconds: settings.recency_window_minutes * 60,
    acr_values: settings.mfa_acr_values,
  };
}
