import type { IdentityDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import Type from 'typebox';
import type { Services } from '../clients/services.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { id, noBody, nullableText, pageLimit, unixTime } from './field.js';
import {
  invitation,
  emailOf,
  invitationExample,
  invitationResponse,
  memberExample,
  personEmail,
  personName,
  role,
  roleOf,
} from './person-schema.js';
import { withdrawApprovals } from './withdraw-approvals.js';

const common = { authentication: 'operator', rateClass: 'management', errors: 'problem' } as const;
const path = '/v1/admin/person';

const newcomer = { name: personName, email: Type.Optional(personEmail) };
const shownPerson = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    email: nullableText,
    is_operator: Type.Boolean(),
    memberships: Type.Array(
      Type.Object({ application_id: Type.String(), application_name: Type.String(), role }),
    ),
    time_created: unixTime,
    time_disabled: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  },
  { title: 'Person' },
);

const documented = {
  adminListPeople: {
    operationId: 'adminListPeople',
    tag: 'Administration',
    summary: 'List the people of the installation',
    description: 'Oldest first, with their roles. `next` is the `after` of the next page.',
    answer: {
      data: [
        {
          id: memberExample.person_id,
          name: 'Ada',
          email: 'ada@example.com',
          is_operator: false,
          memberships: [
            { application_id: memberExample.person_id, application_name: 'Shop', role: 'developer' },
          ],
          time_created: 1_790_000_000,
          time_disabled: null,
        },
      ],
      next: null,
    },
  },
  adminInvitePerson: {
    operationId: 'adminInvitePerson',
    tag: 'Administration',
    summary: 'Invite a person',
    description:
      'As operator, or with a role in one application. The invitation is shown once: give it to them alone. They ' +
      'make a passkey with it, within a week. Somebody who can sign in already gets the role by `person_id`.',
    refusals: [
      'people.disabled',
      'application.not-found',
      'person.not-found',
      'member.exists',
      'member.limit-reached',
    ],
    body: { name: 'Ada', application_id: memberExample.person_id, role: 'owner' },
    answer: invitationExample,
  },
  adminRenewInvitation: {
    operationId: 'adminRenewInvitation',
    tag: 'Administration',
    summary: 'Invite a person again',
    description: 'For another passkey, because the others are lost. Their earlier invitation ends.',
    refusals: ['people.disabled', 'person.not-found'],
    answer: invitationExample,
  },
  adminDisablePerson: {
    operationId: 'adminDisablePerson',
    tag: 'Administration',
    summary: 'End all access of a person',
    description:
      'Their sessions end, they are removed from all applications, and what they approved of waiting signatures no ' +
      'longer counts. It cannot be undone: invite them again.',
    refusals: ['person.not-found'],
  },
} as const satisfies Record<string, Documentation>;

type Behind = Pick<Services, 'identity' | 'policy'>;

/** `/v1/admin/person`: the people of the installation. */
export function adminPersonRoutes({ identity, policy }: Behind): readonly Route[] {
  return [
    route({
      ...common,
      method: 'GET',
      path,
      status: 200,
      query: Type.Object(
        { after: Type.Optional(id), limit: Type.Optional(pageLimit) },
        { additionalProperties: false },
      ),
      answer: Type.Object({ data: Type.Array(shownPerson), next: nullableText }),
      documentation: documented.adminListPeople,
      async handle({ query, context }) {
        const request = { after: query.after ?? '', limit: Number(query.limit ?? 50) };
        const { people, next } = await identity('ListPeople', request, context);
        return { data: people.map(personResponse), next: next === '' ? null : next };
      },
    }),
    route({
      ...common,
      method: 'POST',
      path,
      status: 201,
      body: Type.Union([
        Type.Object({ ...newcomer, is_operator: Type.Literal(true) }, { additionalProperties: false }),
        Type.Object({ ...newcomer, application_id: id, role }, { additionalProperties: false }),
        Type.Object({ person_id: id, application_id: id, role }, { additionalProperties: false }),
      ]),
      answer: Type.Object(invitation),
      documentation: documented.adminInvitePerson,
      async handle({ body, context }) {
        const named =
          'name' in body ? { name: body.name, email: body.email ?? '' } : { personId: body.person_id };
        const answer =
          'role' in body
            ? await identity(
                'AddMember',
                { applicationId: body.application_id, role: body.role, ...named },
                context,
              )
            : await identity(
                'InvitePerson',
                { name: body.name, email: body.email ?? '', isOperator: true },
                context,
              );
        return invitationResponse(answer.person?.id ?? '', answer);
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: `${path}/:id/invitation`,
      status: 201,
      params: Type.Object({ id }),
      body: noBody,
      answer: Type.Object(invitation),
      documentation: documented.adminRenewInvitation,
      async handle({ params, context }) {
        const answer = await identity('RenewInvitation', { personId: params.id }, context);
        return invitationResponse(params.id, answer);
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path: `${path}/:id`,
      status: 204,
      params: Type.Object({ id }),
      documentation: documented.adminDisablePerson,
      async handle({ params, context }) {
        const { applicationIds } = await identity('DisablePerson', { personId: params.id }, context);
        await withdrawApprovals(policy, { applicationIds, personId: params.id }, context);
      },
    }),
  ];
}

type Person = ReceivedResponseOf<IdentityDefinition['ListPeople']>['people'][number];

function personResponse(person: Person) {
  return {
    id: person.id,
    name: person.name,
    email: emailOf(person.email),
    is_operator: person.isOperator,
    memberships: person.memberships.map((one) => ({
      application_id: one.applicationId,
      application_name: one.applicationName,
      role: roleOf(one.role),
    })),
    time_created: Number(person.timeCreated),
    time_disabled: Number(person.timeDisabled) || null,
  };
}
