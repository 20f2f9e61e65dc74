import type { IdentityDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import Type from 'typebox';
import type { Services } from '../clients/services.js';
import { sessionOf } from '../http/authenticate-session.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { id, noBody, nullableText, present, unixTime } from './field.js';
import {
  emailOf,
  memberExample,
  newSession,
  newSessionExample,
  newSessionResponse,
  passkeyExample,
  passkeyJson,
  passkeyJsonExample,
  passkeyResponse,
  publicKeyOptions,
  role,
  roleOf,
  shownPasskey,
} from './person-schema.js';

const shared = { rateClass: 'management', errors: 'problem' } as const;
const open = { ...shared, rateClass: 'sign-in', authentication: 'none' } as const;
const own = { ...shared, authentication: 'session' } as const;
const confirming = { ...own, rateClass: 'sign-in' } as const;

const session = {
  id: Type.String(),
  time_created: unixTime,
  time_last_used: unixTime,
  time_expires: unixTime,
  user_agent: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'what the browser says of itself that signed in, in 255 characters at most; null: nothing',
  }),
};
const membership = Type.Object({
  application_id: Type.String(),
  application_name: Type.String(),
  role,
});
const nullableTime = Type.Unsafe<number | null>({ type: ['integer', 'null'] });
const access = Type.Object({
  ...session,
  time_step_up_ends: nullableTime,
  person: Type.Object({
    id: Type.String(),
    name: Type.String(),
    email: nullableText,
    is_operator: Type.Boolean(),
  }),
  memberships: Type.Array(membership),
  passkeys: Type.Array(shownPasskey),
  sessions: Type.Array(Type.Object(session)),
});
const challenge = Type.Object({ public_key: publicKeyOptions });
const answerOfPasskey = Type.Object({ passkey: passkeyJson }, { additionalProperties: false });

const answerOfProvider = Type.Object(
  {
    id_token: Type.String({
      minLength: 1,
      maxLength: 16_384,
      description:
        'an id token of the identity provider of people, issued within five minutes; it counts once',
    }),
    nonce: Type.String({
      minLength: 16,
      maxLength: 255,
      description: 'the nonce that the token was asked for with',
    }),
  },
  { additionalProperties: false },
);

const sessionExample = {
  id: memberExample.person_id,
  time_created: 1_790_000_000,
  time_last_used: 1_790_000_000,
  time_expires: 1_790_043_200,
  user_agent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
};
const documented = {
  createSignInChallenge: {
    operationId: 'createSignInChallenge',
    tag: 'People',
    summary: 'Begin to sign in',
    description: 'Any passkey of this site can answer, within five minutes.',
    refusals: ['people.disabled'],
    answer: { public_key: { challenge: '…' } },
  },
  signIn: {
    operationId: 'signIn',
    tag: 'People',
    summary: 'Sign in',
    description:
      'With a passkey, or with an id token of the identity provider of people (OpenID Connect). A session lasts 12 ' +
      'hours, and 30 minutes without use. After a passkey, for the first five minutes it may do what needs a recent ' +
      'confirmation. The first id token of a person needs an open invitation for its verified e-mail address.',
    refusals: ['people.disabled', 'auth.passkey-invalid', 'auth.id-token-invalid', 'auth.not-invited'],
    body: { passkey: passkeyJsonExample },
    answer: newSessionExample,
  },
  getSession: {
    operationId: 'getSession',
    tag: 'People',
    summary: 'Get who is signed in',
    description: 'The person, their roles, their passkeys and all their sessions.',
    answer: {
      ...sessionExample,
      time_step_up_ends: 1_790_000_300,
      person: { id: memberExample.person_id, name: 'Ada', email: 'ada@example.com', is_operator: false },
      memberships: [{ application_id: memberExample.person_id, application_name: 'Shop', role: 'developer' }],
      passkeys: [passkeyExample],
      sessions: [sessionExample],
    },
  },
  signOut: {
    operationId: 'signOut',
    tag: 'People',
    summary: 'Sign out',
    description: 'Ends this session.',
    refusals: ['session.not-found'],
  },
  endSession: {
    operationId: 'endSession',
    tag: 'People',
    summary: 'End another session',
    description: 'Ends one of the person’s own sessions. It is refused once this is answered.',
    refusals: ['session.not-found'],
  },
  createStepUpChallenge: {
    operationId: 'createStepUpChallenge',
    tag: 'People',
    summary: 'Begin to step up',
    description: 'For what needs a recent confirmation. One of the person’s passkeys answers.',
    answer: { public_key: { challenge: '…' } },
  },
  stepUp: {
    operationId: 'stepUp',
    tag: 'People',
    summary: 'Step up',
    description: 'For five minutes the session may do what needs a recent confirmation.',
    refusals: ['auth.passkey-invalid'],
    body: { passkey: passkeyJsonExample },
    answer: { time_step_up_ends: 1_790_000_300 },
  },
} as const satisfies Record<string, Documentation>;

