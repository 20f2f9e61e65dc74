import { parseStrictJson } from '@wallet-service/signer-protocol';
import { AppError, invalidField } from '@wallet-service/errors';
import type { Handlers, WebhooksDefinition } from '@wallet-service/grpc';
import { applicationIdOf } from '../application-id.js';
import { createEndpoint, type CreateEndpointDeps } from './create-endpoint.js';
import { endpointIdOf, endpointNotFound, type Endpoint } from './endpoint.js';
import { rotateSecret } from './rotate-secret.js';
import { changesOf, updateEndpoint } from './update-endpoint.js';

type EndpointMethod =
  'CreateEndpoint' | 'ListEndpoints' | 'GetEndpoint' | 'UpdateEndpoint' | 'DeleteEndpoint' | 'RotateSecret';

export function endpointHandlers(
  deps: CreateEndpointDeps,
): Pick<Handlers<WebhooksDefinition>, EndpointMethod> {
  return {
    async CreateEndpoint({ applicationId, url, description, eventTypes }) {
      const draft = { applicationId: applicationIdOf(applicationId), url, description, eventTypes };
      const { endpoint, secret } = await createEndpoint(deps, draft);
      return { endpoint: toProto(endpoint), secret };
    },
    async ListEndpoints({ applicationId }) {
      const found = await deps.tenancy.within(applicationIdOf(applicationId), ({ endpoints }) =>
        endpoints.list(),
      );
      return { endpoints: found.map(toProto) };
    },
    async GetEndpoint({ applicationId, endpointId }) {
      const id = endpointIdOf(endpointId);
      const found = await deps.tenancy.within(applicationIdOf(applicationId), ({ endpoints }) =>
        endpoints.find(id),
      );
      if (!found) throw endpointNotFound();
      return toProto(found);
    },
    async UpdateEndpoint({ applicationId, endpointId, changesJson }) {
      const endpoint = { applicationId: applicationIdOf(applicationId), id: endpointIdOf(endpointId) };
      return toProto(await updateEndpoint(deps, endpoint, changesOf(parseBody(changesJson))));
    },
    async DeleteEndpoint({ applicationId, endpointId }) {
      const id = endpointIdOf(endpointId);
      const deleted = await deps.tenancy.within(applicationIdOf(applicationId), ({ endpoints }) =>
        endpoints.delete(id),
      );
      if (!deleted) throw endpointNotFound();
      return {};
    },
    async RotateSecret({ applicationId, endpointId, overlapSeconds }) {
      const endpoint = { applicationId: applicationIdOf(applicationId), id: endpointIdOf(endpointId) };
      const { secret, previousExpiresAt } = await rotateSecret(deps, endpoint, overlapSeconds);
      return { secret, previousExpiresAt };
    },
  };
}

function parseBody(json: string): Readonly<Record<string, unknown>> {
  let body: unknown;
  try {
    body = parseStrictJson(json);
  } catch (error) {
    throw new AppError('request.malformed', 'the body is not JSON, or names a member twice', {
      cause: error,
    });
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidField('', 'must be an object');
  }
  return body as Readonly<Record<string, unknown>>;
}

function toProto(endpoint: Endpoint) {
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
