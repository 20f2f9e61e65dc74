import Type from 'typebox';
import type { Services } from '../clients/services.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { nullableText } from './field.js';

const documentation = {
  operationId: 'lookAtIssuer',
  tag: 'Identity providers',
  summary: 'See what an issuer publishes',
  description:
    'Before it is registered. The witnesses look for its keys, as they do for a provider, and nothing is kept. The ' +
    'error says what is wrong there.',
  refusals: ['provider.key-set-unreachable', 'trust.witnesses-unavailable'],
  body: { issuer: 'https://login.example.com' },
  answer: {
    issuer: 'https://login.example.com',
    jwks_uri: 'https://login.example.com/.well-known/jwks.json',
    keys: [{ kid: '2026-11', alg: 'RS256', kty: 'RSA' }],
  },
} as const satisfies Documentation;

/** `POST /v1/identity/issuer`. */
export function lookAtIssuerRoute({ identity }: Pick<Services, 'identity'>): Route {
  return route({
    ...{ authentication: 'secret-key', rateClass: 'management', errors: 'problem', scope: 'read' },
    method: 'POST',
    path: '/v1/identity/issuer',
    status: 200,
    body: Type.Object(
      {
        issuer: Type.String({ description: 'as tokens name it in `iss`' }),
        jwks_uri: Type.Optional(
          Type.String({ description: 'where its keys are; without it, they are found by OIDC discovery' }),
        ),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object(
      {
        issuer: Type.String(),
        jwks_uri: Type.String({ description: 'where the keys are' }),
        keys: Type.Array(
          Type.Object({
            kid: Type.String({ description: 'as tokens name the key' }),
            alg: { ...nullableText, description: 'of its signatures; null: the key names none' },
            kty: Type.String({ description: 'RSA, EC or OKP' }),
          }),
          { description: 'those that tokens may be signed with' },
        ),
      },
      { title: 'IssuerSeen' },
    ),
    documentation,
    async handle({ caller: { applicationId }, body: { issuer, jwks_uri: jwksUri = '' }, context }) {
      const found = await identity('LookAtIssuer', { applicationId, issuer, jwksUri }, context);
      return {
        issuer,
        jwks_uri: found.jwksUri,
        keys: found.keys.map(({ kid, alg, kty }) => ({ kid, alg: alg === '' ? null : alg, kty })),
      };
    },
  });
}
