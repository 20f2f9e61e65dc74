import { AppError, invalidField } from '@wallet-service/errors';
import Type from 'typebox';
import type { Services } from '../clients/services.js';
import type { AuthenticatedApplication } from '../http/authenticate-secret-key.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { nullableText, present, unixTime } from './field.js';

const common = {
  authentication: 'secret-key',
  rateClass: 'management',
  errors: 'pregeneration',
  status: 200,
} as const;
const closed = { additionalProperties: false } as const;
const email = Type.String({ minLength: 1, maxLength: 320, examples: ['user@example.com'] });
const example = { public_address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' };
const tag = 'Pre-generated wallets';

const documented = {
  pregenerateWallet: {
    operationId: 'pregenerateWallet',
    tag,
    summary: 'Get the address of a user who has not signed in yet',
    description:
      'The same e-mail address always gives the same EVM address. The user claims it by signing in with a token that proves the e-mail address.',
    refusals: ['application.feature-disabled'],
    body: { email: 'user@example.com' },
    answer: example,
  },
  pregenerateWallets: {
    operationId: 'pregenerateWallets',
    tag,
    summary: 'Get the addresses of up to 100 users',
    description: 'One result for each e-mail address, in order.',
    refusals: ['application.feature-disabled'],
    body: { emails: ['user@example.com', 'nobody'] },
    answer: {
      data: [
        { email: 'user@example.com', ...example, error: null },
        { email: 'nobody', public_address: null, error: 'MALFORMED_EMAIL' },
      ],
    },
  },
  getPregeneratedWallet: {
    operationId: 'getPregeneratedWallet',
    tag,
    summary: 'Say whether a pre-generated wallet is claimed',
    refusals: ['application.feature-disabled', 'wallet.not-found'],
    answer: { ...example, status: 'unclaimed', time_created: 1_790_000_000, time_claimed: null },
  },
} as const satisfies Record<string, Documentation>;

/** `/v1/admin/pregen`: wallets for e-mail addresses (EVM alone). Off unless the operator has turned it on for the application. */
export function pregenerationRoutes({ wallet }: Pick<Services, 'wallet'>): readonly Route[] {
  return [
    route({
      ...common,
      method: 'POST',
      path: '/v1/admin/pregen/wallet',
      body: Type.Object({ email }, closed),
      answer: Type.Object({ public_address: Type.String() }),
      documentation: documented.pregenerateWallet,
      async handle({ caller, body, context }) {
        assertFeature(caller);
        const request = { applicationId: caller.applicationId, emails: [body.email] };
        const { results } = await wallet('PregenerateWallets', request, context);
        const result = present(results[0], 'result');
        if (result.malformed) throw invalidField('/email', 'is no e-mail address');
        return { public_address: present(result.wallet, 'wallet').address };
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/v1/admin/pregen/wallets',
      body: Type.Object(
        { emails: Type.Array(Type.String({ maxLength: 320 }), { minItems: 1, maxItems: 100 }) },
        closed,
      ),
      answer: Type.Object({
        data: Type.Array(
          Type.Object({ email: Type.String(), public_address: nullableText, error: nullableText }),
        ),
      }),
      documentation: documented.pregenerateWallets,
      async handle({ caller, body: { emails }, context }) {
        assertFeature(caller);
        const request = { applicationId: caller.applicationId, emails };
        const { results } = await wallet('PregenerateWallets', request, context);
        return {
          data: results.map((result) => ({
            email: result.email,
            public_address: result.malformed ? null : present(result.wallet, 'wallet').address,
            error: result.malformed ? 'MALFORMED_EMAIL' : null,
          })),
        };
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/v1/admin/pregen/wallet',
      query: Type.Object({ email }, closed),
      answer: Type.Object({
        public_address: Type.String(),
        status: Type.Enum(['unclaimed', 'claimed'], { type: 'string' }),
        time_created: unixTime,
        time_claimed: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
      }),
      documentation: documented.getPregeneratedWallet,
      async handle({ caller, query, context }) {
        assertFeature(caller);
        const request = { applicationId: caller.applicationId, email: query.email };
        const found = await wallet('GetPregeneratedWallet', request, context);
        return {
          public_address: found.address,
          status: found.status,
          time_created: Number(found.timeCreated),
          time_claimed: Number(found.timeClaimed) || null,
        };
      },
    }),
  ];
}

function assertFeature({ application }: AuthenticatedApplication): void {
  if (application.features?.pregeneratedWallets === true) return;
  throw new AppError(
    'application.feature-disabled',
    'pre-generated wallets are not turned on for this application; the operator can turn them on',
  );
}
