import { setImmediate } from 'node:timers/promises';
import { AppError, invalidField } from '@wallet-service/errors';
import { decide } from '../engine/decide.js';
import { recordOf, type DecisionRecord } from '../engine/decision-record.js';
import { methodOf } from '../engine/methods.js';
import type { PolicyRules } from '../engine/rule.js';
import { compileInTurn } from '../engine/compile-in-turn.js';
import { resolveInTurn } from '../engine/resolve-in-turn.js';
import type { StoredDecision } from '../decisions/decision.js';
import type { DecisionPage, DecisionWithRequest } from '../decisions/decision-list-store.js';
import type { DecidedRequest, RequestSeal, Unreadable } from '../decisions/request-seal.js';
import { policyNotFound } from '../policies/change-policies.js';
import type { DraftInput, Policy } from '../policies/policy.js';
import { validatePolicy } from '../policies/validate-policy.js';
import type { CurrentVersions } from '../revisions/current-versions.js';
import { policiesOfOtherChains, evaluationSettingsFor } from './evaluation-settings.js';
import type { AddressOf } from './known-addresses.js';
import { policyInputOfOperation } from './policy-input-of-operation.js';
import type { RulesInForce } from './rules-in-force.js';

export type DecisionsRequest = {
  readonly applicationId: string;
  /** A policy that is not saved. Undefined: the saved ones alone. */
  readonly draft: DraftInput | undefined;
  /** The saved policy that the draft takes the place of. Without a draft, it is taken for active. Empty: none. */
  readonly policyId: string;
  readonly page: DecisionPage;
};

export type DecisionsDeps = {
  readonly readCurrentVersions: (applicationId: string, walletId: string) => Promise<CurrentVersions>;
  readonly rulesInForce: (applicationId: string, at: CurrentVersions) => Promise<RulesInForce>;
  readonly findPolicy: (applicationId: string, policyId: string) => Promise<Policy | undefined>;
  /** Newest first. Decisions of this process are stored before. */
  readonly listDecided: (
    applicationId: string,
    page: DecisionPage,
  ) => Promise<{ readonly rows: readonly DecisionWithRequest[]; readonly next: string | undefined }>;
  readonly openRequest: RequestSeal['open'];
  readonly addressOf: AddressOf;
};

/** `undecodable`: this release reads no such operation any more. */
export type NotJudged = Unreadable | 'undecodable';

export type DecisionAgain = {
  readonly decision: StoredDecision;
  readonly again: DecisionRecord | NotJudged;
  /** Facts of that time that are not known and were assumed. */
  readonly assumptions: readonly string[];
};

export type DecisionsAgain = {
  readonly decisions: readonly DecisionAgain[];
  /** The `before` of the next page. Undefined at the end. */
  readonly next: string | undefined;
  /** If false, the decisions are as if it were true. */
  readonly evaluation_enabled: boolean;
};

/** CPU time of the process: pages are not shorter because other processes keep the machine busy. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Other work runs after so long. */
const longestTurnMs = 5;
/** A page ends where this is used up: a decision takes up to 10 ms, if the policies are made for that. */
const longestPageMs = 100;

/**
 * Takes stored decisions again, by the rules in force and an unsaved policy. Their time is that of the decision. Sums
 * of spending windows at that time are not known. It signs, reserves and records nothing.
 */
export async function evaluateDecisions(
  deps: DecisionsDeps,
  request: DecisionsRequest,
): Promise<DecisionsAgain> {
  const { applicationId, page } = request;
  const current = await deps.readCurrentVersions(applicationId, '');
  const rules = await withPolicy(deps, request, await deps.rulesInForce(applicationId, current));
  const { rows, next } = await deps.listDecided(applicationId, page);
  const decisions: DecisionAgain[] = [];
  let spentMs = 0;
  let turnAt = cpuMs();
  for (const row of rows) {
    decisions.push(decideAgain(deps, rules, row));
    const turnMs = cpuMs() - turnAt;
    if (turnMs < longestTurnMs) continue;
    spentMs += turnMs;
    if (spentMs > longestPageMs) break;
    await setImmediate();
    turnAt = cpuMs();
  }
  const isCut = decisions.length < rows.length;
  return {
    decisions,
    next: isCut ? decisions.at(-1)?.decision.id : next,
    evaluation_enabled: rules.settings.policy_evaluation_enabled,
  };
}

function decideAgain(deps: DecisionsDeps, rules: RulesInForce, row: DecisionWithRequest): DecisionAgain {
  const { decision } = row;
  const asked = deps.openRequest(decision, row.request);
  if (typeof asked === 'string') return { decision, again: asked, assumptions: [] };
  try {
    return { decision, ...judged(deps, rules, asked, decision) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { decision, again: 'undecodable', assumptions: [] };
  }
}

function judged(
  { addressOf }: DecisionsDeps,
  { settings, rulebooks }: RulesInForce,
  asked: DecidedRequest,
  { time, approval }: Pick<StoredDecision, 'time' | 'approval'>,
): Omit<DecisionAgain, 'decision'> {
  const { chain, network, publicKey, operation } = asked;
  const wallet = { chain, network, publicKey, address: addressOf(chain, network, publicKey) };
  const input = policyInputOfOperation(wallet, operation);
  const elsewhere = input.kind === 'export' ? policiesOfOtherChains(rulebooks, chain) : [];
  const rulebook = rulebooks[chain];
  const again = decide(
    rulebook,
    {
      ...evaluationSettingsFor(settings, asked, elsewhere),
      evaluationEnabled: true,
      approvals: approval?.approvals.length ?? 0,
    },
    {
      input,
      nowSeconds: Math.floor(Date.parse(time) / 1000),
      spentBefore: () => 0n,
      plainChainIds: settings.plain_chain_ids,
      memo: new Map(),
    },
  );
  const hasWindows = (rulebook.windows.get(methodOf(input)) ?? []).length > 0;
  return { again: recordOf(again), assumptions: hasWindows ? [spendingAssumed] : [] };
}

const spendingAssumed =
  'what was spent before in any window is not known for that time: nothing is taken to be';

/** The rules in force, if the policy of the request were among them. */
async function withPolicy(
  deps: DecisionsDeps,
  { applicationId, draft, policyId }: DecisionsRequest,
  rules: RulesInForce,
): Promise<RulesInForce> {
  const saved = policyId === '' ? undefined : await deps.findPolicy(applicationId, policyId);
  if (policyId !== '' && !saved) throw policyNotFound();
  // Revision 0: what was resolved for the saved one is not reused.
  const given = draft && { ...validatePolicy(draft, '/policy'), id: policyId, revision: 0 };
  const policy = given ?? (saved && { ...saved, is_active: true });
  if (!policy) return rules;
  if (saved && saved.chain !== policy.chain)
    throw invalidField('/policy/chain', `must be ${saved.chain}, the chain of the policy`);
  const { rulebooks } = rules;
  const others = rulebooks[policy.chain].policies.filter(({ id }) => id !== policyId);
  const active: readonly PolicyRules[] = policy.is_active ? [...others, policy] : others;
  const resolved = await resolveInTurn(active, rulebooks);
  const compiled = await compileInTurn(policy.chain, active, { resolved });
  return { ...rules, rulebooks: { ...rulebooks, [policy.chain]: compiled } };
}
