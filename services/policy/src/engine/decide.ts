import type { CompiledCondition, CompiledRule, CoveringRules, Rulebook } from './rulebook.js';
import type { Facts } from './field-source.js';
import { methodOf } from './methods.js';
import { candidates } from './rule-index.js';
import type { PolicyRules } from './rule.js';
import { newBudget, readingsOf, type Budget, type Readings } from './readings.js';
import { isForOtherChain } from './other-chain.js';
import { transactionOf } from './transaction-of.js';
import { meaningOf } from './typed-data-meaning.js';
import { elementsOf, type PolicyInput } from './policy-input.js';
import { FALSE, TRUE, UNKNOWN, type Truth } from './truth.js';
import { wrappedMessage } from './wrapped-message.js';

/** The settings of an application that a decision depends on, besides its policies. */
export type EvaluationSettings = {
  readonly evaluationEnabled: boolean;
  readonly defaultAction: 'allow' | 'deny';
  readonly rawHashSigning: 'refuse' | 'allow';
  readonly anyChainDelegation: 'refuse' | 'allow';
  /** The only chain id that the wallet signs for. Absent if it signs for all. */
  readonly onlyChainId?: bigint | undefined;
  /** STEP_UP policies apply to this user. */
  readonly stepUpApplies: boolean;
  /** The active policies for other chains. Any active policy blocks key export. */
  readonly policiesElsewhere: readonly PolicyRules[];
  /** How many owners have approved exactly this. */
  readonly approvals: number;
};

/** The reason for a decision. */
export type Reason =
  | 'evaluation_disabled'
  | 'eip7702_any_chain'
  | 'chain_id'
  | 'raw_hash_signing'
  | 'eip7702'
  | 'export'
  | 'rule'
  | 'default_action';

export type FiredRule = { readonly rule: CompiledRule; readonly truth: Truth; readonly element: number };

export type Decision = {
  readonly outcome: 'allow' | 'require_mfa' | 'require_approval' | 'deny';
  readonly reason: Reason;
  /**
   * ALLOW rules that held, and other rules that held or may hold, in the order of the rulebook.
   */
  readonly fired: readonly FiredRule[];
  /** All rules that cover the request. */
  readonly considered: CoveringRules;
  /** The active policies that caused the denial although none of their rules is about the request. */
  readonly causes: readonly PolicyRules[];
  /** The instructions or payments that no rule allows. */
  readonly uncovered: readonly number[];
  readonly readings: Readings;
};

/**
 * Decides about one operation. DENY wins over require_approval, which wins over require_mfa, which wins over
 * ALLOW, in any order of policies and rules. Nothing overrides a DENY. An unknown value makes every rule fire
 * that forbids or demands something, and allows nothing. Once enough owners have approved, the other demands
 * remain.
 */
export function decide(rulebook: Rulebook, settings: EvaluationSettings, given: Facts): Decision {
  const considered = settings.evaluationEnabled ? rulesFor(rulebook, settings, given) : noRules;
  const budget = newBudget();
  const facts = { ...given, isSchemaNamed: isSchemaNamed(rulebook, considered, given, budget) };
  const readings = readingsOf(rulebook.fields, facts, budget);
  const reaches: Reaches = {
    value: true,
    sending: !('state' in transactionOf(facts)),
    message: facts.input.kind === 'typed_data' && wrappedMessage(facts.input.typedData) !== undefined,
  };
  const fired: FiredRule[] = [];
  const covered = new Array<boolean>(elementsOf(facts.input)).fill(false);
  let permittedWhole = false;
  for (const position of candidates(considered.index, readings)) {
    const rule = considered.rules[position];
    if (!rule) continue;
    const firing = mayFire(rule, reaches) ? fires(rule, readings, covered.length) : noFiring;
    const permitted = mayPermit(rule) ? permits(rule, readings, covered) : 'nothing';
    if (permitted === 'whole') permittedWhole = true;
    if (firing.truth !== FALSE) fired.push({ rule, truth: firing.truth, element: firing.element });
    else if (permitted !== 'nothing') fired.push({ rule, truth: TRUE, element: 0 });
  }
  const permitted = permittedWhole || (covered.length > 0 && covered.every(Boolean));
  const covering = policiesCovering(rulebook, settings, facts);
  const { outcome, reason } = outcomeOf(covering.length > 0, settings, facts, fired, permitted);
  const causes = byTheirExistence.includes(reason) ? covering : [];
  const uncovered = permittedWhole ? [] : covered.flatMap((isAllowed, element) => (isAllowed ? [] : element));
  return { outcome, reason, fired, considered, causes, uncovered, readings };
}

/** Which rules about other methods also apply to the request. */
type Reaches = Readonly<Record<NonNullable<CompiledRule['reach']>, boolean>>;

function mayFire({ rule, reach }: CompiledRule, reaches: Reaches): boolean {
  return rule.action !== 'ALLOW' && (reach === undefined || reaches[reach]);
}
function mayPermit({ rule, reach }: CompiledRule): boolean {
  return rule.action !== 'DENY' && reach === undefined;
}

/** For typed data that is unknown here: whether a rule that allows it names its domain and primary type. */
function isSchemaNamed(
  rulebook: Rulebook,
  { rules, index }: CoveringRules,
  facts: Facts,
  budget: Budget,
): boolean {
  const { input } = facts;
  if (input.kind !== 'typed_data' || meaningOf(input.typedData, input.wallet).kind !== 'unknown')
    return false;
  const readings = readingsOf(rulebook.fields, { ...facts, memo: new Map() }, budget);
  return candidates(index, readings).some((position) => {
    const rule = rules[position];
    return rule?.namesSchema === true && permits(rule, readings, []) === 'whole';
  });
}

