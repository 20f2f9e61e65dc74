import type { Access, WebhooksDefinition } from '@wallet-service/grpc';

const secretKey = { gateway: 'application' } as const;

/** Which process may call what, by the name in its certificate, and with what. What is not listed is refused. */
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
