import { chains } from '@wallet-service/addresses';
import type { Authentication } from '../route.js';
import type { Json } from './schema-references.js';

const apiKey = (name: string, description: string): Json => ({
  type: 'apiKey',
  in: 'header',
  name,
  description,
});

export const securitySchemes: Json = {
  UserToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The user’s token from a configured identity provider, in the header `Authorization: Bearer …`. ' +
      'It is a signed JWT with `kid` in its header and the claims `iss`, `aud` (one), `sub`, `iat` ' +
      'and `exp` (Unix seconds). ' +
      'Algorithms: RS256 to RS512 and PS256 to PS512 (2,048 bits or more), ES256, ES384, EdDSA (Ed25519). ' +
      'Policies that require a second factor also need `amr` or `acr`, with `auth_time`.',
  },
  ApiKey: apiKey('X-Service-API-Key', 'Names the application. Not a secret.'),
  SecretKey: apiKey('X-Service-Secret-Key', 'The application’s secret key. Never in client-side code.'),
  OperatorKey: apiKey('X-Service-Operator-Key', 'The operator of the installation.'),
  Session: apiKey(
    'X-Service-Session',
    'A person who is signed in. It also takes the place of `SecretKey`, together with `X-Service-Application-Id`, ' +
      'and of `OperatorKey`.',
  ),
};

/** The credentials of an operation. Schemes of one entry are needed together. */
export const securityOf: Readonly<Record<Authentication, readonly Json[]>> = {
  user: [{ UserToken: [], ApiKey: [] }],
  // A session in their place is not listed: generated clients would send every credential that is.
  'secret-key': [{ SecretKey: [] }],
  operator: [{ OperatorKey: [] }],
  session: [{ Session: [] }],
  none: [],
};

/** Headers that an operation needs besides its credentials. */
export const headersOf: Readonly<Record<Authentication, readonly Json[]>> = {
  user: [
    {
      name: 'X-OIDC-Provider-ID',
      in: 'header',
      required: true,
      description: 'The identity provider that issued the token.',
      schema: { type: 'string', minLength: 1, maxLength: 256 },
      example: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
    },
    {
      name: 'X-Service-Chain',
      in: 'header',
      required: true,
      description: 'The chain of the wallet.',
      schema: { type: 'string', enum: [...chains] },
      example: 'ETH',
    },
  ],
  'secret-key': [],
  operator: [],
  session: [],
  none: [],
};
