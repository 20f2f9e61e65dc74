import type { Handlers, IdentityDefinition } from '@wallet-service/grpc';
import { maxStalenessMs } from '@wallet-service/values';
import { applicationToWire } from '../applications/application-handlers.js';
import type { Application } from '../directory/application.js';
import { covered, uncovered } from './approval-limits.js';
import { providerToWire } from '../providers/provider-handlers.js';
import { authenticateOperator } from './authenticate-operator.js';
import { authenticateSecretKey, type AuthenticateSecretKeyDeps } from './authenticate-secret-key.js';
import type { CredentialHolder, Grants } from './issue-grants.js';
import {
  allowedOriginsOf,
  authenticateUser,
  findProviders,
  type AuthenticateUserDeps,
} from './authenticate-user.js';

type Methods =
  | 'AuthenticateUser'
  | 'FindProviders'
  | 'GetAllowedOrigins'
  | 'AuthenticateSecretKey'
  | 'AuthenticateOperator';

export type AuthenticationHandlersDeps = AuthenticateUserDeps &
  AuthenticateSecretKeyDeps & {
    readonly operatorKey: string;
    readonly operatorKeyId: string;
    readonly issueGrants: (holder: CredentialHolder) => Grants;
  };

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
      if (revision === knownRevision) return { revision, unchanged: true, maxStalenessMs };
      return {
        revision,
        maxStalenessMs,
        application: publicPartOf(application, [provider]),
        provider: { ...providerToWire(provider), jwksUri: '' },
        keySetJson,
      };
    },

    async FindProviders({ apiKey }) {
      const { application, providers } = await findProviders(deps, apiKey);
      return {
        application: publicPartOf(application, providers),
        providers: providers.map((provider) => ({ ...providerToWire(provider), jwksUri: '' })),
      };
    },

    async GetAllowedOrigins({ apiKey }) {
      return { allowedOrigins: [...(await allowedOriginsOf(deps, apiKey))], maxStalenessMs };
    },

    async AuthenticateSecretKey({ secretKey, knownRevision }) {
      const shown = await authenticateSecretKey(deps, secretKey);
      const { revision, application, providers } = shown;
      const { id, scopes: held, timeExpires } = shown.secretKey;
      const rule = application.settings.approvals;
      const scopes = uncovered(rule, held);
      const grants = deps.issueGrants({ applicationId: application.id, keyId: id, scopes, timeExpires });
      const afterApproval = [...covered(rule, held)];
      const always = { revision, grants, scopes: [...(scopes ?? [])], afterApproval };
      if (revision === knownRevision) return { ...always, unchanged: true };
      return {
        ...always,
        application: applicationToWire(application),
        secretKeyId: id,
        providers: providers.map(providerToWire),
      };
    },

    async AuthenticateOperator({ operatorKey }) {
      authenticateOperator(deps.pepper, deps.operatorKey, operatorKey);
      const holder = { applicationId: undefined, keyId: deps.operatorKeyId };
      return Promise.resolve({ grants: deps.issueGrants(holder) });
    },
  };
}

/** For callers without a secret: only what is needed to verify a user's token. */
function publicPartOf(
  { id, settings, features }: Application,
  providers: readonly { readonly id: string }[],
) {
  const { opJwtMode, expressJwtMaxLifetimeSeconds, claimPossible } = settings;
  const named = new Set(providers.map((provider) => provider.id));
  const emailProviderIds = settings.emailProviderIds.filter((one) => named.has(one));
  return {
    id,
    features,
    settings: { opJwtMode, expressJwtMaxLifetimeSeconds, emailProviderIds, claimPossible },
  };
}
