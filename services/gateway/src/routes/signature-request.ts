import type { PolicyDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import Type from 'typebox';
import type { RequestContext, Services } from '../clients/services.js';
import { sessionOfPerson } from '../http/authenticate-session.js';
import type { RequestHeaders } from '../http/authenticate-user.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { id, noBody, nullableText, pageLimit } from './field.js';
import { namesOfApprovers } from './names-of-approvers.js';
import { passkeyJson, passkeyJsonExample, publicKeyOptions } from './person-schema.js';
import {
  exampleSignatureRequest,
  signatureRequest,
  signatureRequestResponse,
} from './signature-request-schema.js';

const common = {
  authentication: 'secret-key',
  rateClass: 'management',
  errors: 'problem',
  scope: 'lookup',
} as const;
const closed = { additionalProperties: false } as const;
const path = '/v1/signature_request';
const one = { ...common, path: `${path}/:id`, params: Type.Object({ id }) } as const;
const deciding = { ...one, scope: 'approvals' } as const;
const tag = 'Policies';
const example = exampleSignatureRequest;
const notFound = ['signature-request.not-found'] as const;
const closedToo = [...notFound, 'auth.people-only', 'signature-request.closed'] as const;

const documented = {
  listSignatureRequests: {
    operationId: 'listSignatureRequests',
    tag,
    summary: 'List the signatures that wait for approvals, and those of the last 90 days',
    description: 'Newest first. `next` is the `before` of the next page.',
    answer: { data: [example], next: null },
  },
  getSignatureRequest: {
    operationId: 'getSignatureRequest',
    tag,
    summary: 'Get a signature that needs approvals',
    description:
      'A rule with the action require_approval opened it. Your backend can ask here until its state is approved, or ' +
      'wait for the webhook `signature_request.approved`. Then the user gets the signature by sending the same ' +
      'request again, with a token that is valid then. It expires after a day. After the first signature the same ' +
      'request may be sent again for 10 minutes.',
    refusals: notFound,
    answer: example,
  },
  createSignatureChallenge: {
    operationId: 'createSignatureChallenge',
    tag,
    summary: 'Begin to approve a signature',
    description:
      'What the passkey signs is made from the hash of the request and the person. Only owners approve, in their ' +
      'session.',
    refusals: closedToo,
    answer: { public_key: { challenge: '…' } },
  },
  approveSignatureRequest: {
    operationId: 'approveSignatureRequest',
    tag,
    summary: 'Approve a signature',
    description:
      'Each owner counts once. The policy service verifies the passkey now, and again before it allows.',
    refusals: [...closedToo, 'auth.passkey-invalid', 'signature-request.approved-already'],
    body: { passkey: passkeyJsonExample },
    answer: example,
  },
  declineSignatureRequest: {
    operationId: 'declineSignatureRequest',
    tag,
    summary: 'Decline a signature',
    description: 'One owner is enough, until it is signed. Approvals that were given count no more.',
    refusals: closedToo,
    answer: { ...example, state: 'declined' },
  },
} as const satisfies Record<string, Documentation>;

/** `/v1/signature_request`: signatures that wait for the approval of owners. */
export function signatureRequestRoutes(services: Pick<Services, 'policy' | 'identity'>): readonly Route[] {
  return [...readingRoutes(services), ...decidingRoutes(services)];
}

function readingRoutes({ policy, identity }: Pick<Services, 'policy' | 'identity'>): readonly Route[] {
  return [
    route({
      ...common,
      method: 'GET',
      path,
      status: 200,
      query: Type.Object({ before: Type.Optional(id), limit: Type.Optional(pageLimit) }, closed),
      answer: Type.Object({ data: Type.Array(signatureRequest), next: nullableText }),
      documentation: documented.listSignatureRequests,
      async handle({ caller: { applicationId }, query: { before = '', limit = '50' }, context }) {
        const request = { applicationId, before, limit: Number(limit) };
        const { requests, next } = await policy('ListSignatureRequests', request, context);
        const nameOf = await namesOfApprovers(identity, applicationId, requests, context);
        const data = requests.map((found) => signatureRequestResponse(found, Date.now(), nameOf));
        return { data, next: next === '' ? null : next };
      },
    }),
    route({
      ...one,
      method: 'GET',
      status: 200,
      answer: signatureRequest,
      documentation: documented.getSignatureRequest,
      async handle({ caller: { applicationId }, params: { id: requestId }, context }) {
        const found = await policy('GetSignatureRequest', { applicationId, requestId }, context);
        return shown(identity, applicationId, found, context);
      },
    }),
  ];
}

function decidingRoutes({ policy, identity }: Pick<Services, 'policy' | 'identity'>): readonly Route[] {
  /** Identity's statement about the person of the session. Throws `auth.people-only`. */
  async function approverOf(
    applicationId: string,
    headers: RequestHeaders,
    context: RequestContext,
    credentialId = '',
  ) {
    const request = { applicationId, session: sessionOfPerson(headers), credentialId };
    return (await identity('VouchForApprover', request, context)).approver;
  }
  return [
    route({
      ...deciding,
      method: 'POST',
      path: `${one.path}/challenge`,
      status: 201,
      body: noBody,
      answer: Type.Object({ public_key: publicKeyOptions }),
      documentation: documented.createSignatureChallenge,
      async handle({ caller: { applicationId }, params: { id: requestId }, headers, context }) {
        const approver = await approverOf(applicationId, headers, context);
        const asked = { applicationId, requestId, approver };
        const { optionsJson } = await policy('CreateSignatureChallenge', asked, context);
        return { public_key: JSON.parse(optionsJson) as unknown };
      },
    }),
    route({
      ...deciding,
      method: 'POST',
      path: `${one.path}/approve`,
      status: 200,
      body: Type.Object({ passkey: passkeyJson }, closed),
      answer: signatureRequest,
      documentation: documented.approveSignatureRequest,
      async handle({ caller: { applicationId }, params: { id: requestId }, headers, body, context }) {
        const approver = await approverOf(applicationId, headers, context, idOf(body.passkey));
        const approval = { applicationId, requestId, approver, passkeyJson: JSON.stringify(body.passkey) };
        const found = await policy('ApproveSignature', approval, context);
        return shown(identity, applicationId, found, context);
      },
    }),
    route({
      ...deciding,
      method: 'POST',
      path: `${one.path}/decline`,
      status: 200,
      body: noBody,
      answer: signatureRequest,
      documentation: documented.declineSignatureRequest,
      async handle({ caller: { applicationId }, params: { id: requestId }, headers, context }) {
        const approver = await approverOf(applicationId, headers, context);
        const asked = { applicationId, requestId, approver };
        const found = await policy('DeclineSignature', asked, context);
        return shown(identity, applicationId, found, context);
      },
    }),
  ];
}

async function shown(
  identity: Services['identity'],
  applicationId: string,
  found: ReceivedResponseOf<PolicyDefinition['GetSignatureRequest']>,
  context: RequestContext,
) {
  const nameOf = await namesOfApprovers(identity, applicationId, [found], context);
  return signatureRequestResponse(found, Date.now(), nameOf);
}

/** Of the passkey that answered. Empty if it is no answer, which the policy service refuses. */
function idOf({ id: given }: { readonly id?: unknown }): string {
  return typeof given === 'string' ? given : '';
}
