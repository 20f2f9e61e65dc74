import { readOutgoingUrl, type OutgoingUrlRules } from '@wallet-service/egress';
import { AppError, invalidField } from '@wallet-service/errors';
import { uuidV7 } from '@wallet-service/values';
import type { FeedPositions } from '../events/source.js';
import type { Tenancy } from '../tenancy-store.js';
import { descriptionOf, eventTypesOf, maxEndpointsPerApplication, type Endpoint } from './endpoint.js';
import type { SecretSeal } from './seal-secret.js';
import { shownEndpoint } from './shown-endpoint.js';
import { secretTextOf } from './signing-secret.js';

export type CreateEndpointDeps = {
  readonly tenancy: Pick<Tenancy, 'within'>;
  readonly urlRules: OutgoingUrlRules;
  /** The current ends of an application's feeds. */
  readonly feedEnds: (applicationId: string) => Promise<FeedPositions>;
  readonly seal: SecretSeal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly randomBytes: (length: number) => Buffer;
};

export type EndpointDraft = Pick<Endpoint, 'applicationId' | 'url' | 'description' | 'eventTypes'>;

/** Throws `request.invalid`. The address that the name resolves to is checked at each delivery. */
export function checkUrl(url: string, rules: OutgoingUrlRules): string {
  const reading = readOutgoingUrl(url, rules);
  if (!reading.ok) throw invalidField('/url', reading.problem);
  return url;
}

/**
 * Registers an endpoint. It gets every event after the answer. The secret is only in this answer. Throws
 * `request.invalid`, `webhook.endpoint-limit-reached`, `service.unavailable`.
 */
export async function createEndpoint(
  deps: CreateEndpointDeps,
  draft: EndpointDraft,
): Promise<{ readonly endpoint: Endpoint; readonly secret: string }> {
  const { applicationId } = draft;
  const url = checkUrl(draft.url, deps.urlRules);
  const description = descriptionOf(draft.description);
  const eventTypes = eventTypesOf(draft.eventTypes);
  const start = await deps.feedEnds(applicationId);
  const nowMs = deps.now();
  const seconds = Math.floor(nowMs / 1000);
  const endpoint: Endpoint = {
    id: uuidV7(nowMs, deps.randomBytes(10)),
    applicationId,
    url,
    description,
    eventTypes,
    disabledReason: undefined,
    start,
    timeCreated: seconds,
    timeUpdated: seconds,
  };
  const secret = deps.randomBytes(32);
  const sealed = deps.seal.seal({ applicationId, endpointId: endpoint.id }, secret);
  await deps.tenancy.within(applicationId, async ({ endpoints, events, record }) => {
    // Must come first. Its row locks serialise changes to an application's endpoints.
    await events.lockCursors(start);
    const existing = await endpoints.list();
    if (existing.length >= maxEndpointsPerApplication) {
      throw new AppError(
        'webhook.endpoint-limit-reached',
        `an application has at most ${maxEndpointsPerApplication} webhook endpoints`,
      );
    }
    if (existing.every(({ disabledReason }) => disabledReason !== undefined)) await events.moveCursors(start);
    await endpoints.insert(endpoint, sealed);
    await record('admin.webhook_created', { after: shownEndpoint(endpoint) });
  });
  return { endpoint, secret: secretTextOf(secret) };
}
