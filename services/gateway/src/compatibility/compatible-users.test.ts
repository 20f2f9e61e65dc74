import type { Services } from '../clients/services.js';
import type { AuthenticatedApplication } from '../http/authenticate-secret-key.js';
import type { AuthenticatedUser, RequestHeaders } from '../http/authenticate-user.js';
import type { Authenticators } from '../http/register-route.js';
import { compatibleUsers } from './compatible-users.js';

const grant = new Uint8Array([1]);
const grants = { identity: grant, policy: grant, wallet: grant, webhooks: grant };
const context = { traceId: 'a'.repeat(32), deadline: Infinity };
const owner = { applicationId: 'a', application: { apiKey: 'pk_a' }, providers: [] };
const headers = { 'x-service-secret-key': 'sk_a', 'x-service-chain': 'SOL', authorization: 'Bearer t' };

const authenticate = async (given: RequestHeaders) => {
  const seen: RequestHeaders[] = [];
  const user = { chain: 'SOL' } as AuthenticatedUser;
  const authenticators = {
    user: (asked: RequestHeaders) => {
      seen.push(asked);
      return Promise.resolve({ caller: user });
    },
    'secret-key': () => Promise.resolve({ caller: owner as unknown as AuthenticatedApplication, grants }),
  } as unknown as Authenticators;
  const identity: Services['identity'] = () => Promise.reject(new Error('was asked'));
  const coreUsers = () => Promise.resolve(user);
  const answer = await compatibleUsers({ identity, authenticators, coreUsers })(given, context);
  return { answer, user, seen };
};

it('gives a request with a secret key no grant', async () => {
  for (const given of [headers, { ...headers, 'x-oidc-provider-id': 'p' }]) {
    const { answer, user } = await authenticate(given);
    expect(answer).toEqual({ caller: user });
  }
});

it('names the application by its API key, under which everything is cached', async () => {
  const { seen } = await authenticate({ ...headers, 'x-oidc-provider-id': 'p' });
  expect(seen).toEqual([{ ...headers, 'x-oidc-provider-id': 'p', 'x-service-api-key': 'pk_a' }]);
});
