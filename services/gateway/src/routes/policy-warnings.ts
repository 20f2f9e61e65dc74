import Type from 'typebox';
import type { Services } from '../clients/services.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { present } from './field.js';
import { exampleNamedRule, namedRule, namedRuleResponse } from './named-rule.js';
import { issuersOfAll } from './policy-to-wire.js';
import { warning } from './warning.js';

const open = { additionalProperties: true } as const;
const found = Type.Object(
  {
    ...warning.properties,
    policies: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }, open), {
      description: 'the policies that it is about, at most 20',
    }),
    rule: { ...namedRule, description: 'the rule that it is about; null: it is about a setting' },
    decides_instead: { ...namedRule, description: 'the rule that decides in its place; null: there is none' },
  },
  { ...open, title: 'PolicyWarning' },
);
const answer = Type.Object(
  {
    data: Type.Array(found),
    has_more: Type.Boolean({ description: 'true: there are more than these 200' }),
    policies_not_compared: Type.Array(Type.String(), {
      description: 'the policies whose rules were not compared with others, because that would take too long',
    }),
  },
  { ...open, title: 'PolicyWarnings' },
);

const examplePolicy = '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e';
const exampleRule = { ...exampleNamedRule, policy_id: examplePolicy };
const documentation = {
  operationId: 'listPolicyWarnings',
  tag: 'Policies',
  summary: 'List what policies do not do',
  description:
    'The warnings about all active policies in one place. Those of `createPolicy`: `policy.evaluation-off`, ' +
    '`policy.step-up-reaches-nobody`, `policy.rule-never-decides` and `policy.mfa-also-permits`. And ' +
    '`policy.allows-what-is-allowed` for policies that only allow while `default_action` is allow, and ' +
    '`policy.raw-hashes-are-refused` for rules that allow bare hashes while `raw_hash_signing` is refuse. Rules are ' +
    'compared with others while those of a chain have at most 256 KiB.',
  answer: {
    data: [
      {
        code: 'policy.rule-never-decides',
        field: '/rules/1',
        remedy:
          `Rule 0 of the policy ${examplePolicy} (DENY) always decides where this rule could: remove this rule, or ` +
          'narrow that one.',
        policies: [{ id: examplePolicy, name: exampleRule.policy_name }],
        rule: { ...exampleRule, rule: 'at most 2 ether', rule_index: 1 },
        decides_instead: exampleRule,
      },
    ],
    has_more: false,
    policies_not_compared: [],
  },
} as const satisfies Documentation;

/** What the active policies do not do. */
export function policyWarningsRoute({ policy }: Pick<Services, 'policy'>): Route {
  return route({
    ...{ authentication: 'secret-key', rateClass: 'management', errors: 'problem', scope: 'read' },
    method: 'GET',
    path: '/v1/policy/warnings',
    status: 200,
    answer,
    documentation,
    async handle({ caller: { applicationId, providers }, context }) {
      const request = { applicationId, providerIssuers: issuersOfAll(providers) };
      const { warnings, more, policiesNotCompared } = await policy('ListWarnings', request, context);
      return {
        data: warnings.map(({ warning: said, policies, rule, because }) => ({
          ...present(said, 'warning'),
          policies,
          rule: namedRuleResponse(rule),
          decides_instead: namedRuleResponse(because),
        })),
        has_more: more,
        policies_not_compared: policiesNotCompared,
      };
    },
  });
}
