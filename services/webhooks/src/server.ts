import {
  actFor,
  definitions,
  scoped,
  serve,
  type Access,
  type CallServer,
  type GrantCheck,
  type Handlers,
  type WebhooksDefinition,
  type Tls,
} from '@wallet-service/grpc';
import { withDatabaseUnavailableErrors } from '@wallet-service/postgres';
import { createCallLog, measureServer, type Logger, type Metrics } from '@wallet-service/runtime';

export type ServerOptions = {
  readonly handlers: Handlers<WebhooksDefinition>;
  readonly listen: string;
  readonly tls: Tls;
  readonly checkGrant: GrantCheck;
  readonly ready: () => boolean;
  readonly metrics: Metrics;
  readonly logger: Logger;
};

/**
 * Which process may call which method, by the name in its certificate, and with which grant. Everything else
 * is refused.
 */
export const access: Access<WebhooksDefinition> = {
  CreateEndpoint: scoped('webhooks'),
  ListEndpoints: scoped('read'),
  GetEndpoint: scoped('read'),
  UpdateEndpoint: scoped('webhooks'),
  DeleteEndpoint: scoped('webhooks'),
  RotateSecret: scoped('webhooks'),
  ListDeliveries: scoped('read'),
  Redeliver: scoped('webhooks'),
  SendTestEvent: scoped('webhooks'),
  ListChanges: { wallet: 'nothing' },
  ForgetChanges: { wallet: 'nothing' },
};

export async function startServer(options: ServerOptions): Promise<CallServer> {
  const { handlers, listen, tls, checkGrant, ready, metrics, logger } = options;
  const server = await serve({
    definition: definitions.webhooks,
    handlers: withDatabaseUnavailableErrors(handlers),
    access,
    checkGrant,
    actFor,
    listen,
    tls,
    ready,
    ...createCallLog({ metrics, logger }),
  });
  measureServer(metrics.registry, server);
  return server;
}
