import { AppError } from '@wallet-service/errors';
import Type from 'typebox';
import type { Services } from '../clients/services.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { id } from './field.js';
import {
  invitation,
  invitationExample,
  invitationResponse,
  memberExample,
  memberResponse,
  personEmail,
  personName,
  role,
  shownMember,
} from './person-schema.js';
import { withdrawApprovals } from './withdraw-approvals.js';

const common = { authentication: 'secret-key', rateClass: 'management', errors: 'problem' } as const;
const path = '/v1/member';
const one = { path: `${path}/:id`, params: Type.Object({ id }) } as const;

const listed = Type.Object(
  {
    former: Type.Optional(
      Type.Enum(['true', 'false'], {
        type: 'string',
        description: 'whether those who have left are listed, in place of those who have access',
        examples: ['true'],
      }),
    ),
  },
  { additionalProperties: false },
);

const documented = {
  listMembers: {
    operationId: 'listMembers',
    tag: 'People',
    summary: 'List the people of the application',
    description:
      'With their roles, and whether they have accepted their invitation. With `former=true` those who had access ' +
      'once, whom records name by their id.',
    answer: { data: [memberExample] },
  },
  addMember: {
    operationId: 'addMember',
    tag: 'People',
    summary: 'Add a person',
    description:
      'Somebody new (`name`) gets an invitation, which is shown once: give it to them alone. Somebody who can sign ' +
      'in already is added by `person_id`. Only owners may, in their session.',
    refusals: ['auth.people-only', 'person.not-found', 'member.exists', 'member.limit-reached'],
    body: { name: 'Ada', role: 'developer' },
    answer: invitationExample,
  },
  updateMember: {
    operationId: 'updateMember',
    tag: 'People',
    summary: 'Change a person’s role',
    description:
      'Holds for every request that starts after the answer. What somebody approved of waiting signatures counts ' +
      'only while they are an owner. Only owners may, in their session.',
    refusals: ['auth.people-only', 'member.not-found', 'member.last-owner'],
    body: { role: 'auditor' },
    answer: { ...memberExample, role: 'auditor' },
  },
  removeMember: {
    operationId: 'removeMember',
    tag: 'People',
    summary: 'Remove a person',
    description:
      'They have no access to this application any more, and what they approved of waiting signatures no longer ' +
      'counts. Only owners may, in their session.',
    refusals: ['auth.people-only', 'member.not-found', 'member.last-owner'],
  },
} as const satisfies Record<string, Documentation>;

/** `/v1/member`: the people of an application. */
export function memberRoutes({ identity, policy }: Pick<Services, 'identity' | 'policy'>): readonly Route[] {
  return [
    route({
      ...common,
      scope: 'read',
      method: 'GET',
      path,
      status: 200,
      query: listed,
      answer: Type.Object({ data: Type.Array(shownMember) }),
      documentation: documented.listMembers,
      async handle({ caller: { applicationId }, query, context }) {
        const asked = { applicationId, former: query.former === 'true' };
        const { members } = await identity('ListMembers', asked, context);
        return { data: members.map(memberResponse) };
      },
    }),
    route({
      ...common,
      scope: 'members',
      method: 'POST',
      path,
      status: 201,
      body: Type.Union([
        Type.Object(
          { name: personName, email: Type.Optional(personEmail), role },
          { additionalProperties: false },
        ),
        Type.Object({ person_id: id, role }, { additionalProperties: false }),
      ]),
      answer: Type.Object(invitation),
      documentation: documented.addMember,
      async handle({ caller: { applicationId }, body, context }) {
        const named =
          'name' in body ? { name: body.name, email: body.email ?? '' } : { personId: body.person_id };
        const answer = await identity('AddMember', { applicationId, role: body.role, ...named }, context);
        return invitationResponse(answer.person?.id ?? '', answer);
      },
    }),
    route({
      ...common,
      ...one,
      scope: 'members',
      method: 'PATCH',
      status: 200,
      body: Type.Object({ role }, { additionalProperties: false }),
      answer: shownMember,
      documentation: documented.updateMember,
      async handle({ caller: { applicationId }, params, body, context }) {
        const request = { applicationId, personId: params.id, role: body.role };
        const member = await identity('UpdateMember', request, context);
        const owned = { applicationIds: [applicationId], personId: params.id };
        if (body.role !== 'owner') await withdrawApprovals(policy, owned, context);
        return memberResponse(member);
      },
    }),
    route({
      ...common,
      ...one,
      scope: 'members',
      method: 'DELETE',
      status: 204,
      documentation: documented.removeMember,
      async handle({ caller: { applicationId }, params, context }) {
        const owned = { applicationIds: [applicationId], personId: params.id };
        try {
          await identity('RemoveMember', { applicationId, personId: params.id }, context);
        } catch (error) {
          // Perhaps they were removed by the same request, whose rest failed.
          if (error instanceof AppError && error.code === 'member.not-found')
            await withdrawApprovals(policy, owned, context);
          throw error;
        }
        await withdrawApprovals(policy, owned, context);
      },
    }),
  ];
}
