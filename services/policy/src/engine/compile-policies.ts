import type { Chain } from '@wallet-service/addresses';
import type { Field } from './field-source.js';
import { methods, type CoveredMethod } from './methods.js';
import { namesValues } from './operators.js';
import { equalityForm, unknown, type ValueKind } from './reading.js';
import { resolveCondition } from './resolve-condition.js';
import type { PolicyRules, Rule } from './rule.js';
import { rangeOf } from './range-index.js';
import { indexRules } from './rule-index.js';
import { mostWindows } from './spending-fields.js';
import type {
  CompiledCondition,
  CompiledRule,
  CoveringRules,
  ResolvedPolicy,
  Rulebook,
  SpendingWindow,
} from './rulebook.js';

/**
 * Throws WrongCondition for rules that were never validated. The order of `policies` does not matter.
 * `before` is an earlier rulebook of the same application. Unchanged policies are taken from it, because
 * resolving them is most of the work.
 */
export function compilePolicies(
  chain: Chain,
  policies: readonly PolicyRules[],
  before?: Pick<Rulebook, 'resolved'>,
): Rulebook {
  const steps = compileInSteps(chain, policies, before);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same, in steps of a few milliseconds at most. */
export function* compileInSteps(
  chain: Chain,
  policies: readonly PolicyRules[],
  before?: Pick<Rulebook, 'resolved'>,
): Generator<undefined, Rulebook> {
  const ordered = policies.filter((policy) => policy.chain === chain).sort((a, b) => (a.id < b.id ? -1 : 1));
  const slots = new Map<string, number>();
  const fields: Field[] = [];
  let windowsSeen = 0;
  const slotOf = (field: Field): number => {
    const known = slots.get(field.key);
    if (known !== undefined) return known;
    if (field.window) windowsSeen += 1;
    slots.set(field.key, fields.length);
    return fields.push(field.window && windowsSeen > mostWindows ? uncounted(field) : field) - 1;
  };
  const rules = new Map<CoveredMethod, CompiledRule[]>();
  const resolved = new Map<string, ResolvedPolicy>();
  for (const policy of ordered) {
    const known = before?.resolved.get(policy.id);
    const current = known?.revision === policy.revision ? known : resolvePolicy(policy);
    const conditions = current.rules;
    resolved.set(policy.id, current);
    policy.rules.forEach((rule, index) => {
      const covered = methods[chain][rule.method] ?? [];
      const compiled = compileRule(policy, index, conditions[index] ?? [], slotOf, fields);
      const add = (method: CoveredMethod, each: CompiledRule) => {
        const list = rules.get(method) ?? [];
        list.push(each);
        rules.set(method, list);
      };
      for (const method of covered) add(method, compiled);
      const beyond = covered.includes('eth_signTransaction')
        ? beyondTransactions(compiled, fields)
        : undefined;
      for (const method of offChain) if (beyond && !covered.includes(method)) add(method, beyond);
      const isAboutMessages = covered.includes('personal_sign') && !covered.includes('eth_signTypedData');
      if (isAboutMessages && rule.action !== 'ALLOW')
        add('eth_signTypedData', { ...compiled, reach: 'message' });
    });
    yield;
  }
  const covering = new Map<CoveredMethod, { all: CoveringRules; global: CoveringRules }>();
  for (const [method, list] of rules) covering.set(method, yield* coveringRules(list));
  const windows = new Map<CoveredMethod, readonly SpendingWindow[]>();
  for (const [method, list] of rules) {
    windows.set(method, windowsOf(list, fields));
    yield;
  }
  const demanding = [...rules].filter(([, list]) => list.some(demandsApprovals));
  const approvalMethods = new Set(demanding.map(([method]) => method));
  return { policies: ordered, rules: covering, fields, windows, approvalMethods, resolved };
}

const demandsApprovals = ({ rule }: CompiledRule): boolean => rule.action === 'require_approval';

/**
 * Signatures that move assets without a transaction of the wallet: permits, and messages that an account with
 * code takes for orders.
 */
const offChain = ['eth_signTypedData', 'personal_sign'] as const;

/**
 * A rule about transactions, applied to signatures that spend without a transaction of the wallet. Rules that
 * only allow are not extended. With a spending window, only the window and the time apply, because a permit
 * has none of the other fields. So it may refuse too much, but never too little.
 */
function beyondTransactions(rule: CompiledRule, fields: readonly Field[]): CompiledRule | undefined {
  if (rule.rule.action === 'ALLOW') return undefined;
  const isWindow = ({ slot }: CompiledCondition) => fields[slot]?.window !== undefined;
  if (!rule.shared.some(isWindow))
    return { ...rule, reach: rule.shared.some(isAboutValue) ? 'value' : 'sending' };
  const shared = rule.shared.filter(
    (condition) => isWindow(condition) || condition.condition.field_source === 'system',
  );
  return { ...rule, shared, perElement: [] };
}

/** Whether it looks at the called contract, the value or the data. */
function isAboutValue({ condition: { field_source, field } }: CompiledCondition): boolean {
  if (field_source === 'ethereum_calldata') return true;
  return field_source === 'ethereum_transaction' && ['to', 'value', 'data'].includes(field);
}

const domainNames = ['typed_data_domain_name', 'typed_data_domain_verifyingContract'];

/** If an application allows typed data by its domain and primary type, it knows what the data means. */
function namesSchema({ action, conditions }: Rule): boolean {
  const isNamed = (...fields: readonly string[]) =>
    conditions.some(
      ({ field_source, field, operator }) =>
        field_source === 'typed_data' && fields.includes(field) && namesValues(operator),
    );
  return action !== 'DENY' && isNamed('typed_data_primary_type') && isNamed(...domainNames);
}

/** Throws WrongCondition for rules that were never validated. */
export function resolvePolicy({ chain, rules, revision }: PolicyRules): ResolvedPolicy {
  return {
    revision,
    rules: rules.map(({ method, conditions }) =>
      conditions.map((condition) => ({
        ...resolveCondition(condition, chain, methods[chain][method] ?? []),
        condition,
      })),
    ),
  };
}

function compileRule(
  policy: PolicyRules,
  index: number,
  resolved: ResolvedPolicy['rules'][number],
  slotOf: (field: Field) => number,
  fields: readonly Field[],
): CompiledRule {
  const rule = policy.rules[index];
  if (!rule) throw new Error('a policy has fewer rules than were resolved');
  const conditions = resolved.map(
    ({ condition, field, operator, comparands, fires, permits }, at): CompiledCondition => {
      const { kind } = field;
      const isList = namesValues(operator) && !field.mayBeMany;
      const forms = (of: ValueKind) => [...new Set(comparands.map((each) => equalityForm(of, each)))];
      return {
        condition,
        index: at,
        slot: slotOf(field),
        searches: operator === 'contains',
        fires,
        permits,
        oneOf: isList && kind !== undefined ? forms(kind) : undefined,
        between: kind === 'integer' && !field.mayBeMany ? rangeOf(operator, comparands[0]) : undefined,
      };
    },
  );
  const isPerElement = ({ slot }: CompiledCondition) => fields[slot]?.perElement === true;
  return {
    policy,
    rule,
    index,
    shared: conditions.filter((condition) => !isPerElement(condition)),
    perElement: conditions.filter(isPerElement),
    namesSchema: namesSchema(rule),
  };
}

function windowsOf(rules: readonly CompiledRule[], fields: readonly Field[]): readonly SpendingWindow[] {
  const slots = new Set(rules.flatMap(({ shared }) => shared.map(({ slot }) => slot)));
  return [...slots].flatMap((slot) => {
    const { window, isUncounted } = fields[slot] ?? {};
    return window && !isUncounted ? [window] : [];
  });
}

const tooManyWindows = unknown(`the application’s policies have more than ${mostWindows} spending windows`);

/** None can be saved today, but older policies may have them. */
function uncounted(field: Field): Field {
  return { ...field, isUncounted: true, read: () => tooManyWindows };
}

function* coveringRules(
  all: readonly CompiledRule[],
): Generator<undefined, { all: CoveringRules; global: CoveringRules }> {
  const global = all.filter(({ policy }) => policy.scope === 'GLOBAL');
  const whole = yield* covered(all);
  return { all: whole, global: global.length === all.length ? whole : yield* covered(global) };
}

function* covered(rules: readonly CompiledRule[]): Generator<undefined, CoveringRules> {
  const index = yield* indexRules(rules);
  yield;
  return {
    rules,
    index,
  };
}
