import type { Handlers, WebhooksDefinition } from '@wallet-service/grpc';
import { applicationIdOf } from '../application-id.js';
import { createEndpoint, type CreateEndpointDeps } from './create-endpoint.js';
import { deleteEndpoint } from './delete-endpoint.js';
import { endpointIdOf, endpointNotFound, type Endpoint } from './endpoint.js';
import { rotateSecret } from './rotate-secret.js';
import { updateEndpoint } from './update-endpoint.js';

type EndpointMethod =
  | 'CreateEndpoint'
  | 'ListEndpoints'
  | 'GetEndpoint'
  | 'UpdateEndpoint'
  | 'DeleteEndpoint'
  | 'RotateSecret';

export function endpointHandlers(
  deps: CreateEndpointDeps,
): Pick<Handlers<WebhooksDefinition>, EndpointMethod> {
  return {
    async CreateEndpoint({ applicationId, url, description, eventTypes }) {
      const draft = { applicationId: applicationIdOf(applicationId), url, description, eventTypes };
      const { endpoint, secret } = await createEndpoint(deps, draft);
      return { endpoint: endpointToWire(endpoint), secret };
    },
    async ListEndpoints({ applicationId }) {
      const found = await deps.tenancy.within(applicationIdOf(applicationId), ({ endpoints }) =>
        endpoints.list(),
      );
      return { endpoints: found.map(endpointToWire) };
    },
    async GetEndpoint({ applicationId, endpointId }) {
      const id = endpointIdOf(endpointId);
      const found = await deps.tenancy.within(applicationIdOf(applicationId), ({ endpoints }) =>
        endpoints.find(id),
      );
      if (!found) throw endpointNotFound();
      return endpointToWire(found);
    },
    async UpdateEndpoint({ applicationId, endpointId, url, description, eventTypes, enabled }) {
      const endpoint = { applicationId: applicationIdOf(applicationId), id: endpointIdOf(endpointId) };
      const changes = {
        ...(url !== undefined && { url }),
        ...(description !== undefined && { description }),
        ...(eventTypes && { eventTypes: eventTypes.values }),
        ...(enabled !== undefined && { enabled }),
      };
      return endpointToWire(await updateEndpoint(deps, endpoint, changes));
    },
    async DeleteEndpoint({ applicationId, endpointId }) {
      const id = endpointIdOf(endpointId);
      await deleteEndpoint(deps, { applicationId: applicationIdOf(applicationId), id });
      return {};
    },
    async RotateSecret({ applicationId, endpointId, overlapSeconds }) {
      const endpoint = { applicationId: applicationIdOf(applicationId), id: endpointIdOf(endpointId) };
      const { secret, previousExpiresAt } = await rotateSecret(deps, endpoint, overlapSeconds);
      return { secret, previousExpiresAt };
    },
  };
}

function endpointToWire(endpoint: Endpoint) {
  const { id, applicationId, url, description, eventTypes, disabledReason, timeCreated, timeUpdated } =
    endpoint;
  return {
    id,
    applicationId,
    url,
    description,
    eventTypes: [...eventTypes],
    enabled: disabledReason === undefined,
    disabledReason: disabledReason ?? '',
    timeCreated,
    timeUpdated,
  };
}
