import { invalidField } from '@wallet-service/errors';
import type { PolicyDefinition, ReceivedRequestOf } from '@wallet-service/grpc';
import { NotStrictJson, parseExactJson, scalarsOf } from '@wallet-service/values';
import type { ConditionInput } from '../engine/field-source.js';
import type { RuleInput } from '../engine/rule.js';
import type { ChangesInput, DraftInput } from './policy.js';

type Draft = NonNullable<ReceivedRequestOf<PolicyDefinition['CreatePolicy']>['policy']>;
type Changes = NonNullable<ReceivedRequestOf<PolicyDefinition['UpdatePolicy']>['changes']>;
type Rule = Draft['rules'][number];
type Condition = Rule['conditions'][number];

/** `place`: the JSON Pointer of the policy in the request. Throws `request.invalid` for an ABI that is no JSON. */
export function draftFromWire(draft: Draft, place = ''): DraftInput {
  const { name, chain, scope, rules, description, isActive } = draft;
  return {
    ...{ name, chain, scope, rules: rulesFromWire(rules, place) },
    ...(description !== undefined && { description }),
    ...(isActive !== undefined && { is_active: isActive }),
  };
}

/** Only what is given. */
export function changesFromWire({ name, chain, scope, rules, description, isActive }: Changes): ChangesInput {
  return {
    ...(name !== undefined && { name }),
    ...(chain !== undefined && { chain }),
    ...(scope !== undefined && { scope }),
    ...(rules && { rules: rulesFromWire(rules.rules, '') }),
    ...(description && { description: description.text ?? null }),
    ...(isActive !== undefined && { is_active: isActive }),
  };
}

function rulesFromWire(rules: readonly Rule[], place: string): readonly RuleInput[] {
  return rules.map(({ name, method, conditions, action, approvals }, index) => ({
    ...{ name, method },
    conditions: conditions.map((condition, at) =>
      conditionFromWire(condition, `${place}/rules/${index}/conditions/${at}`),
    ),
    action,
    ...(approvals !== undefined && { approvals }),
  }));
}

function conditionFromWire(condition: Condition, place: string): ConditionInput {
  const { fieldSource, field, operator, abiJson, windowSeconds, token } = condition;
  return {
    ...{ field_source: fieldSource, field, operator },
    value: valueFromWire(condition),
    ...(abiJson !== undefined && { abi: abiFromWire(abiJson, `${place}/abi`) }),
    ...(windowSeconds !== undefined && { window_seconds: windowSeconds }),
    ...(token !== undefined && { token }),
  };
}

function valueFromWire({ text, flag, number, list }: Condition): ConditionInput['value'] {
  return list ? scalarsOf(list) : (text ?? flag ?? number ?? null);
}

function abiFromWire(json: string, path: string): unknown {
  try {
    return parseExactJson(json);
  } catch (error) {
    if (!(error instanceof NotStrictJson)) throw error;
    throw invalidField(path + error.path, error.message);
  }
}
