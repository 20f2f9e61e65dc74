import { createHash } from 'node:crypto';
import type { Endpoint } from './endpoint.js';

/**
 * What the journal shows of an endpoint, before and after a change. Its address is hashed, because a tenant may have
 * put a secret into it.
 */
export function shownEndpoint({ id, url, description, eventTypes, disabledReason }: Endpoint): object {
  return {
    id,
    url_sha256: createHash('sha256').update(url).digest('hex'),
    description,
    event_types: eventTypes,
    enabled: disabledReason === undefined,
  };
}
