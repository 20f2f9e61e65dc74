import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { demoLogin } from './login.js';
import { errors, Provider, type KoaContextWithOIDC } from 'oidc-provider';

/** The `aud` of every token, and the client's id. */
export const demoAudience = 'demo-app';
/**
 * The client has no real secret: the provider listens on loopback, belongs to the local stack, and adds this one to
 * requests without credentials. So a page in a browser uses the client as if it were a public one.
 */
const demoClientSecret = 'demo';
/** On any port, as for native applications (RFC 8252, section 7.3). */
const redirectUris = ['127.0.0.1', 'localhost'].flatMap((host) => [
  `http://${host}/`,
  `http://${host}/callback`,
]);
const tokenLifetimeSeconds = 300;
const sessionLifetimeSeconds = 3600;
const longestLifetimeSeconds = 7 * 86_400;

/** The parameters of the token endpoint, in addition to `grant_type=demo`. */
const grantParameters = [
  'subject',
  'email',
  'email_verified',
  'acr',
  'amr',
  'auth_time',
  'expires_in',
] as const;
type GrantParameters = { readonly [Name in (typeof grantParameters)[number]]?: unknown };

/** A private key for RS256 under a new `kid`. */
export async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' };
}

/**
 * A certified OpenID provider that believes everybody. Programs use an additional grant: `grant_type=demo` returns an
 * ID token for any `subject` without authentication. Pages use the authorization code flow with PKCE, whose login page
 * takes any name. The first key of `keys` signs. All are published.
 */
export function createDemoIssuer(issuer: string, keys: readonly JWK[]): Provider {
  const provider = new Provider(issuer, {
    jwks: { keys: [...keys] as never },
    cookies: { keys: [randomUUID()] },
    clients: [
      {
        client_id: demoAudience,
        client_secret: demoClientSecret,
        application_type: 'native',
        grant_types: ['demo', 'authorization_code'],
        redirect_uris: redirectUris,
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    features: { devInteractions: { enabled: false } },
    ...demoLogin,
    pkce: { required: () => true },
    clientBasedCORS: () => true,
    ttl: {
      IdToken: tokenLifetimeSeconds,
      AccessToken: tokenLifetimeSeconds,
      Interaction: sessionLifetimeSeconds,
      Session: sessionLifetimeSeconds,
      Grant: sessionLifetimeSeconds,
    },
  });
  provider.registerGrantType('demo', grantIdToken, [...grantParameters]);
  provider.on('server_error', (_context, error) => {
    console.error(error);
  });
  return provider;
}

/** The answer to a request without credentials, so that one curl without headers is enough. */
export const demoClientAuthorization = `Basic ${Buffer.from(`${demoAudience}:${demoClientSecret}`).toString('base64')}`;

async function grantIdToken(context: KoaContextWithOIDC): Promise<void> {
  const parameters = (context.oidc.params ?? {}) as GrantParameters;
  const subject = text(parameters.subject);
  if (subject === undefined || subject.length > 255) {
    throw new errors.InvalidRequest('subject must have 1 to 255 characters');
  }
  const { IdToken } = context.oidc.provider;
  const idToken = new IdToken({ sub: subject }, { ctx: context });
  for (const [name, value] of Object.entries({ sub: subject, ...claimsOf(parameters) }))
    idToken.set(name, value);
  const expiresIn = wholeNumber('expires_in', parameters.expires_in) ?? tokenLifetimeSeconds;
  if (expiresIn < 1 || expiresIn > longestLifetimeSeconds) {
    throw new errors.InvalidRequest(`expires_in must be 1 to ${longestLifetimeSeconds}`);
  }
  const expiresAt = Math.floor(Date.now() / 1000) + expiresIn;
  context.body = {
    id_token: await idToken.issue({ use: 'idtoken', expiresAt }),
    token_type: 'Bearer',
    expires_in: expiresIn,
  };
}

function claimsOf(parameters: GrantParameters): Record<string, unknown> {
  const email = text(parameters.email);
  const acr = text(parameters.acr);
  const amr = text(parameters.amr);
  const authTime = wholeNumber('auth_time', parameters.auth_time);
  return {
    ...(email !== undefined && { email, email_verified: parameters.email_verified !== 'false' }),
    ...(acr !== undefined && { acr }),
    ...(amr !== undefined && { amr: amr.split(/[ ,]+/) }),
    ...(authTime !== undefined && { auth_time: authTime }),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function wholeNumber(name: string, value: unknown): number | undefined {
  const given = text(value);
  if (given === undefined) return undefined;
  if (!/^\d{1,12}$/.test(given)) throw new errors.InvalidRequest(`${name} must be a whole number`);
  return Number(given);
}
