import type { JWTPayload } from 'jose';

/** How tokens of a provider look: the members that it documents, with values of ours. */
export type Shape = {
  readonly name: string;
  readonly alg: 'RS256' | 'ES256';
  readonly issuer: string;
  /** What the application registers, beside issuer and address of the keys. */
  readonly registered: {
    readonly audience: string;
    readonly audience_claim?: 'azp' | 'client_id';
    readonly token_types?: readonly string[];
  };
  /** What its key set has instead of `alg` and `use`. */
  readonly jwk?: Readonly<Record<string, unknown>>;
  readonly tokens: Readonly<Record<string, TokenShape>>;
  /** Tokens of the same issuer and key that must open no wallet here, by what the refusal says. */
  readonly refused: Readonly<Record<string, TokenShape & { readonly says: RegExp }>>;
};

export type TokenShape = {
  /** Of the header. Absent: the provider sends none. */
  readonly typ?: string;
  /** Seconds. */
  readonly lifetime: number;
  /** `iss`, `iat`, `exp` and `sub` are added unless they are here. */
  readonly claims: JWTPayload;
};

const minute = 60;
const hour = 3600;
const day = 86_400;
const jwt = { typ: 'JWT' } as const;
const tenant = '9188040d-6c67-4c5b-b112-36a304b66dad';
const region = 'eu-central-1_Ab12Cd34E';
const cognitoClient = '5p1s2ii0q6f4ajl1qm6f5m2gq8';

