import type { ServeOptions, WebhooksDefinition } from '@wallet-service/grpc';

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
