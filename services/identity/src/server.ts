import type { IdentityDefinition, ServeOptions } from '@wallet-service/grpc';

const gateway = ['gateway'];

/** Which process may call what, by the name in its certificate. What is not listed is refused. */
export const allowed: ServeOptions<IdentityDefinition>['allowed'] = {
  AuthenticateUser: gateway,
  AuthenticateSecretKey: gateway,
  AuthenticateOperator: gateway,
  RefreshKeySet: gateway,
  RefreshProvider: gateway,
  CreateProvider: gateway,
  ListProviders: gateway,
  GetProvider: gateway,
  UpdateProvider: gateway,
  DeleteProvider: gateway,
  CreateApplication: gateway,
  ListApplications: gateway,
  GetApplication: gateway,
  UpdateApplication: gateway,
  CreateSecretKey: gateway,
  ListSecretKeys: gateway,
  RevokeSecretKey: gateway,
  ListEvents: ['webhooks'],
  // The operator prepares what an offline root key signs; the publisher exists in the local stack alone.
  ProposeTrustBundle: ['trust-publisher', 'operator'],
};
