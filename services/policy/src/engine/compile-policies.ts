import type { Chain } from '@wallet-service/addresses';
import type { Field } from './field-source.js';
import { methods, type Action } from './methods.js';
import { equalityForm, type ValueKind } from './reading.js';
import { resolveCondition } from './resolve-condition.js';
import type { PolicyRules } from './rule.js';
import { rangeOf } from './range-index.js';
import { indexRules } from './rule-index.js';
import type {
  CompiledCondition,
  CompiledRule,
  CoveringRules,
  ResolvedPolicy,
  Rulebook,
  SpendingWindow,
} from './rulebook.js';

/**
 * Throws WrongCondition for rules that were never checked. The order of `policies` counts for nothing. `before`: an earlier rulebook of the same
 * application, from which policies that have not changed since are taken over; resolving is most of the work.
 */
export function compilePolicies(chain: Chain, policies: readonly PolicyRules[], before?: Rulebook): Rulebook {
  const ordered = policies.filter((policy) => policy.chain === chain).sort((a, b) => (a.id < b.id ? -1 : 1));
  const slots = new Map<string, number>();
  const fields: Field[] = [];
  const slotOf = (field: Field): number => {
    const known = slots.get(field.key);
    if (known !== undefined) return known;
    slots.set(field.key, fields.length);
    return fields.push(field) - 1;
  };
  const rules = new Map<Action, CompiledRule[]>();
  const resolved = new Map<string, ResolvedPolicy>();
  for (const policy of ordered) {
    const known = before?.resolved.get(policy.id);
    const conditions = known?.revision === policy.revision ? known.rules : resolvePolicy(policy);
    resolved.set(policy.id, { revision: policy.revision, rules: conditions });
    policy.rules.forEach((rule, index) => {
      const actions = methods[chain][rule.method] ?? [];
      const compiled = compileRule(policy, index, conditions[index] ?? [], slotOf, fields);
      const add = (action: Action, each: CompiledRule) => {
        const list = rules.get(action) ?? [];
        list.push(each);
        rules.set(action, list);
      };
      for (const action of actions) add(action, compiled);
      const limit = limitOf(compiled, fields);
      if (limit && actions.includes('eth_signTransaction'))
        for (const action of offChain) if (!actions.includes(action)) add(action, limit);
    });
  }
  const covering = new Map([...rules].map(([action, list]) => [action, coveringRules(list)]));
  const windows = new Map([...rules].map(([action, list]) => [action, windowsOf(list, fields)]));
  return { policies: ordered, rules: covering, fields, windows, resolved };
}

/** What moves assets without a transaction of the wallet: permits, and what an account that has code takes for an order. */
const offChain = ['eth_signTypedData', 'personal_sign'] as const;

/**
 * A rule with a spending window, as it applies to what spends without a transaction: by the window and the time alone, since a permit has none of
 * the other fields. So it is rather too strict. What only allows is not extended.
 */
function limitOf(rule: CompiledRule, fields: readonly Field[]): CompiledRule | undefined {
  const isWindow = ({ slot }: CompiledCondition) => fields[slot]?.window !== undefined;
  if (rule.rule.action === 'ALLOW' || !rule.shared.some(isWindow)) return undefined;
  const shared = rule.shared.filter(
    (condition) => isWindow(condition) || condition.condition.field_source === 'system',
  );
  return { ...rule, shared, perElement: [] };
}

function resolvePolicy({ chain, rules }: PolicyRules): ResolvedPolicy['rules'] {
  return rules.map(({ method, conditions }) =>
    conditions.map((condition) => ({
      ...resolveCondition(condition, chain, methods[chain][method] ?? []),
      condition,
    })),
  );
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
      const isList = (operator === 'eq' || operator === 'in') && !field.mayBeMany;
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
  };
}

function windowsOf(rules: readonly CompiledRule[], fields: readonly Field[]): readonly SpendingWindow[] {
  const slots = new Set(rules.flatMap(({ shared }) => shared.map(({ slot }) => slot)));
  return [...slots].flatMap((slot) => fields[slot]?.window ?? []);
}

function coveringRules(all: readonly CompiledRule[]): { all: CoveringRules; global: CoveringRules } {
  const of = (rules: readonly CompiledRule[]): CoveringRules => ({
    rules,
    index: indexRules(rules),
    policyIds: [...new Set(rules.map(({ policy }) => policy.id))],
  });
  const global = all.filter(({ policy }) => policy.scope === 'GLOBAL');
  const whole = of(all);
  return { all: whole, global: global.length === all.length ? whole : of(global) };
}
