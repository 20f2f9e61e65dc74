import { AppError, invalidField } from '@wallet-service/errors';
import Type, { type Static } from 'typebox';
import type { Services } from '../clients/services.js';
import type { AuthenticatedApplication } from '../http/authenticate-secret-key.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { nullableText, present, unixTime } from './field.js';
import { claimWarnings } from './nobody-can-claim.js';
import { exampleAddressAndKey, publicKeyField, publicKeyText } from './public-key.js';
import { warnings, withWarnings } from './warning.js';

const common = {
  authentication: 'secret-key',
  rateClass: 'management',
  errors: 'pregeneration',
  status: 200,
} as const;
const closed = { additionalProperties: false } as const;
const email = Type.String({ minLength: 1, maxLength: 320, examples: ['user@example.com'] });
const tag = 'Pre-generated wallets';

const claim =
  'The user claims it with their first `POST /v2/wallet` for ETH. Their token must have the address as ' +
  '`email`, with `email_verified: true`, and come from a provider in the application’s setting ' +
  '`email_provider_ids`. While their provider is not in it, that call is refused with 409 ' +
  '`wallet.claim-possible`, unless it has the header `X-Claim: skip`, which creates another wallet. A token ' +
  'that proves no address creates another wallet too, with a warning. The claimed wallet becomes their ' +
  'Express wallet. If they already have one, ' +
  'it becomes a Core wallet without an access key (`access_key_required: false`), which they use by its ' +
  '`wallet_id` with their token alone. So assets sent to the address are never out of reach.';

const documented = {
  pregenerateWallet: {
    operationId: 'pregenerateWallet',
    tag,
    summary: 'Get the address of a user who has not signed in yet',
    description:
      'The same e-mail address always gives the same EVM address. `warnings` says so while nobody can claim it, ' +
      `because \`email_provider_ids\` is empty. ${claim}`,
    refusals: ['application.feature-disabled'],
    body: { email: 'user@example.com' },
    answer: exampleAddressAndKey,
  },
  pregenerateWallets: {
    operationId: 'pregenerateWallets',
    tag,
    summary: 'Get the addresses of up to 100 users',
    description: 'One result per e-mail address, in the same order.',
    refusals: ['application.feature-disabled'],
    body: { emails: ['user@example.com', 'nobody'] },
    answer: {
      data: [
        { email: 'user@example.com', ...exampleAddressAndKey, error: null },
        { email: 'nobody', public_address: null, public_key: null, error: 'MALFORMED_EMAIL' },
      ],
    },
  },
  getPregeneratedWallet: {
    operationId: 'getPregeneratedWallet',
    tag,
    summary: 'Get whether a pre-generated wallet is claimed, and by whom',
    description: claim,
    refusals: ['application.feature-disabled', 'wallet.not-found'],
    answer: {
      ...exampleAddressAndKey,
      wallet_id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
      status: 'claimed',
      interface: 'express',
      time_created: 1_790_000_000,
      time_claimed: 1_790_000_300,
      claimed_by: { issuer: 'https://id.example.com/', subject: 'alice' },
    },
  },
} as const satisfies Record<string, Documentation>;

const statusAnswer = Type.Object({
  public_address: Type.String(),
  public_key: publicKeyField,
  wallet_id: Type.String(),
  status: Type.Enum(['unclaimed', 'claimed'], { type: 'string' }),
  interface: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    enum: ['express', 'core', null],
    description:
      'where the owner uses it: express, or core (by `wallet_id`, without an access key). null: unclaimed',
  }),
  time_created: unixTime,
  time_claimed: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  claimed_by: Type.Optional(
    Type.Object(
      { issuer: Type.String(), subject: Type.String() },
      { description: 'the owner; absent while unclaimed' },
    ),
  ),
});

/**
 * `/v1/admin/pregen`: wallets for e-mail addresses, EVM only. Off unless the operator turned it on for the application.
 */
export function pregenerationRoutes({ wallet }: Pick<Services, 'wallet'>): readonly Route[] {
  return [
    route({
      ...common,
      scope: 'wallets',
      method: 'POST',
      path: '/v1/admin/pregen/wallet',
      body: Type.Object({ email }, closed),
      answer: Type.Object({ public_address: Type.String(), public_key: publicKeyField, warnings }),
      documentation: documented.pregenerateWallet,
      async handle({ caller, body, context }) {
        assertFeature(caller);
        const request = { applicationId: caller.applicationId, emails: [body.email] };
        const { results } = await wallet('PregenerateWallets', request, context);
        const result = present(results[0], 'result');
        if (result.malformed) throw invalidField('/email', 'must be an e-mail address');
        return withClaimWarnings(caller, addressAndKey(present(result.wallet, 'wallet')));
      },
    }),
    route({
      ...common,
      scope: 'wallets',
      method: 'POST',
      path: '/v1/admin/pregen/wallets',
      body: Type.Object(
        { emails: Type.Array(Type.String({ maxLength: 320 }), { minItems: 1, maxItems: 100 }) },
        closed,
      ),
      answer: Type.Object({
        data: Type.Array(
          Type.Object({
            email: Type.String(),
            public_address: nullableText,
            public_key: nullableText,
            error: nullableText,
          }),
        ),
        warnings,
      }),
      documentation: documented.pregenerateWallets,
      async handle({ caller, body: { emails }, context }) {
        assertFeature(caller);
        const request = { applicationId: caller.applicationId, emails };
        const { results } = await wallet('PregenerateWallets', request, context);
        return withClaimWarnings(caller, {
          data: results.map((result) => ({
            email: result.email,
            ...(result.malformed
              ? { public_address: null, public_key: null }
              : addressAndKey(present(result.wallet, 'wallet'))),
            error: result.malformed ? 'MALFORMED_EMAIL' : null,
          })),
        });
      },
    }),
    route({
      ...common,
      scope: 'lookup',
      method: 'GET',
      path: '/v1/admin/pregen/wallet',
      query: Type.Object({ email }, closed),
      answer: statusAnswer,
      documentation: documented.getPregeneratedWallet,
      async handle({ caller, query, context }) {
        assertFeature(caller);
        const request = { applicationId: caller.applicationId, email: query.email };
        const found = await wallet('GetPregeneratedWallet', request, context);
        return {
          ...addressAndKey(found),
          wallet_id: found.walletId,
          status: found.status as Static<typeof statusAnswer>['status'],
          interface: found.interface === '' ? null : found.interface,
          time_created: Number(found.timeCreated),
          time_claimed: Number(found.timeClaimed) || null,
          ...(found.subject && { claimed_by: { issuer: found.issuer, subject: found.subject } }),
        };
      },
    }),
  ];
}

function addressAndKey({ address, publicKey }: { readonly address: string; readonly publicKey: Buffer }) {
  return { public_address: address, public_key: publicKeyText(publicKey) };
}

function withClaimWarnings<Answer extends object>({ application }: AuthenticatedApplication, answer: Answer) {
  return { ...answer, ...withWarnings(claimWarnings(application.settings)) };
}

function assertFeature({ application }: AuthenticatedApplication): void {
  if (application.features?.pregeneratedWallets === true) return;
  throw new AppError(
    'application.feature-disabled',
    'pre-generated wallets are off for this application; the operator can turn them on',
  );
}
