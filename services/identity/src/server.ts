import { AppError } from '@wallet-service/errors';
import type { Handlers, IdentityDefinition, ServeOptions } from '@wallet-service/grpc';
import { isDatabaseUnavailable } from '@wallet-service/postgres';

const gateway = ['gateway'];

/** Which process may call what, by the name in its certificate. What is not listed is refused. */
export const allowed: ServeOptions<IdentityDefinition>['allowed'] = {
  AuthenticateUser: gateway,
  AuthenticateSecretKey: gateway,
  AuthenticateOperator: gateway,
  RefreshKeySet: gateway,
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

/** A database out of reach is a passing state that callers may wait out, not a bug. */
export function sayingWhenTheDatabaseIsDown(
  handlers: Handlers<IdentityDefinition>,
): Handlers<IdentityDefinition> {
  type Handler = (request: unknown, context: unknown) => Promise<unknown>;
  const wrap =
    (handler: Handler): Handler =>
    async (request, context) => {
      try {
        return await handler(request, context);
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        throw new AppError('service.unavailable', 'the database is not reachable', {
          cause: error,
          retryAfterSeconds: 1,
        });
      }
    };
  const wrapped = Object.entries(handlers).map(([name, handler]) => [name, wrap(handler as Handler)]);
  return Object.fromEntries(wrapped) as Handlers<IdentityDefinition>;
}
