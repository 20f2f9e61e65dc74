import Type from 'typebox';
import type { Services } from '../clients/services.js';
import { sessionOf } from '../http/authenticate-session.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { noBody } from './field.js';
import {
  newSession,
  newSessionExample,
  newSessionResponse,
  passkeyExample,
  passkeyJson,
  passkeyJsonExample,
  passkeyLabel,
  passkeyResponse,
  publicKeyOptions,
  shownPasskey,
} from './person-schema.js';

const shared = { rateClass: 'management', errors: 'problem' } as const;
const open = { ...shared, rateClass: 'sign-in', authentication: 'none' } as const;
const own = { ...shared, authentication: 'session' } as const;
const token = Type.String({ minLength: 1, maxLength: 256, description: 'the token of the invitation' });
const credentialId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,1364}$', description: 'base64url' });

const documented = {
  createInvitationChallenge: {
    operationId: 'createInvitationChallenge',
    tag: 'People',
    summary: 'Begin to accept an invitation',
    description: 'Says for whom it is, and what the browser needs to make their passkey.',
    refusals: ['people.disabled', 'auth.invitation-invalid'],
    body: { invitation: 'inv_…' },
    answer: { name: 'Ada', public_key: { challenge: '…' } },
  },
  acceptInvitation: {
    operationId: 'acceptInvitation',
    tag: 'People',
    summary: 'Accept an invitation',
    description: 'Keeps the new passkey, signs the person in, and ends the invitation.',
    refusals: ['people.disabled', 'auth.invitation-invalid', 'auth.passkey-invalid'],
    body: { invitation: 'inv_…', passkey: passkeyJsonExample, label: 'laptop' },
    answer: newSessionExample,
  },
  createPasskeyChallenge: {
    operationId: 'createPasskeyChallenge',
    tag: 'People',
    summary: 'Begin to add a passkey',
    description: 'Needs a recent confirmation.',
    refusals: ['auth.step-up-required'],
    answer: { public_key: { challenge: '…' } },
  },
  addPasskey: {
    operationId: 'addPasskey',
    tag: 'People',
    summary: 'Add a passkey',
    description: 'Needs a recent confirmation.',
    refusals: ['auth.step-up-required', 'auth.passkey-invalid', 'passkey.limit-reached'],
    body: { passkey: passkeyJsonExample, label: 'phone' },
    answer: passkeyExample,
  },
  removePasskey: {
    operationId: 'removePasskey',
    tag: 'People',
    summary: 'Remove a passkey',
    description: 'Needs a recent confirmation. The last one stays.',
    refusals: ['auth.step-up-required', 'passkey.not-found', 'passkey.last-one'],
  },
} as const satisfies Record<string, Documentation>;

/** `/v1/invitation` and `/v1/passkey`: how people get passkeys. */
export function passkeyRoutes({ identity }: Pick<Services, 'identity'>): readonly Route[] {
  return [...invitationRoutes({ identity }), ...ownPasskeyRoutes({ identity })];
}

function invitationRoutes({ identity }: Pick<Services, 'identity'>): readonly Route[] {
  return [
    route({
      ...open,
      method: 'POST',
      path: '/v1/invitation/challenge',
      status: 201,
      body: Type.Object({ invitation: token }, { additionalProperties: false }),
      answer: Type.Object({ name: Type.String(), public_key: publicKeyOptions }),
      documentation: documented.createInvitationChallenge,
      async handle({ body: { invitation }, context }) {
        const request = { purpose: 'invitation', invitation };
        const { name, optionsJson } = await identity('CreateChallenge', request, context);
        return { name, public_key: JSON.parse(optionsJson) as unknown };
      },
    }),
    route({
      ...open,
      method: 'POST',
      path: '/v1/invitation/accept',
      status: 201,
      body: Type.Object(
        { invitation: token, passkey: passkeyJson, label: Type.Optional(passkeyLabel) },
        { additionalProperties: false },
      ),
      answer: newSession,
      documentation: documented.acceptInvitation,
      async handle({ body: { invitation, passkey, label = '' }, headers, context }) {
        const { 'user-agent': userAgent = '' } = headers;
        const request = { invitation, passkeyJson: JSON.stringify(passkey), label, userAgent };
        return newSessionResponse(await identity('AcceptInvitation', request, context));
      },
    }),
  ];
}

function ownPasskeyRoutes({ identity }: Pick<Services, 'identity'>): readonly Route[] {
  return [
    route({
      ...own,
      method: 'POST',
      path: '/v1/passkey/challenge',
      status: 201,
      body: noBody,
      answer: Type.Object({ public_key: publicKeyOptions }),
      documentation: documented.createPasskeyChallenge,
      async handle({ headers, context }) {
        const request = { purpose: 'passkey', session: sessionOf(headers) };
        const { optionsJson } = await identity('CreateChallenge', request, context);
        return { public_key: JSON.parse(optionsJson) as unknown };
      },
    }),
    route({
      ...own,
      method: 'POST',
      path: '/v1/passkey',
      status: 201,
      body: Type.Object(
        { passkey: passkeyJson, label: Type.Optional(passkeyLabel) },
        { additionalProperties: false },
      ),
      answer: shownPasskey,
      documentation: documented.addPasskey,
      async handle({ headers, body: { passkey, label = '' }, context }) {
        const request = { session: sessionOf(headers), passkeyJson: JSON.stringify(passkey), label };
        return passkeyResponse(await identity('AddPasskey', request, context));
      },
    }),
    route({
      ...own,
      method: 'DELETE',
      path: '/v1/passkey/:id',
      status: 204,
      params: Type.Object({ id: credentialId }),
      documentation: documented.removePasskey,
      handle: ({ headers, params, context }) =>
        identity('RemovePasskey', { session: sessionOf(headers), passkeyId: params.id }, context),
    }),
  ];
}
