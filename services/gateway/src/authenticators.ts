import type { Services } from './clients/services.js';
import { createOperatorAuthentication } from './http/authenticate-operator.js';
import { createSecretKeyAuthentication } from './http/authenticate-secret-key.js';
import { createUserAuthentication } from './http/authenticate-user.js';
import type { Authenticators } from './http/register-route.js';
import type { UserVerification } from './http/verify-user.js';

/** One way to authenticate each kind of caller. */
export function createAuthenticators(
  identity: Services['identity'],
  verifyUser: UserVerification,
): Authenticators {
  const user = createUserAuthentication(verifyUser);
  const operator = createOperatorAuthentication(identity);
  return {
    user: async (headers, context) => ({ caller: await user(headers, context) }),
    'secret-key': createSecretKeyAuthentication(identity),
    operator: async (headers, context) => ({
      caller: undefined,
      grants: await operator(headers, context),
    }),
    none: () => Promise.resolve({ caller: undefined }),
  };
}
