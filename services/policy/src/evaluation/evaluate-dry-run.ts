import { base58 } from '@scure/base';
import { addressOf, type Chain } from '@wallet-service/addresses';
import { viewPsbt, type Operation } from '@wallet-service/chains';
import { invalidField } from '@wallet-service/errors';
import { compilePolicies } from '../engine/compile-policies.js';
import type { Rulebook, SpendingWindow } from '../engine/rulebook.js';
import { decide } from '../engine/decide.js';
import { explanationOf, type DecisionRecord } from '../engine/decision-record.js';
import { actionOf, type Action } from '../engine/methods.js';
import type { Subject } from '../engine/subject.js';
import { policyNotFound } from '../policies/change-policies.js';
import type { Policy } from '../policies/policy.js';
import { validatePolicy } from '../policies/validate-policy.js';
import type { Standing } from '../revisions/standing.js';
import type { SpentSums } from '../spending/spending-store.js';
import type { RulesInForce } from './rules-in-force.js';
import { standardsFor } from './standards.js';
import { bitcoinSubject, subjectOfOperation } from './subject-of-operation.js';

export type DryRunRequest = {
  readonly applicationId: string;
  readonly chain: Chain;
  readonly network: string;
  /** Empty: the address alone is known, or nothing at all. */
  readonly publicKey: Uint8Array;
  readonly address: string;
  /** Whose spending counts; empty: nothing was spent yet. */
  readonly walletId: string;
  readonly providerId: string;
  readonly operation: Operation;
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
  readonly mfa: { readonly max_age_seconds: number } | null;
};

/** The decision that a signing request would get, with every rule and condition explained. Signs, reserves and records nothing. */
export async function evaluateDryRun(deps: DryRunDeps, request: DryRunRequest): Promise<DryRun> {
  const { applicationId, chain, walletId } = request;
  const { revision } = await deps.readStanding(applicationId, walletId);
  const { settings, rulebooks } = await deps.rulesInForce(applicationId, revision);
  const rulebook = await rulebookFor(deps, request, rulebooks[chain]);
  const subject = subjectOf(request);
  const windows = rulebook.windows.get(actionOf(subject)) ?? [];
  const spentBefore =
    walletId === '' || windows.length === 0
      ? () => 0n
      : await deps.readSpent(applicationId, walletId, windows);
  const standards = { ...standardsFor(settings, request.providerId), evaluationEnabled: true };
  const nowSeconds = Math.floor(deps.now().getTime() / 1000);
  const decision = decide(rulebook, standards, { subject, nowSeconds, spentBefore, memo: new Map() });
  const evaluated = rulebook.policies.filter(({ scope }) => scope === 'GLOBAL' || standards.stepUpApplies);
  return {
    method: actionOf(subject),
    evaluation_enabled: settings.policy_evaluation_enabled,
    policies_evaluated: evaluated.map(({ id, name }) => ({ id, name })),
    mfa:
      decision.outcome === 'require_mfa' ? { max_age_seconds: settings.recency_window_minutes * 60 } : null,
    ...explanationOf(decision),
  };
}

async function rulebookFor(deps: DryRunDeps, request: DryRunRequest, saved: Rulebook): Promise<Rulebook> {
  const { applicationId, chain, draft, policyId } = request;
  if (draft !== undefined) {
    const policy = validatePolicy(draft, '/policy');
    if (policy.chain !== chain)
      throw invalidField('/policy/chain', `must be ${chain}, the chain of what is evaluated`);
    return compilePolicies(chain, [{ ...policy, id: '', revision: 0 }]);
  }
  if (policyId === '') return saved;
  const policy = await deps.findPolicy(applicationId, policyId);
  if (!policy) throw policyNotFound();
  return compilePolicies(chain, [policy]);
}

function subjectOf(request: DryRunRequest): Subject {
  const { chain, network, publicKey, address, operation } = request;
  if (publicKey.length > 0) {
    const wallet = { chain, network, publicKey, address: addressOf(chain, network, publicKey) };
    return subjectOfOperation(wallet, operation);
  }
  if (chain === 'ETH')
    return subjectOfOperation({ chain, network, publicKey: noKey, address: address || nobody }, operation);
  if (operation.kind !== 'transaction')
    return subjectOfOperation(
      { chain, network, publicKey: noKey.subarray(chain === 'SOL' ? 1 : 0), address },
      operation,
    );
  if (address === '')
    throw invalidField(
      '/address',
      'a transaction on SOL or BTC can be read only for a wallet: give its address',
    );
  if (chain === 'SOL')
    return subjectOfOperation({ chain, network, publicKey: solanaKey(address), address }, operation);
  const wallet = { chain, network, publicKey: new Uint8Array(), address: address.toLowerCase() };
  return bitcoinSubject(wallet, viewPsbt(wallet, operation.unsigned, '/payload'));
}

// Only its length is looked at: nothing is signed.
const noKey = new Uint8Array(33);
const nobody = `0x${'0'.repeat(40)}`;

function solanaKey(address: string): Uint8Array {
  try {
    const key = base58.decode(address);
    if (key.length === 32) return key;
  } catch {
    // falls through to the one answer
  }
  throw invalidField('/address', 'must be a Solana account');
}
