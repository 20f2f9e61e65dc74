import type { Services } from './clients/services.js';
import { createOperatorAuthentication } from './http/authenticate-operator.js';
import { createSecretKeyAuthentication } from './http/authenticate-secret-key.js';
import { createUserAuthentication, type TokenMemory } from './http/authenticate-user.js';
import type { ProviderMemory } from './http/provider-memory.js';
import type { Authenticators } from './http/register-route.js';

/** One way of finding out who is asking for each kind of caller. `now` in Unix seconds. */
export function createAuthenticators(
  identity: Services['identity'],
  memories: { readonly tokens: TokenMemory; readonly providers: ProviderMemory },
  now: () => number,
): Authenticators {
  const operator = createOperatorAuthentication(identity);
  return {
    user: createUserAuthentication({ identity, ...memories, now }),
    'secret-key': createSecretKeyAuthentication(identity),
    operator: async (headers, context) => {
      await operator(headers, context);
      return undefined;
    },
    none: () => Promise.resolve(undefined),
  };
}
