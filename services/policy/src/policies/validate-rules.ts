import type { Chain } from '@wallet-service/addresses';
import { bitcoinFee, bitcoinOutputs } from '../engine/bitcoin-fields.js';
import { contradictedTopic } from '../engine/contradicted-topic.js';
import { WrongCondition, type ConditionInput } from '../engine/field-source.js';
import { methods } from '../engine/methods.js';
import { boundsAbove, type Quantifier } from '../engine/operators.js';
import { resolveCondition, type ResolvedCondition } from '../engine/resolve-condition.js';
import { ruleActions, type RuleAction, type RuleInput, type Scope } from '../engine/rule.js';
import { satisfiable } from '../engine/satisfiable.js';
import { mostWindows } from '../engine/spending-fields.js';
import { distinctWindows } from './distinct-windows.js';
import { isText } from './is-text.js';
import { mostBytesOfPolicy, mostRules } from './policy.js';

type Report = (path: string, message: string) => void;

/** As many as owners can be demanded for changes. */
const mostApprovals = 10;
const mostConditions = 50;
// Bounds on the work of validating and compiling one policy, which nothing interrupts.
const mostConditionsTogether = 600;
const mostListedTogether = 1000;
/** An ABI in many conditions is read once. */
const mostAbiItemsTogether = 1000;

/**
 * Reports everything that can never match or be evaluated, because a rule that silently does nothing is worse
 * than none. `rules` belong to a policy of this chain and scope. Paths are relative to the policy.
 */
export function validateRules(rules: readonly RuleInput[], chain: Chain, scope: Scope, report: Report): void {
  if (rules.length === 0 || rules.length > mostRules) {
    report('/rules', `must be an array of 1 to ${mostRules} rules`);
    return;
  }
  if (Buffer.byteLength(JSON.stringify(rules)) > mostBytesOfPolicy) {
    report(
      '/rules',
      `must have at most ${mostBytesOfPolicy / 1024} KiB of JSON: make several policies of them`,
    );
    return;
  }
  const { conditions, listed, abiItems } = sizeOf(rules);
  if (conditions > mostConditionsTogether || listed > mostListedTogether) {
    report(
      '/rules',
      `must have at most ${mostConditionsTogether} conditions and ${mostListedTogether} listed values ` +
        'together: spread them over several policies',
    );
    return;
  }
  if (abiItems > mostAbiItemsTogether) {
    report(
      '/rules',
      `must have at most ${mostAbiItemsTogether} different ABI items in all: leave out the functions ` +
        'that no condition names',
    );
    return;
  }
  if (distinctWindows(rules, chain).size > mostWindows) {
    report('/rules', `must have at most ${mostWindows} different spending windows: ${fewerWindows}`);
    return;
  }
  rules.forEach((rule, index) => {
    validateRule(rule, chain, scope, (path, message) => {
      report(`/rules/${index}${path}`, message);
    });
  });
}

/** What to do about too many. */
export const fewerWindows =
  'leave out conditions with field_source spending_window, or give them the same token and window_seconds';

type Size = { readonly conditions: number; readonly listed: number; readonly abiItems: number };

