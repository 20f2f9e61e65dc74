import Type from 'typebox';
import type { Services } from '../clients/services.js';
import { sessionOfPerson } from '../http/authenticate-session.js';
import { expectedRevision } from '../http/if-match.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { carryOut, isDecidedElsewhere, isOutdated, rehearse, shownAt } from './carry-out-change.js';
import { changeRequest, changeRequestResponse, exampleChangeRequest } from './change-request-schema.js';
import { id, noBody, nullableText, pageLimit } from './field.js';
import { passkeyJson, passkeyJsonExample, publicKeyOptions } from './person-schema.js';

const common = {
  authentication: 'secret-key',
  rateClass: 'management',
  errors: 'problem',
  scope: 'read',
} as const;
const closed = { additionalProperties: false } as const;
const path = '/v1/change_request';
const one = { ...common, path: `${path}/:id`, params: Type.Object({ id }) } as const;
const deciding = { ...one, scope: 'approvals' } as const;
const tag = 'People';
const example = exampleChangeRequest;
const notFound = ['change-request.not-found'] as const;
const closedToo = [...notFound, 'auth.people-only', 'change-request.closed'] as const;

const asked = Type.Object(
  {
    method: Type.Enum(['POST', 'PATCH', 'DELETE'], { type: 'string' }),
    path: Type.String({
      minLength: 1,
      maxLength: 512,
      description: 'of the change, such as /v1/policy, without a query',
    }),
    body: Type.Optional(
      Type.Unsafe<object>({ type: 'object', description: 'the body of the change, at most 100,000 bytes' }),
    ),
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'why, for those who approve and the journal',
      }),
    ),
  },
  closed,
);

const documented = {
  createChangeRequest: {
    operationId: 'createChangeRequest',
    tag,
    summary: 'Ask for a change that needs approvals',
    description:
      'The route of the change checks it now, but nothing is changed. It waits for a week. When the last owner who ' +
      'is needed approves it, it is carried out, unless its answer may have a secret. It fails if what `before` ' +
      'shows is not as it was. It lapses when who asked may make no such change any more. With `If-Match` it is ' +
      'asked for only if the policy has this revision now.',
    headers: ['If-Match'],
    refusals: ['change-request.not-needed', 'change-request.limit-reached'],
    body: { method: 'PATCH', path: example.path, body: example.body, reason: example.reason },
    answer: example,
  },
  listChangeRequests: {
    operationId: 'listChangeRequests',
    tag,
    summary: 'List the changes that wait for approvals, and those of the last 90 days',
    description: 'Newest first. `next` is the `before` of the next page.',
    answer: { data: [example], next: null },
  },
  getChangeRequest: {
    operationId: 'getChangeRequest',
    tag,
    summary: 'Get a change that was asked for',
    description:
      'With its approvals, as their passkeys signed them. While it is open, `is_outdated` says whether it would ' +
      'fail, because what it changes has changed since.',
    refusals: notFound,
    answer: { ...example, is_outdated: false },
  },
  createApprovalChallenge: {
    operationId: 'createApprovalChallenge',
    tag,
    summary: 'Begin to approve a change',
    description:
      'What the passkey signs is made from the hash of the change and the person. Only owners approve, in their ' +
      'session.',
    refusals: closedToo,
    answer: { public_key: { challenge: '…' } },
  },
  approveChangeRequest: {
    operationId: 'approveChangeRequest',
    tag,
    summary: 'Approve a change',
    description: 'Each owner counts once, also who asked. The last one who is needed has it carried out.',
    refusals: [...closedToo, 'auth.passkey-invalid', 'change-request.approved-already'],
    body: { passkey: passkeyJsonExample },
    answer: { ...example, state: 'done', status: 200, time_ended: 1_790_000_100 },
  },
  declineChangeRequest: {
    operationId: 'declineChangeRequest',
    tag,
    summary: 'Decline a change, or take it back',
    description: 'One owner is enough. Who asked may take it back. It is over then.',
    refusals: closedToo,
    answer: { ...example, state: 'declined', time_ended: 1_790_000_100 },
  },
  carryOutChangeRequest: {
    operationId: 'carryOutChangeRequest',
    tag,
    summary: 'Carry out a change that was approved',
    description:
      'For a change whose answer may have a secret: only who asked gets it, here. It is carried out at most once.',
    refusals: [
      ...notFound,
      'change-request.closed',
      'change-request.not-approved',
      'change-request.asker-only',
    ],
    answer: { change_request: { ...example, state: 'done', status: 201 }, answer: {} },
  },
} as const satisfies Record<string, Documentation>;

/** `/v1/change_request`: changes that need the approval of several owners. */
export function changeRequestRoutes({ identity }: Pick<Services, 'identity'>): readonly Route[] {
  return [...askingRoutes(identity), ...decidingRoutes(identity), carryOutRoute(identity)];
}

