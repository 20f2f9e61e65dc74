import { mapInTurn } from '@wallet-service/values';
import Type from 'typebox';
import type { Services } from '../clients/services.js';
import { entityTag, expectedRevision } from '../http/if-match.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { chain, id } from './field.js';
import { policyResponse } from './policy-response.js';
import {
  examplePolicy,
  examplePolicyAnswer,
  policyAnswer,
  policyBody,
  policyChanges,
  scope,
} from './policy-schema.js';
import { changesToWire, draftToWire, issuersOfAll } from './policy-to-wire.js';

const common = { authentication: 'secret-key', rateClass: 'management', errors: 'problem' } as const;
const params = Type.Object({ id });
const reading = { ...common, scope: 'read' } as const;
const changing = { ...common, scope: 'policies' } as const;
const one = { path: '/v1/policy/:id', params } as const;
const readingOne = { ...reading, ...one };
const changingOne = { ...changing, ...one };

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
      '`policy_evaluation_enabled` is true. `warnings` tells what it does not do yet: `policy.evaluation-off`; ' +
      '`policy.step-up-reaches-nobody`; `policy.rule-never-decides` for a rule where another always decides; and ' +
      '`policy.mfa-also-permits` for a require_mfa rule that names no destination, because with a second factor it ' +
      'allows all of them. Rules are compared with others while those of a chain have at most 256 KiB.',
    refusals: ['policy.limit-reached'],
    body: examplePolicy,
    answer: examplePolicyAnswer,
  },
  listPolicies: {
    operationId: 'listPolicies',
    tag: 'Policies',
    summary: 'List the policies',
    description: 'All policies of the application, oldest first, unless the query names some of them.',
    answer: [examplePolicyAnswer],
  },
  getPolicy: {
    operationId: 'getPolicy',
    tag: 'Policies',
    summary: 'Get a policy',
    description: '`ETag` is the revision. Send it as `If-Match` to change exactly this revision.',
    refusals: ['policy.not-found'],
    answer: examplePolicyAnswer,
  },
  updatePolicy: {
    operationId: 'updatePolicy',
    tag: 'Policies',
    summary: 'Change a policy',
    description:
      'Only the given fields change. Without any, the revision stays the same. The chain cannot be changed. ' +
      '`warnings` are those of `createPolicy`.',
    headers: ['If-Match'],
    refusals: ['policy.not-found', 'policy.limit-reached'],
    body: { is_active: false },
    answer: { ...examplePolicyAnswer, is_active: false },
  },
  deletePolicy: {
    operationId: 'deletePolicy',
    tag: 'Policies',
    summary: 'Delete a policy',
    description:
      'The policy no longer decides once this is answered. Its revisions and decisions can still be read.',
    headers: ['If-Match'],
    refusals: ['policy.not-found'],
  },
} as const satisfies Record<string, Documentation>;

/** `/v1/policy`: the rules for signing requests. The policy service validates them. */
export function policyRoutes({ policy }: Pick<Services, 'policy'>): readonly Route[] {
  return [
    route({
      ...changing,
      method: 'POST',
      path: '/v1/policy',
      status: 201,
      body: policyBody,
      answer: policyAnswer,
      documentation: documented.createPolicy,
      async handle({ caller: { applicationId, providers }, body, context }) {
        const providerIssuers = issuersOfAll(providers);
        const request = { applicationId, policy: draftToWire(body), providerIssuers };
        return policyResponse(await policy('CreatePolicy', request, context));
      },
      headers: ({ revision }) => entityTag(revision),
    }),
    route({
      ...reading,
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
        return everyPage(async (after) => {
          const { policies, next } = await policy('ListPolicies', { ...request, after }, context);
          return { items: await mapInTurn(policies, policyResponse), next };
        });
      },
    }),
    route({
      ...readingOne,
      method: 'GET',
      status: 200,
      answer: policyAnswer,
      documentation: documented.getPolicy,
      async handle({ caller: { applicationId }, params: { id: policyId }, context }) {
        return policyResponse(await policy('GetPolicy', { applicationId, policyId }, context));
      },
      headers: ({ revision }) => entityTag(revision),
    }),
    route({
      ...changingOne,
      method: 'PATCH',
      status: 200,
      body: policyChanges,
      answer: policyAnswer,
      documentation: documented.updatePolicy,
      async handle({ caller, params: { id: policyId }, body, headers, context }) {
        const request = {
          applicationId: caller.applicationId,
          policyId,
          changes: changesToWire(body),
          expectedRevision: expectedRevision(headers),
          providerIssuers: issuersOfAll(caller.providers),
        };
        return policyResponse(await policy('UpdatePolicy', request, context));
      },
      headers: ({ revision }) => entityTag(revision),
    }),
    route({
      ...changingOne,
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

/** `next` is empty on the last page. */
async function everyPage<Item>(
  read: (after: string) => Promise<{ readonly items: readonly Item[]; readonly next: string }>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (let after = '', isLast = false; !isLast;) {
    const { items, next } = await read(after);
    all.push(...items);
    after = next;
    isLast = next === '';
  }
  return all;
}