function sizeOf(rules: readonly RuleInput[]): Size {
  const all = rules.flatMap(({ conditions }) => conditions);
  const abis = new Map(all.map(({ abi = [] }) => [JSON.stringify(abi), lengthOf(abi)]));
  return {
    conditions: all.length,
    abiItems: [...abis.values()].reduce((sum, items) => sum + items, 0),
    listed: all.reduce((sum, { value }) => sum + lengthOf(value), 0),
  };
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

function validateRule(
  { name, method, conditions, action, approvals }: RuleInput,
  chain: Chain,
  scope: Scope,
  report: Report,
): void {
  if (!isText(name, 1, 255)) report('/name', 'must be a string of 1 to 255 characters');
  validateAction(action, scope, report);
  validateApprovals(action, approvals, report);
  const known = methods[chain];
  if (!Object.hasOwn(known, method)) {
    report('/method', `must be one of ${Object.keys(known).join(', ')} for the chain ${chain}`);
    return;
  }
  validateConditions(conditions, chain, { method, action }, report);
}

const actionsOfScope: Readonly<Record<Scope, readonly RuleAction[]>> = {
  GLOBAL: ['DENY', 'ALLOW', 'require_approval'],
  STEP_UP: ['require_mfa'],
};

function validateAction(action: string, scope: Scope, report: Report): void {
  const allowed: readonly string[] = actionsOfScope[scope];
  if (allowed.includes(action)) return;
  if (!ruleActions.some((known) => known === action)) {
    report('/action', `must be one of ${actionsOfScope[scope].join(', ')}`);
  } else if (scope === 'STEP_UP') {
    report(
      '/action',
      `rules of a STEP_UP policy must have the action require_mfa; put ${action} into a GLOBAL policy`,
    );
  } else {
    report(
      '/action',
      'rules of a GLOBAL policy must have the action DENY, ALLOW or require_approval; put require_mfa into a ' +
        'STEP_UP policy',
    );
  }
}

function validateApprovals(action: string, approvals: number | undefined, report: Report): void {
  if (approvals === undefined) return;
  if (action !== 'require_approval')
    report('/approvals', 'is for rules with the action require_approval: leave it out');
  else if (!Number.isInteger(approvals) || approvals < 1 || approvals > mostApprovals)
    report('/approvals', `must be a whole number from 1 to ${mostApprovals}`);
}

function validateConditions(
  conditions: readonly ConditionInput[],
  chain: Chain,
  { method, action }: Pick<RuleInput, 'method' | 'action'>,
  report: Report,
): void {
  if (conditions.length === 0 || conditions.length > mostConditions) {
    report('/conditions', `must be an array of 1 to ${mostConditions} conditions`);
    return;
  }
  // To allow, all elements of an array must meet a condition. To forbid, one is enough.
  const quantifier = action === 'ALLOW' ? 'every' : 'some';
  const found = conditions.flatMap((condition, index) => {
    const at: Report = (path, message) => {
      report(`/conditions/${index}${path}`, message);
    };
    const resolved = validateCondition(condition, chain, method, at);
    if (!resolved) return [];
    if (satisfiable([resolved], quantifier)) return [resolved];
    at('/value', 'can never match: no value of the field meets this condition');
    return [];
  });
  if (found.length < conditions.length) return;
  const problem = contradictionOf(found, quantifier) ?? (action === 'ALLOW' ? openFeeOf(found) : undefined);
  if (problem !== undefined) report('/conditions', problem);
}

/** The reason why the conditions can never hold together. */
function contradictionOf(
  conditions: readonly ResolvedCondition[],
  quantifier: Quantifier,
): string | undefined {
  const byField = new Map<string, ResolvedCondition[]>();
  for (const condition of conditions)
    byField.set(condition.field.key, [...(byField.get(condition.field.key) ?? []), condition]);
  for (const same of byField.values())
    if (!satisfiable(same, quantifier))
      return `can never match: no value of ${same[0]?.name ?? ''} meets all the conditions on it`;
  const topic = contradictedTopic(conditions);
  return topic === undefined
    ? undefined
    : `can never match: the conditions are not about one and the same ${topic}`;
}

/**
 * The miner gets what the outputs leave. So allowing outputs without a limit on the fee allows giving away
 * all the rest.
 */
function openFeeOf(conditions: readonly ResolvedCondition[]): string | undefined {
  const limitsOutputs = conditions.some(({ field }) => bitcoinOutputs.includes(field.key));
  const limitsFee = conditions.some(
    ({ field, operator }) => field.key === bitcoinFee && boundsAbove(operator),
  );
  return limitsOutputs && !limitsFee
    ? 'a rule that allows outputs must also bound what is lost as a fee: add a condition on ' +
        `${bitcoinFee} with lt or lte`
    : undefined;
}

function validateCondition(
  condition: ConditionInput,
  chain: Chain,
  method: string,
  report: Report,
): ResolvedCondition | undefined {
  try {
    return resolveCondition(condition, chain, methods[chain][method] ?? []);
  } catch (error) {
    if (!(error instanceof WrongCondition)) throw error;
    report(error.path, error.message);
    return undefined;
  }
}
