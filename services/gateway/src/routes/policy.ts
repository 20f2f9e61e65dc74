import type { PolicyDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import { mapInTurn } from '@wallet-service/values';
import Type from 'typebox';
import type { Services } from '../clients/services.js';
import { entityTag, expectedRevision } from '../http/if-match.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { chain, id } from './field.js';
import {
  description,
  examplePolicy,
  examplePolicyAnswer,
  policyAnswer,
  policyBody,
  rules,
  scope,
  policyName,
} from './policy-schema.js';

const common = { authentication: 'secret-key', rateClass: 'management', errors: 'problem' } as const;
const params = Type.Object({ id });
const one = { ...common, path: '/v1/policy/:id', params } as const;

const changes = Type.Object(
  {
    is_active: Type.Optional(Type.Boolean()),
    name: Type.Optional(policyName),
    rules: Type.Optional(rules),
    scope: Type.Optional(scope),
    description: Type.Optional(description),
    chain: Type.Optional(Type.Unknown({ description: 'cannot be changed: must be the policy’s chain' })),
  },
  { additionalProperties: false },
);
const filters = Type.Object(
  {
    is_active: Type.Optional(Type.Enum(['true', 'false'], { type: 'string' })),
    chain: Type.Optional(chain),
    scope: Type.Optional(scope),
  },
  { additionalProperties: false },
);

const documented = {
  createPolicy: {
    operationId: 'createPolicy',
    tag: 'Policies',
    summary: 'Create a policy',
    description:
      'Applies to every signing request that starts after the answer, if the application’s setting ' +
      '`policy_evaluation_enabled` is true.',
    refusals: ['policy.limit-reached'],
    body: examplePolicy,
    answer: examplePolicyAnswer,
  },
  listPolicies: {
    operationId: 'listPolicies',
    tag: 'Policies',
    summary: 'List the policies',
    answer: [examplePolicyAnswer],
  },
  getPolicy: {
    operationId: 'getPolicy',
    tag: 'Policies',
    summary: 'Get a policy',
    refusals: ['policy.not-found'],
    answer: examplePolicyAnswer,
  },
  updatePolicy: {
    operationId: 'updatePolicy',
    tag: 'Policies',
    summary: 'Change a policy',
    description:
      'Only the given fields change. Without any, the revision stays the same. The chain cannot be changed.',
    headers: ['If-Match'],
    refusals: ['policy.not-found', 'policy.limit-reached'],
    body: { is_active: false },
    answer: { ...examplePolicyAnswer, is_active: false },
  },
  deletePolicy: {
    operationId: 'deletePolicy',
    tag: 'Policies',
    summary: 'Delete a policy',
    headers: ['If-Match'],
    refusals: ['policy.not-found'],
  },
} as const satisfies Record<string, Documentation>;

/** `/v1/policy`: the rules for signing requests. The policy service validates them. */
export function policyRoutes({ policy }: Pick<Services, 'policy'>): readonly Route[] {
  return [
    route({
      ...common,
      method: 'POST',
      path: '/v1/policy',
      status: 201,
      body: policyBody,
      answer: policyAnswer,
      documentation: documented.createPolicy,
      async handle({ caller: { applicationId }, body, context }) {
        const request = { applicationId, policyJson: JSON.stringify(body) };
        return toResponse(await policy('CreatePolicy', request, context));
      },
      headers: ({ revision }) => entityTag(revision),
    }),
    route({
      ...common,
      method: 'GET',
      path: '/v1/policy',
      status: 200,
      query: filters,
      answer: Type.Array(policyAnswer),
      documentation: documented.listPolicies,
      async handle({ caller: { applicationId }, query, context }) {
        const request = {
          applicationId,
          ...(query.is_active !== undefined && { isActive: query.is_active === 'true' }),
          chain: query.chain ?? '',
          scope: query.scope ?? '',
        };
        const { policies } = await policy('ListPolicies', request, context);
        return mapInTurn(policies, toResponse);
      },
    }),
    route({
      ...one,
      method: 'GET',
      status: 200,
      answer: policyAnswer,
      documentation: documented.getPolicy,
      async handle({ caller: { applicationId }, params: { id: policyId }, context }) {
        return toResponse(await policy('GetPolicy', { applicationId, policyId }, context));
      },
      headers: ({ revision }) => entityTag(revision),
    }),
    route({
      ...one,
      method: 'PATCH',
      status: 200,
      body: changes,
      answer: policyAnswer,
      documentation: documented.updatePolicy,
      async handle({ caller: { applicationId }, params: { id: policyId }, body, headers, context }) {
        const request = {
          applicationId,
          policyId,
          changesJson: JSON.stringify(body),
          expectedRevision: expectedRevision(headers),
        };
        return toResponse(await policy('UpdatePolicy', request, context));
      },
      headers: ({ revision }) => entityTag(revision),
    }),
    route({
      ...one,
      method: 'DELETE',
      status: 204,
      documentation: documented.deletePolicy,
      handle({ caller: { applicationId }, params: { id: policyId }, headers, context }) {
        const request = { applicationId, policyId, expectedRevision: expectedRevision(headers) };
        return policy('DeletePolicy', request, context);
      },
    }),
  ];
}

/** `revision` is for the entity tag; the schema of the answer leaves it out. */
export function toResponse(record: ReceivedResponseOf<PolicyDefinition['GetPolicy']>) {
  return {
    id: record.id,
    is_active: record.isActive,
    name: record.name,
    chain: record.chain,
    rules: JSON.parse(record.rulesJson) as unknown[],
    scope: record.scope,
    description: record.description ?? null,
    revision: record.revision,
  };
}
