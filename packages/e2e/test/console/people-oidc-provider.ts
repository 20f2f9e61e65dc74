import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { generateKeyPair, exportJWK } from 'jose';
import { Provider } from 'oidc-provider';

export const consoleClientId = 'console';

export type PeopleOidcProvider = {
  readonly issuer: string;
  /** Resolves to the next address to which it would send a browser back. The browser stays at the provider. */
  readonly keepNextAnswer: () => Promise<string>;
  readonly close: () => Promise<void>;
};

/**
 * A certified OpenID provider on loopback, with the client of a console on localhost. Its own login page takes any
 * name, whose address is NAME@example.com, and any password.
 */
export async function startPeopleOidcProvider(): Promise<PeopleOidcProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'one', alg: 'ES256', use: 'sig' }] as never },
    cookies: { keys: ['of a test'] },
    clients: [
      {
        client_id: consoleClientId,
        application_type: 'native',
        redirect_uris: ['http://localhost/auth/provider/callback'],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: `${sub}@example.com`, email_verified: true }),
    }),
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  });
  let keep: ((address: string) => void) | undefined;
  provider.use(async ({ response }, next) => {
    await next();
    const address = response.headers['location'] ?? '';
    if (!keep || !address.includes('/auth/provider/callback')) return;
    keep(address);
    keep = undefined;
    response.remove('location');
    response.status = 200;
    response.body = 'kept';
  });
  server.on('request', (request, response) => {
    void provider.callback()(request, response);
  });
  return {
    issuer,
    keepNextAnswer: () =>
      new Promise((resolve) => {
        keep = resolve;
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
