import type { PolicyDefinition, RequestOf } from '@wallet-service/grpc';
import { scalarListOf } from '@wallet-service/values';
import type { Static } from 'typebox';
import { defined } from './field.js';
import type { policyBody, policyChanges, RuleBody } from './policy-schema.js';

type Draft = NonNullable<RequestOf<PolicyDefinition['CreatePolicy']>['policy']>;
type Changes = NonNullable<RequestOf<PolicyDefinition['UpdatePolicy']>['changes']>;
type Rule = NonNullable<Draft['rules']>[number];
type ConditionOnTheWire = NonNullable<Rule['conditions']>[number];

/** The issuers of an application's identity providers. The policy service needs them for its warnings. */
export function issuersOfAll(providers: readonly { readonly issuer: string }[]): string[] {
  return [...new Set(providers.map(({ issuer }) => issuer))];
}

export function draftToWire({
  is_active: isActive,
  description,
  ...draft
}: Static<typeof policyBody>): Draft {
  return {
    ...draft,
    rules: rulesToWire(draft.rules),
    ...defined({ isActive, description: description ?? undefined }),
  };
}

export function changesToWire(changes: Static<typeof policyChanges>): Changes {
  const { is_active: isActive, name, chain, scope, rules, description } = changes;
  return defined({
    ...{ isActive, name, chain, scope },
    rules: rules && { rules: rulesToWire(rules) },
    description: description === undefined ? undefined : description === null ? {} : { text: description },
  });
}

function rulesToWire(given: readonly RuleBody[]): Rule[] {
  return given.map((rule) => ({ ...rule, conditions: rule.conditions.map(conditionToWire) }));
}

function conditionToWire({ abi, value, ...condition }: RuleBody['conditions'][number]): ConditionOnTheWire {
  const { field_source: fieldSource, field, operator, window_seconds: windowSeconds, token } = condition;
  return {
    ...{ fieldSource, field, operator },
    ...valueToWire(value),
    ...defined({ windowSeconds, token, abiJson: abi && JSON.stringify(abi) }),
  };
}

function valueToWire(value: RuleBody['conditions'][number]['value']) {
  if (typeof value === 'string') return { text: value };
  if (typeof value === 'boolean') return { flag: value };
  if (typeof value === 'number') return { number: value };
  return { list: scalarListOf(value) };
}
