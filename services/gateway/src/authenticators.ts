import type { Services } from './clients/services.js';
import { createOperatorAuthentication } from './http/authenticate-operator.js';
import { createSessionAuthentication, isInSession, sessionOf } from './http/authenticate-session.js';
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
  const secretKey = createSecretKeyAuthentication(identity);
  const person = createSessionAuthentication(identity);
  return {
    user: async (headers, context) => ({ caller: await user(headers, context) }),
    'secret-key': (headers, context) =>
      isInSession(headers, 'X-Service-Secret-Key')
        ? person.inApplication(headers, context)
        : secretKey(headers, context),
    operator: async (headers, context) =>
      isInSession(headers, 'X-Service-Operator-Key')
        ? { caller: undefined, ...(await person.asOperator(headers, context)) }
        : { caller: undefined, grants: await operator(headers, context) },
    // Identity looks at the session itself.
    session: (headers) => {
      sessionOf(headers);
      return Promise.resolve({ caller: undefined });
    },
    none: () => Promise.resolve({ caller: undefined }),
  };
}
