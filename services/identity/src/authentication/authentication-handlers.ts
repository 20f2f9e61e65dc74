import type { Handlers, IdentityDefinition } from '@wallet-service/grpc';
import { leaseMs } from '@wallet-service/postgres';
import { protoOf } from '../applications/application-handlers.js';
import type { Provider } from '../providers/provider.js';
import { authenticateOperator } from './authenticate-operator.js';
import { authenticateSecretKey, type AuthenticateSecretKeyDeps } from './authenticate-secret-key.js';
import { authenticateUser, type AuthenticateUserDeps } from './authenticate-user.js';

type Methods = 'AuthenticateUser' | 'AuthenticateSecretKey' | 'AuthenticateOperator';

export type AuthenticationHandlersDeps = AuthenticateUserDeps &
  AuthenticateSecretKeyDeps & { readonly operatorKey: string };

export function authenticationHandlers(
  deps: AuthenticationHandlersDeps,
): Pick<Handlers<IdentityDefinition>, Methods> {
  return {
    async AuthenticateUser({ apiKey, providerId, knownRevision }) {
      const { revision, application, provider, keySetJson } = await authenticateUser(
        deps,
        apiKey,
        providerId,
      );
      if (revision === knownRevision) return { revision, unchanged: true, leaseMs };
      return {
        revision,
        leaseMs,
        application: protoOf(application),
        provider: protoOfProvider(provider),
        keySetJson,
      };
    },

    async AuthenticateSecretKey({ secretKey, knownRevision }) {
      const { revision, application, secretKeyId, providers } = await authenticateSecretKey(deps, secretKey);
      if (revision === knownRevision) return { revision, unchanged: true };
      return {
        revision,
        application: protoOf(application),
        secretKeyId,
        providers: providers.map(protoOfProvider),
      };
    },

    async AuthenticateOperator({ operatorKey }) {
      authenticateOperator(deps.pepper, deps.operatorKey, operatorKey);
      return Promise.resolve({});
    },
  };
}

/** Without its keys. */
function protoOfProvider({ id, applicationId, issuer, audience, jwksUri }: Provider): Provider {
  return { id, applicationId, issuer, audience, jwksUri };
}