export const shapes: readonly Shape[] = [
  {
    name: 'Auth0',
    alg: 'RS256',
    issuer: 'https://shop.eu.auth0.com/',
    registered: { audience: 'https://wallet.shop.example' },
    tokens: {
      'access token': {
        ...jwt,
        lifetime: day,
        claims: {
          sub: 'auth0|65f1c0ffee',
          aud: ['https://wallet.shop.example', 'https://shop.eu.auth0.com/userinfo'],
          azp: 'Wx1Yz2',
          scope: 'openid profile',
        },
      },
      'access token by RFC 9068': {
        typ: 'at+jwt',
        lifetime: day,
        claims: {
          sub: 'auth0|65f1c0ffee',
          aud: ['https://wallet.shop.example', 'https://shop.eu.auth0.com/userinfo'],
          client_id: 'Wx1Yz2',
          jti: 'aJ3x',
        },
      },
    },
    refused: {
      'for another API': {
        ...jwt,
        lifetime: day,
        claims: { aud: ['https://api.shop.example', 'https://shop.eu.auth0.com/userinfo'] },
        says: /expected aud 'https:\/\/wallet\.shop\.example'; found aud 'https:\/\/api\.shop\.example'/,
      },
    },
  },
  {
    name: 'Clerk',
    alg: 'RS256',
    issuer: 'https://clerk.shop.example',
    registered: { audience: 'https://shop.example', audience_claim: 'azp' },
    tokens: {
      'session token': {
        ...jwt,
        lifetime: minute,
        claims: {
          sub: 'user_2abcDEF',
          azp: 'https://shop.example',
          sid: 'sess_2abc',
          fva: [3, -1],
          sts: 'active',
          v: 2,
          nbf: 0,
        },
      },
    },
    refused: {
      'of another site': {
        ...jwt,
        lifetime: minute,
        claims: { azp: 'https://evil.example' },
        says: /expected azp 'https:\/\/shop\.example'; found aud absent, azp 'https:\/\/evil\.example'/,
      },
      'of a native application, without azp': {
        ...jwt,
        lifetime: minute,
        claims: { sid: 'sess_2abc' },
        says: /found aud absent/,
      },
    },
  },
  {
    name: 'Cognito, access tokens',
    alg: 'RS256',
    issuer: `https://cognito-idp.eu-central-1.amazonaws.com/${region}`,
    registered: { audience: cognitoClient, audience_claim: 'client_id' },
    tokens: {
      'access token': {
        lifetime: hour,
        claims: {
          sub: '6304b8a2-90c1-70d3-8a3e-7d3a3f3f2a11',
          client_id: cognitoClient,
          token_use: 'access',
          scope: 'openid',
          username: 'anna',
          jti: 'f1a',
        },
      },
    },
    refused: {
      'id token': {
        lifetime: hour,
        claims: { aud: cognitoClient, token_use: 'id' },
        says: /expected client_id '\w+'; found aud '\w+'/,
      },
      'for another resource': {
        lifetime: hour,
        claims: { client_id: cognitoClient, aud: 'https://api.example', token_use: 'access' },
        says: /Where a token has aud/,
      },
    },
  },
  {
    name: 'Cognito, id tokens',
    alg: 'RS256',
    issuer: `https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Zz9`,
    registered: { audience: cognitoClient },
    tokens: {
      'id token': {
        lifetime: hour,
        claims: {
          aud: cognitoClient,
          token_use: 'id',
          email: 'anna@example.com',
          email_verified: 'true',
          'cognito:username': 'anna',
        },
      },
    },
    refused: {
      'access token': {
        lifetime: hour,
        claims: { client_id: cognitoClient, token_use: 'access' },
        says: /found aud absent, client_id '\w+'\. Send a token with aud, or set audience_claim/,
      },
    },
  },
  {
    name: 'Entra',
    alg: 'RS256',
    issuer: `https://login.microsoftonline.com/${tenant}/v2.0`,
    registered: { audience: '6cb04018-a3f5-46a7-b995-940c78f5aef3' },
    jwk: {
      use: 'sig',
      x5t: 'nOo3',
      x5c: ['MIIC'],
      issuer: `https://login.microsoftonline.com/${tenant}/v2.0`,
    },
    tokens: {
      'id token': {
        ...jwt,
        lifetime: 3900,
        claims: {
          sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
          aud: '6cb04018-a3f5-46a7-b995-940c78f5aef3',
          tid: tenant,
          oid: '00000000-0000-0000-66f3-3332eca7ea81',
          ver: '2.0',
          preferred_username: 'anna@shop.example',
          aio: 'Df2UVXL1',
        },
      },
    },
    refused: {
      'of another tenant': {
        ...jwt,
        lifetime: 3900,
        claims: {
          iss: 'https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0',
          aud: '6cb04018-a3f5-46a7-b995-940c78f5aef3',
        },
        says: /claim iss is '.*72f988bf.*', and not '.*9188040d/,
      },
    },
  },
  {
    name: 'Firebase',
    alg: 'RS256',
    issuer: 'https://securetoken.google.com/shop-1a2b3',
    registered: { audience: 'shop-1a2b3' },
    tokens: {
      'id token': {
        ...jwt,
        lifetime: hour,
        claims: {
          sub: 'pXq3mD9sQbY1',
          user_id: 'pXq3mD9sQbY1',
          aud: 'shop-1a2b3',
          auth_time: 1_790_000_000,
          firebase: { identities: { email: ['anna@example.com'] }, sign_in_provider: 'password' },
        },
      },
    },
    refused: {
      'of another project': {
        ...jwt,
        lifetime: hour,
        claims: { aud: 'other-project' },
        says: /found aud 'other-project'/,
      },
    },
  },
  {
    name: 'Google',
    alg: 'RS256',
    issuer: 'https://accounts.google.com',
    registered: { audience: '1234-web.apps.googleusercontent.com' },
    tokens: {
      'id token': {
        ...jwt,
        lifetime: hour,
        claims: {
          sub: '110169484474386276334',
          aud: '1234-web.apps.googleusercontent.com',
          azp: '1234-web.apps.googleusercontent.com',
          at_hash: 'HK6E_P6Dh8Y93mRNtsDB1Q',
        },
      },
      'id token that an Android application got for the server': {
        ...jwt,
        lifetime: hour,
        claims: {
          sub: '110169484474386276334',
          aud: '1234-web.apps.googleusercontent.com',
          azp: '1234-android.apps.googleusercontent.com',
        },
      },
    },
    refused: {
      'for another site': {
        ...jwt,
        lifetime: hour,
        claims: { aud: '9999-evil.apps.googleusercontent.com' },
        says: /found aud '9999-evil/,
      },
    },
  },
];

export const durations = { minute, hour, day } as const;
export const plainJwt = jwt;
