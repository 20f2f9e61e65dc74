import type { Chain } from '@wallet-service/addresses';
import type { Field } from './field-source.js';
import { methods, type Action } from './methods.js';
import { equalityForm } from './reading.js';
import { resolveCondition } from './resolve-condition.js';
import type { PolicyRules, Rule } from './rule.js';
import { indexRules } from './rule-index.js';
import type { CompiledCondition, CompiledRule, CoveringRules, Rulebook, SpendingWindow } from './rulebook.js';

/** Throws WrongCondition for rules that were never checked. The order of `policies` counts for nothing. */
export function compilePolicies(chain: Chain, policies: readonly PolicyRules[]): Rulebook {
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
  for (const policy of ordered) {
    policy.rules.forEach((rule, index) => {
      const actions = methods[chain][rule.method] ?? [];
      const compiled = compileRule(policy, rule, index, slotOf, fields);
      for (const action of actions) {
        const list = rules.get(action) ?? [];
        list.push(compiled);
        rules.set(action, list);
      }
    });
  }
  const covering = new Map([...rules].map(([action, list]) => [action, coveringRules(list)]));
  const windows = new Map([...rules].map(([action, list]) => [action, windowsOf(list, fields)]));
  return { policies: ordered, rules: covering, fields, windows };
}

function compileRule(
  policy: PolicyRules,
  rule: Rule,
  index: number,
  slotOf: (field: Field) => number,
  fields: readonly Field[],
): CompiledRule {
  const actions = methods[policy.chain][rule.method] ?? [];
  const conditions = rule.conditions.map((condition, at): CompiledCondition => {
    const { field, operator, comparands, fires, permits } = resolveCondition(
      condition,
      policy.chain,
      actions,
    );
    const isList = (operator === 'eq' || operator === 'in') && field.kind !== undefined && !field.mayBeMany;
    return {
      condition,
      index: at,
      slot: slotOf(field),
      fires,
      permits,
      oneOf: isList ? [...new Set(comparands.map(equalityForm))] : undefined,
    };
  });
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