const noRules: CoveringRules = { rules: [], index: { always: [], files: [], ranges: [] } };

function rulesFor(
  { rules }: Rulebook,
  { stepUpApplies }: EvaluationSettings,
  { input }: Facts,
): CoveringRules {
  const covering = rules.get(methodOf(input));
  return (stepUpApplies ? covering?.all : covering?.global) ?? noRules;
}

/**
 * Any active policy blocks exports, whatever and whomever it is about: an application with policies does not
 * expect keys to leave.
 */
function policiesCovering(
  { policies }: Rulebook,
  { stepUpApplies, policiesElsewhere }: EvaluationSettings,
  { input }: Facts,
): readonly PolicyRules[] {
  if (input.kind === 'export') return [...policies, ...policiesElsewhere];
  return policies.filter(({ scope }) => scope === 'GLOBAL' || stepUpApplies);
}

type Outcome = Pick<Decision, 'outcome' | 'reason'>;
const deny = (reason: Reason): Outcome => ({ outcome: 'deny', reason });

/**
 * Denials that any active policy for the chain causes (for exports: for any chain), whatever its rules say.
 */
const byTheirExistence: readonly Reason[] = ['raw_hash_signing', 'eip7702', 'export'];

function outcomeOf(
  isCovered: boolean,
  settings: EvaluationSettings,
  { input }: Facts,
  fired: readonly FiredRule[],
  permitted: boolean,
): Outcome {
  const settled = settledBeforeRules(settings, input, isCovered);
  if (settled) return settled;
  const has = (action: string) => fired.some(({ rule }) => rule.rule.action === action);
  if (has('DENY')) return deny('rule');
  if (isCovered && !permitted) {
    // No policy can control an exported key, or what the code of a delegated account does.
    if (input.kind === 'export') return deny('export');
    if (isDelegation(input)) return deny('eip7702');
  }
  if (settings.defaultAction === 'deny' && !permitted) return deny('default_action');
  if (approvalsDemandedBy(fired) > settings.approvals) return { outcome: 'require_approval', reason: 'rule' };
  if (has('require_mfa')) return { outcome: 'require_mfa', reason: 'rule' };
  return { outcome: 'allow', reason: permitted ? 'rule' : 'default_action' };
}

/** The most that any of the rules demands. 0: none demands approvals. */
export function approvalsDemandedBy(fired: readonly FiredRule[]): number {
  let most = 0;
  for (const { rule } of fired)
    if (rule.rule.action === 'require_approval') most = Math.max(most, rule.rule.approvals ?? 1);
  return most;
}

/** An authorization of the zero address revokes a delegation (EIP-7702). */
function isDelegation(input: PolicyInput): boolean {
  return input.kind === 'eip7702_authorization' && input.address.some((byte) => byte !== 0);
}

function settledBeforeRules(
  settings: EvaluationSettings,
  input: PolicyInput,
  isCovered: boolean,
): Outcome | undefined {
  const isAnyChain = input.kind === 'eip7702_authorization' && input.chainId === 0n;
  if (isAnyChain && settings.anyChainDelegation === 'refuse') return deny('eip7702_any_chain');
  if (settings.onlyChainId !== undefined && isForOtherChain(input, settings.onlyChainId))
    return deny('chain_id');
  if (!settings.evaluationEnabled) return { outcome: 'allow', reason: 'evaluation_disabled' };
  if (isCovered && input.kind === 'raw_hash' && settings.rawHashSigning === 'refuse')
    return deny('raw_hash_signing');
  return undefined;
}

const noFiring = { truth: FALSE, element: 0 } as const;

/**
 * The element for which the conditions hold best. A rule without conditions on elements is about the whole.
 */
function fires(rule: CompiledRule, readings: Readings, elements: number): { truth: Truth; element: number } {
  const shared = allFire(rule.shared, readings);
  if (shared === FALSE || rule.perElement.length === 0) return { truth: shared, element: 0 };
  let best: { truth: Truth; element: number } = noFiring;
  for (let element = 0; element < elements && best.truth !== TRUE; element += 1) {
    // The result is the same for all others.
    if (best.truth === UNKNOWN && readings.isSpent()) break;
    const truth = allFireFor(rule.perElement, readings, element, shared);
    if (truth > best.truth) best = { truth, element };
  }
  return best;
}

function allFire(conditions: readonly CompiledCondition[], readings: Readings): Truth {
  let truth: Truth = TRUE;
  for (const condition of conditions) {
    const each = condition.fires(readings.read(condition));
    if (each === FALSE) return FALSE;
    if (each === UNKNOWN) truth = UNKNOWN;
  }
  return truth;
}

function allFireFor(
  conditions: readonly CompiledCondition[],
  readings: Readings,
  element: number,
  shared: Truth,
): Truth {
  let truth = shared;
  for (const condition of conditions) {
    const each = condition.fires(readings.readElement(condition, element));
    if (each === FALSE) return FALSE;
    if (each === UNKNOWN) truth = UNKNOWN;
  }
  return truth;
}

/** Marks the elements that the rule allows. */
function permits(
  rule: CompiledRule,
  readings: Readings,
  covered: boolean[],
): 'whole' | 'elements' | 'nothing' {
  if (!rule.shared.every((each) => each.permits(readings.read(each)) === TRUE)) return 'nothing';
  if (rule.perElement.length === 0) return 'whole';
  let any = false;
  for (let element = 0; element < covered.length && !readings.isSpent(); element += 1) {
    const allowed = rule.perElement.every(
      (each) => each.permits(readings.readElement(each, element)) === TRUE,
    );
    if (allowed) any = covered[element] = true;
  }
  return any ? 'elements' : 'nothing';
}
