import { AppError } from '@wallet-service/errors';
import type { Handlers, ServeOptions, WebhooksDefinition } from '@wallet-service/grpc';
import { isDatabaseUnavailable } from '@wallet-service/postgres';

const gateway = ['gateway'];

/** Which process may call what, by the name in its certificate. What is not listed is refused. */
export const allowed: ServeOptions<WebhooksDefinition>['allowed'] = {
  CreateEndpoint: gateway,
  ListEndpoints: gateway,
  GetEndpoint: gateway,
  UpdateEndpoint: gateway,
  DeleteEndpoint: gateway,
  RotateSecret: gateway,
  ListDeliveries: gateway,
  Redeliver: gateway,
};

/** A database out of reach is a passing state that callers may wait out, not a bug. */
export function sayingWhenTheDatabaseIsDown(
  handlers: Handlers<WebhooksDefinition>,
): Handlers<WebhooksDefinition> {
  type Handler = (request: unknown, context: unknown) => Promise<unknown>;
  const wrap =
    (handler: Handler): Handler =>
    async (request, context) => {
      try {
        return await handler(request, context);
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        throw new AppError('service.unavailable', 'the webhooks database is not reachable', {
          cause: error,
          retryAfterSeconds: 1,
        });
      }
    };
  const wrapped = Object.entries(handlers).map(([name, handler]) => [name, wrap(handler as Handler)]);
  return Object.fromEntries(wrapped) as Handlers<WebhooksDefinition>;
}
