import type { Services } from './clients/services.js';
import { createOperatorAuthentication } from './http/authenticate-operator.js';
import { createSecretKeyAuthentication } from './http/authenticate-secret-key.js';
import { createUserAuthentication } from './http/authenticate-user.js';
import type { Authenticators } from './http/register-route.js';
import type { UserVerification } from './http/verify-user.js';

/** One way of finding out who is asking for each kind of caller. */
export function createAuthenticators(
  identity: Services['identity'],
  verifyUser: UserVerification,
): Authenticators {
  const operator = createOperatorAuthentication(identity);
  return {
    user: createUserAuthentication(verifyUser),
    'secret-key': createSecretKeyAuthentication(identity),
    operator: async (headers, context) => {
      await operator(headers, context);
      return undefined;
    },
    none: () => Promise.resolve(undefined),
  };
}
