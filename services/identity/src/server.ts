import type { Access, IdentityDefinition } from '@wallet-service/grpc';

const secretKey = { gateway: 'application' } as const;
const operator = { gateway: 'operator' } as const;
const either = { gateway: 'application-or-operator' } as const;
const nothing = { gateway: 'nothing' } as const;

/** Which process may call what, by the name in its certificate, and with what. What is not listed is refused. */
export const access: Access<IdentityDefinition> = {
  // They carry a credential of their own, or name public keys alone.
  AuthenticateUser: nothing,
  AuthenticateSecretKey: nothing,
  AuthenticateOperator: nothing,
  RefreshKeySet: nothing,
  RefreshProvider: secretKey,
  CreateProvider: secretKey,
  ListProviders: secretKey,
  GetProvider: secretKey,
  UpdateProvider: secretKey,
  DeleteProvider: secretKey,
  CreateApplication: operator,
  ListApplications: operator,
  GetApplication: either,
  UpdateApplication: either,
  CreateSecretKey: operator,
  ListSecretKeys: operator,
  RevokeSecretKey: operator,
  ListEvents: { webhooks: 'nothing' },
  // The operator prepares what an offline root key signs; the publisher exists in the local stack alone.
  ProposeTrustBundle: { 'trust-publisher': 'nothing', operator: 'nothing' },
};
