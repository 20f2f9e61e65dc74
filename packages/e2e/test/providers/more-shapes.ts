import { durations, plainJwt, type Shape } from './shapes.js';

const { minute, hour, day } = durations;

export const moreShapes: readonly Shape[] = [
  {
    name: 'Apple',
    alg: 'RS256',
    issuer: 'https://appleid.apple.com',
    registered: { audience: 'com.example.shop' },
    tokens: {
      'identity token': {
        lifetime: day,
        claims: {
          sub: '001234.5f1e0c.0912',
          aud: 'com.example.shop',
          email: 'x7k2@privaterelay.appleid.com',
          email_verified: 'true',
          is_private_email: 'true',
          nonce_supported: true,
        },
      },
    },
    refused: {
      'for another application of the team': {
        lifetime: day,
        claims: { aud: 'com.example.other' },
        says: /found aud 'com\.example\.other'/,
      },
    },
  },
  {
    name: 'Keycloak',
    alg: 'RS256',
    issuer: 'https://sso.shop.example/realms/shop',
    registered: { audience: 'wallets' },
    tokens: {
      'access token with an audience mapper': {
        ...plainJwt,
        lifetime: 5 * minute,
        claims: {
          sub: 'f3c1c8d0-2b1e-4a0b-9b35-0d7f0f7c2f11',
          aud: ['wallets', 'account'],
          typ: 'Bearer',
          azp: 'shop-web',
          acr: '1',
        },
      },
    },
    refused: {
      'access token without an audience mapper': {
        ...plainJwt,
        lifetime: 5 * minute,
        claims: { aud: 'account', typ: 'Bearer', azp: 'shop-web' },
        says: /expected aud 'wallets'; found aud 'account', azp 'shop-web'/,
      },
    },
  },
  {
    name: 'Okta',
    alg: 'RS256',
    issuer: 'https://shop.okta.com/oauth2/default',
    registered: { audience: '0oa1shop' },
    tokens: {
      'id token': {
        lifetime: hour,
        claims: { sub: '00u1anna', aud: '0oa1shop', ver: 1, amr: ['pwd'], idp: '00o1', jti: 'ID.x' },
      },
    },
    refused: {
      'access token': {
        lifetime: hour,
        claims: { sub: 'anna@shop.example', aud: 'api://default', cid: '0oa1shop', uid: '00u1anna' },
        says: /found aud 'api:\/\/default'/,
      },
    },
  },
  {
    name: 'Supabase',
    alg: 'ES256',
    issuer: 'https://abcdefghijkl.supabase.co/auth/v1',
    registered: { audience: 'authenticated' },
    tokens: {
      'access token': {
        ...plainJwt,
        lifetime: hour,
        claims: {
          sub: '8f6c8a52-1c1f-4d2b-9f5e-3c5a1b2d4e6f',
          aud: 'authenticated',
          role: 'authenticated',
          aal: 'aal1',
          amr: [{ method: 'password', timestamp: 1_790_000_000 }],
          session_id: 'b1',
          is_anonymous: false,
        },
      },
    },
    refused: {
      'anon key': {
        ...plainJwt,
        lifetime: hour,
        claims: { aud: 'anon', role: 'anon' },
        says: /found aud 'anon'/,
      },
    },
  },
  {
    name: 'Stytch',
    alg: 'RS256',
    issuer: 'stytch.com/project-test-11111111',
    registered: { audience: 'project-test-11111111' },
    tokens: {
      'session JWT': {
        ...plainJwt,
        lifetime: 5 * minute,
        claims: {
          sub: 'user-test-5f0d',
          aud: ['project-test-11111111'],
          'https://stytch.com/session': { id: 'session-test-1' },
        },
      },
    },
    refused: {
      'of another project': {
        ...plainJwt,
        lifetime: 5 * minute,
        claims: { aud: ['project-live-2'] },
        says: /found aud 'project-live-2'/,
      },
    },
  },
  {
    name: 'Privy',
    alg: 'ES256',
    issuer: 'privy.io',
    registered: { audience: 'clxyz0001app' },
    tokens: {
      'access token': {
        ...plainJwt,
        lifetime: hour,
        claims: { sub: 'did:privy:cm3abc', aud: 'clxyz0001app', sid: 'cm3sess' },
      },
    },
    refused: {
      'of another application': {
        ...plainJwt,
        lifetime: hour,
        claims: { aud: 'other' },
        says: /found aud 'other'/,
      },
    },
  },
  {
    name: 'Dynamic',
    alg: 'RS256',
    issuer: 'app.dynamicauth.com/3f2a7c5e-0000-4000-8000-000000000001',
    registered: { audience: 'https://shop.example' },
    tokens: {
      'access token': {
        ...plainJwt,
        lifetime: 2 * hour,
        claims: {
          sub: '5d5a0c5e-1f5b-4b4c-8d1f-0a1b2c3d4e5f',
          aud: 'https://shop.example',
          scope: 'user:basic',
          environment_id: '3f2a7c5e-0000-4000-8000-000000000001',
          sid: '1',
        },
      },
    },
    refused: {
      'of another site': {
        ...plainJwt,
        lifetime: 2 * hour,
        claims: { aud: 'https://evil.example' },
        says: /found aud 'https:\/\/evil\.example'/,
      },
    },
  },
  {
    name: 'Zitadel',
    alg: 'RS256',
    issuer: 'https://shop-a1b2c3.zitadel.cloud',
    registered: { audience: '284720000000000002' },
    tokens: {
      'id token': {
        ...plainJwt,
        lifetime: 12 * hour,
        claims: {
          sub: '284720000000000099',
          aud: ['284720000000000001', '284720000000000002'],
          azp: '284720000000000001',
          amr: ['password'],
        },
      },
      'access token as JWT': {
        typ: 'at+jwt',
        lifetime: 12 * hour,
        claims: {
          sub: '284720000000000099',
          aud: ['284720000000000001', '284720000000000002'],
          client_id: '284720000000000001',
          jti: 'V2_1',
        },
      },
    },
    refused: {
      'of another project': {
        ...plainJwt,
        lifetime: 12 * hour,
        claims: { aud: ['284720000000000003'] },
        says: /found aud '284720000000000003'/,
      },
    },
  },
  {
    name: "one's own",
    alg: 'ES256',
    issuer: 'https://login.shop.example',
    registered: { audience: 'wallets', token_types: ['JWT'] },
    tokens: {
      'token for an operation': {
        ...plainJwt,
        lifetime: 5 * minute,
        claims: { sub: 'customer-17', aud: 'wallets' },
      },
    },
    refused: {
      'of another type': {
        typ: 'at+jwt',
        lifetime: 5 * minute,
        claims: { aud: 'wallets' },
        says: /header typ is 'at\+jwt', and not 'JWT'/,
      },
    },
  },
];
