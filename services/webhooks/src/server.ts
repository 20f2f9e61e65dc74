import {
  definitions,
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

const secretKey = { gateway: 'application' } as const;

/**
 * Which process may call which method, by the name in its certificate, and with which grant. Everything else
 * is refused.
 */
export const access: Access<WebhooksDefinition> = {
  CreateEndpoint: secretKey,
  ListEndpoints: secretKey,
  GetEndpoint: secretKey,
  UpdateEndpoint: secretKey,
  DeleteEndpoint: secretKey,
  RotateSecret: secretKey,
  ListDeliveries: secretKey,
  Redeliver: secretKey,
};

export async function startServer(options: ServerOptions): Promise<CallServer> {
  const { handlers, listen, tls, checkGrant, ready, metrics, logger } = options;
  const server = await serve({
    definition: definitions.webhooks,
    handlers: withDatabaseUnavailableErrors(handlers),
    access,
    checkGrant,
    listen,
    tls,
    ready,
    ...createCallLog({ metrics, logger }),
  });
  measureServer(metrics.registry, server);
  return server;
}