/** `/v1/session`: people sign in with a passkey. */
export function sessionRoutes({ identity }: Pick<Services, 'identity'>): readonly Route[] {
  return [...signInRoutes({ identity }), ...stepUpRoutes({ identity }), ...ownSessionRoutes({ identity })];
}

function signInRoutes({ identity }: Pick<Services, 'identity'>): readonly Route[] {
  return [
    route({
      ...open,
      method: 'POST',
      path: '/v1/session/challenge',
      status: 201,
      body: noBody,
      answer: challenge,
      documentation: documented.createSignInChallenge,
      async handle({ context }) {
        const { optionsJson } = await identity('CreateChallenge', { purpose: 'sign-in' }, context);
        return { public_key: JSON.parse(optionsJson) as unknown };
      },
    }),
    route({
      ...open,
      method: 'POST',
      path: '/v1/session',
      status: 201,
      body: Type.Union([answerOfPasskey, answerOfProvider]),
      answer: newSession,
      documentation: documented.signIn,
      async handle({ body, headers, context }) {
        const request =
          'passkey' in body
            ? { passkeyJson: JSON.stringify(body.passkey) }
            : { idToken: body.id_token, nonce: body.nonce };
        const { 'user-agent': userAgent = '' } = headers;
        return newSessionResponse(await identity('SignIn', { ...request, userAgent }, context));
      },
    }),
  ];
}

function stepUpRoutes({ identity }: Pick<Services, 'identity'>): readonly Route[] {
  return [
    route({
      ...confirming,
      method: 'POST',
      path: '/v1/session/step_up/challenge',
      status: 201,
      body: noBody,
      answer: challenge,
      documentation: documented.createStepUpChallenge,
      async handle({ headers, context }) {
        const request = { purpose: 'step-up', session: sessionOf(headers) };
        const { optionsJson } = await identity('CreateChallenge', request, context);
        return { public_key: JSON.parse(optionsJson) as unknown };
      },
    }),
    route({
      ...confirming,
      method: 'POST',
      path: '/v1/session/step_up',
      status: 200,
      body: answerOfPasskey,
      answer: Type.Object({ time_step_up_ends: unixTime }),
      documentation: documented.stepUp,
      async handle({ headers, body, context }) {
        const request = { session: sessionOf(headers), passkeyJson: JSON.stringify(body.passkey) };
        const { timeStepUpEnds } = await identity('StepUp', request, context);
        return { time_step_up_ends: Number(timeStepUpEnds) };
      },
    }),
  ];
}

function ownSessionRoutes({ identity }: Pick<Services, 'identity'>): readonly Route[] {
  return [
    route({
      ...own,
      method: 'GET',
      path: '/v1/session',
      status: 200,
      answer: access,
      documentation: documented.getSession,
      async handle({ headers, context }) {
        return accessResponse(await identity('GetSession', { session: sessionOf(headers) }, context));
      },
    }),
    route({
      ...own,
      method: 'DELETE',
      path: '/v1/session',
      status: 204,
      documentation: documented.signOut,
      handle: ({ headers, context }) =>
        identity('EndSession', { session: sessionOf(headers), sessionId: '' }, context),
    }),
    route({
      ...own,
      method: 'DELETE',
      path: '/v1/session/:id',
      status: 204,
      params: Type.Object({ id }),
      documentation: documented.endSession,
      handle: ({ headers, params, context }) =>
        identity('EndSession', { session: sessionOf(headers), sessionId: params.id }, context),
    }),
  ];
}

type OwnAccess = ReceivedResponseOf<IdentityDefinition['GetSession']>;
type Session = OwnAccess['sessions'][number];

function accessResponse({ session: shown, person: whole, sessions, passkeys }: OwnAccess) {
  const current = present(shown, 'session');
  const person = present(whole, 'person');
  const ends = Number(current.timeStepUpEnds);
  return {
    ...sessionResponse(current),
    time_step_up_ends: ends * 1000 > Date.now() ? ends : null,
    person: {
      id: person.id,
      name: person.name,
      email: emailOf(person.email),
      is_operator: person.isOperator,
    },
    memberships: person.memberships.map((one) => ({
      application_id: one.applicationId,
      application_name: one.applicationName,
      role: roleOf(one.role),
    })),
    passkeys: passkeys.map(passkeyResponse),
    sessions: sessions.map(sessionResponse),
  };
}

function sessionResponse({ id: sessionId, timeCreated, timeLastUsed, timeExpires, userAgent }: Session) {
  return {
    id: sessionId,
    time_created: Number(timeCreated),
    time_last_used: Number(timeLastUsed),
    time_expires: Number(timeExpires),
    user_agent: userAgent === '' ? null : userAgent,
  };
}
