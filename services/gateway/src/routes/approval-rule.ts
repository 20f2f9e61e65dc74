import { coverableScopes } from '@wallet-service/grants';
import Type from 'typebox';
import type { Services } from '../clients/services.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { id } from './field.js';

const common = {
  authentication: 'secret-key',
  rateClass: 'management',
  errors: 'problem',
  path: '/v1/approval_rule',
} as const;

const rule = Type.Object(
  {
    needed: Type.Integer({
      minimum: 0,
      maximum: 10,
      description: 'how many owners must approve; 0: no change needs approval',
    }),
    scopes: Type.Array(Type.Enum([...coverableScopes], { type: 'string' }), {
      maxItems: coverableScopes.length,
      description:
        'the changes that need it: those that need one of these scopes. `members` must be among them. Exports of ' +
        'keys are no changes: a policy with the action `require_approval` on `exportPrivateKey` makes them wait',
    }),
  },
  { additionalProperties: false, title: 'ApprovalRule' },
);
const example = { needed: 2, scopes: ['policies', 'settings', 'members'] };

const documented = {
  getApprovalRule: {
    operationId: 'getApprovalRule',
    tag: 'People',
    summary: 'Get which changes need approvals',
    description: 'Such a change is refused with `auth.approval-required`. `createChangeRequest` asks for it.',
    answer: example,
  },
  setApprovalRule: {
    operationId: 'setApprovalRule',
    tag: 'People',
    summary: 'Set which changes need approvals',
    description:
      'Holds at once for people and secret keys. A grant that was made before is taken for less than a minute. While ' +
      'there is a rule, changing it needs approvals too. The operator can take it back.',
    refusals: ['auth.people-only', 'approval-rule.too-many'],
    body: example,
    answer: example,
  },
  adminRemoveApprovalRule: {
    operationId: 'adminRemoveApprovalRule',
    tag: 'Administration',
    summary: 'Let an application change without approvals',
    description: 'For an application whose owners are gone. Its journal shows it.',
    refusals: ['application.not-found'],
  },
} as const satisfies Record<string, Documentation>;

/** `/v1/approval_rule`: which changes of an application need the approval of several owners. */
export function approvalRuleRoutes({ identity }: Pick<Services, 'identity'>): readonly Route[] {
  return [
    route({
      ...common,
      scope: 'read',
      method: 'GET',
      status: 200,
      answer: rule,
      documentation: documented.getApprovalRule,
      async handle({ caller: { applicationId }, context }) {
        return ruleResponse(await identity('GetApprovalRule', { applicationId }, context));
      },
    }),
    route({
      ...common,
      scope: 'members',
      method: 'PATCH',
      status: 200,
      body: rule,
      answer: rule,
      documentation: documented.setApprovalRule,
      async handle({ caller: { applicationId }, body, context }) {
        return ruleResponse(await identity('SetApprovalRule', { applicationId, ...body }, context));
      },
    }),
    route({
      authentication: 'operator',
      rateClass: 'management',
      errors: 'problem',
      method: 'DELETE',
      path: '/v1/admin/application/:id/approval_rule',
      status: 204,
      params: Type.Object({ id }),
      documentation: documented.adminRemoveApprovalRule,
      handle: ({ params: { id: applicationId }, context }) =>
        identity('SetApprovalRule', { applicationId, needed: 0, scopes: [] }, context),
    }),
  ];
}

function ruleResponse({ needed, scopes }: { readonly needed: number; readonly scopes: readonly string[] }) {
  return { needed, scopes: scopes as (typeof coverableScopes)[number][] };
}
