import {
  actFor,
  definitions,
  operatorScoped,
  scoped,
  scopedOrOperator,
  serve,
  type Access,
  type CallServer,
  type GrantCheck,
  type Handlers,
  type IdentityDefinition,
  type Tls,
} from '@wallet-service/grpc';
import { withDatabaseUnavailableErrors } from '@wallet-service/postgres';
import { createCallLog, measureServer, type Logger, type Metrics } from '@wallet-service/runtime';

export type ServerOptions = {
  readonly handlers: Handlers<IdentityDefinition>;
  readonly listen: string;
  readonly tls: Tls;
  readonly checkGrant: GrantCheck;
  readonly ready: () => boolean;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Called at the end of each call. */
  readonly onCall: () => void;
};

const nothing = { gateway: 'nothing' } as const;

/**
 * Which process may call which method, by the name in its certificate, and with which grant. Everything else
 * is refused.
 */
export const access: Access<IdentityDefinition> = {
  // These carry a credential of their own, or name only public keys.
  AuthenticateUser: nothing,
  FindProviders: nothing,
  GetAllowedOrigins: nothing,
  AuthenticateSecretKey: nothing,
  AuthenticateOperator: nothing,
  AuthenticateSession: nothing,
  RefreshKeySet: nothing,
  RefreshProvider: scoped('providers'),
  LookAtIssuer: scoped('read'),
  CreateProvider: scoped('providers'),
  // Changes of settings may name them.
  ListProviders: scoped('read', 'settings'),
  GetProvider: scoped('read', 'providers'),
  UpdateProvider: scoped('providers'),
  DeleteProvider: scoped('providers'),
  CreateApplication: operatorScoped('settings'),
  ListApplications: operatorScoped('read'),
  GetApplication: scopedOrOperator('read'),
  UpdateApplication: scopedOrOperator('settings'),
  CreateSecretKey: scopedOrOperator('keys'),
  ListSecretKeys: scopedOrOperator('read'),
  UpdateSecretKey: scopedOrOperator('keys'),
  RevokeSecretKey: scopedOrOperator('keys'),
  // A passkey, an invitation or a session is the credential.
  CreateChallenge: nothing,
  SignIn: nothing,
  AcceptInvitation: nothing,
  StepUp: nothing,
  GetSession: nothing,
  EndSession: nothing,
  AddPasskey: nothing,
  RemovePasskey: nothing,
  ListMembers: scopedOrOperator('read'),
  // Who sees a record may know whom it names.
  NamePeople: scoped('lookup'),
  AddMember: scopedOrOperator('members'),
  UpdateMember: scopedOrOperator('members'),
  RemoveMember: scopedOrOperator('members'),
  GetApprovalRule: scoped('read'),
  SetApprovalRule: scopedOrOperator('members'),
  AskForChange: scoped('read'),
  ListChangeRequests: scoped('read'),
  GetChangeRequest: scoped('read'),
  // A session is the credential too, because only people decide.
  CreateApprovalChallenge: scoped('approvals'),
  ApproveChange: scoped('approvals'),
  VouchForApprover: scoped('approvals'),
  DeclineChange: scoped('approvals'),
  // The approvals are the credential.
  BeginChange: scoped('read'),
  EndChange: scoped('read'),
  ListKeySets: operatorScoped('read'),
  ListPeople: operatorScoped('read'),
  InvitePerson: operatorScoped('members'),
  RenewInvitation: operatorScoped('members'),
  DisablePerson: operatorScoped('members'),
  ListEvents: { webhooks: 'nothing' },
  ListChanges: { wallet: 'nothing' },
  ForgetChanges: { wallet: 'nothing' },
  GetTrust: { wallet: 'nothing' },
  GetApplicationDocument: scopedOrOperator('read'),
  // The operator submits what the roots signed, for a tenant that lost its administrators.
  SubmitApplicationDocument: scopedOrOperator('providers'),
  // The roots' signatures protect it.
  PublishRootDocument: { operator: 'nothing' },
};

export async function startServer(options: ServerOptions): Promise<CallServer> {
  const { handlers, listen, tls, checkGrant, ready, metrics, logger, onCall } = options;
  const server = await serve({
    definition: definitions.identity,
    handlers: withDatabaseUnavailableErrors(handlers),
    access,
    checkGrant,
    actFor,
    listen,
    tls,
    ready,
    ...createCallLog({ metrics, logger, onCall }),
  });
  measureServer(metrics.registry, server);
  return server;
}
