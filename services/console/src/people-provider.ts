import * as oidc from 'openid-client';

/** The OpenID Connect provider at which people sign in, and as whom the console is registered there. */
export type PeopleProvider = {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined: a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined;
};

/** What the console must remember of a sign-in until the provider sends the browser back. */
export type Attempt = { readonly state: string; readonly nonce: string; readonly verifier: string };

export type ProviderSignIn = {
  /** Where the browser goes. */
  readonly begin: () => Promise<{ readonly url: string; readonly attempt: Attempt }>;
  /**
   * The id token for the code in `search`, the query with which the browser came back. Identity verifies it. Rejects if
   * the answer is not that to this attempt, or the provider refuses.
   */
  readonly finish: (search: string, attempt: Attempt) => Promise<string>;
};

const timeoutSeconds = 10;

/** As it demands (RFC 8414: `client_secret_basic` unless it says otherwise). */
function authenticationWith(secret: string): oidc.ClientAuth {
  const [post, basic] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)];
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_basic') ? basic : post)(server, ...request);
  };
}

/** Code flow with PKCE (RFC 7636). `callback`: the URL to which the provider sends browsers back. */
export function createProviderSignIn(
  { issuer, clientId, clientSecret }: PeopleProvider,
  { callback, allowsHttp }: { readonly callback: string; readonly allowsHttp: boolean },
): ProviderSignIn {
  const authentication = clientSecret === undefined ? oidc.None() : authenticationWith(clientSecret);
  const discovered = (): Promise<oidc.Configuration> =>
    oidc.discovery(new URL(issuer), clientId, undefined, authentication, {
      timeout: timeoutSeconds,
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- for a provider on this machine
      ...(allowsHttp && { execute: [oidc.allowInsecureRequests] }),
    });
  return {
    async begin() {
      const attempt = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(await discovered(), {
        redirect_uri: callback,
        scope: 'openid email',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, attempt };
    },
    async finish(search, { state, nonce, verifier }) {
      const tokens = await oidc.authorizationCodeGrant(await discovered(), new URL(callback + search), {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
        idTokenExpected: true,
      });
      if (tokens.id_token === undefined) throw new Error('the provider gave no id token');
      return tokens.id_token;
    },
  };
}