function askingRoutes(identity: Services['identity']): readonly Route[] {
  return [
    route({
      ...common,
      method: 'POST',
      path,
      status: 201,
      body: asked,
      answer: changeRequest,
      documentation: documented.createChangeRequest,
      async handle({ caller, body: given, headers, context, sendWithin }) {
        const { method, reason = '' } = given;
        // Its route takes it with a slash at the end, too. Owners see one path for one thing.
        const at = given.path.replace(/(?<=.)\/$/, '');
        const change = { method, path: at, body: given.body ? JSON.stringify(given.body) : '' };
        const sending = { caller, context, sendWithin };
        const expected = expectedRevision(headers);
        const request = {
          applicationId: caller.applicationId,
          ...{ scope: await rehearse(change, sending), beforeJson: await shownAt(change, expected, sending) },
          ...{ method, path: at, bodyJson: change.body, reason },
        };
        return changeRequestResponse(await identity('AskForChange', request, context), Date.now());
      },
    }),
    route({
      ...common,
      method: 'GET',
      path,
      status: 200,
      query: Type.Object({ before: Type.Optional(id), limit: Type.Optional(pageLimit) }, closed),
      answer: Type.Object({ data: Type.Array(changeRequest), next: nullableText }),
      documentation: documented.listChangeRequests,
      async handle({ caller: { applicationId }, query: { before = '', limit = '50' }, context }) {
        const request = { applicationId, before, limit: Number(limit) };
        const { requests, next } = await identity('ListChangeRequests', request, context);
        const data = requests.map((found) => changeRequestResponse(found, Date.now()));
        return { data, next: next === '' ? null : next };
      },
    }),
    route({
      ...one,
      method: 'GET',
      status: 200,
      answer: changeRequest,
      documentation: documented.getChangeRequest,
      async handle({ caller, params: { id: requestId }, context, sendWithin }) {
        const of = { applicationId: caller.applicationId, requestId };
        const found = await identity('GetChangeRequest', of, context);
        const shown = changeRequestResponse(found, Date.now());
        if (shown.state !== 'open') return shown;
        const outdated = await isOutdated(found, { caller, context, sendWithin });
        return { ...shown, is_outdated: outdated ?? null };
      },
    }),
  ];
}

function decidingRoutes(identity: Services['identity']): readonly Route[] {
  return [
    route({
      ...deciding,
      method: 'POST',
      path: `${one.path}/challenge`,
      status: 201,
      body: noBody,
      answer: Type.Object({ public_key: publicKeyOptions }),
      documentation: documented.createApprovalChallenge,
      async handle({ caller: { applicationId }, params: { id: requestId }, headers, context }) {
        const request = { applicationId, requestId, session: sessionOfPerson(headers) };
        const { optionsJson } = await identity('CreateApprovalChallenge', request, context);
        return { public_key: JSON.parse(optionsJson) as unknown };
      },
    }),
    route({
      ...deciding,
      method: 'POST',
      path: `${one.path}/approve`,
      status: 200,
      body: Type.Object({ passkey: passkeyJson }, closed),
      answer: changeRequest,
      documentation: documented.approveChangeRequest,
      async handle({ caller, params: { id: requestId }, headers, body, context, sendWithin }) {
        const of = { applicationId: caller.applicationId, requestId };
        const passkey = JSON.stringify(body.passkey);
        const decision = { ...of, session: sessionOfPerson(headers), passkeyJson: passkey };
        const approved = await identity('ApproveChange', decision, context);
        const isReady = approved.approvals.length >= approved.needed && !approved.isForAskerAlone;
        if (!isReady) return changeRequestResponse(approved, Date.now());
        const { request } = await carryOut(identity, of, { caller, context, sendWithin }).catch(
          async (error: unknown) => {
            if (!isDecidedElsewhere(error)) throw error;
            return { request: await identity('GetChangeRequest', of, context) };
          },
        );
        return changeRequestResponse(request, Date.now());
      },
    }),
    route({
      ...deciding,
      method: 'POST',
      path: `${one.path}/decline`,
      status: 200,
      body: noBody,
      answer: changeRequest,
      documentation: documented.declineChangeRequest,
      async handle({ caller: { applicationId }, params: { id: requestId }, headers, context }) {
        const request = { applicationId, requestId, session: sessionOfPerson(headers) };
        return changeRequestResponse(await identity('DeclineChange', request, context), Date.now());
      },
    }),
  ];
}

function carryOutRoute(identity: Services['identity']): Route {
  return route({
    ...one,
    method: 'POST',
    path: `${one.path}/carry_out`,
    status: 200,
    body: noBody,
    answer: Type.Object({
      change_request: changeRequest,
      answer: Type.Unknown({ description: 'to the change; null if it failed, or if there is none' }),
    }),
    documentation: documented.carryOutChangeRequest,
    async handle({ caller, params: { id: requestId }, context, sendWithin }) {
      const of = { applicationId: caller.applicationId, requestId };
      const { request, answer } = await carryOut(identity, of, { caller, context, sendWithin });
      return { change_request: changeRequestResponse(request, Date.now()), answer };
    },
  });
}
