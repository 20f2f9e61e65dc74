import { AppError, invalidField } from '@wallet-service/errors';
import { isUuid } from '@wallet-service/values';
import type { FeedPositions } from '../events/source.js';

export type Endpoint = {
  readonly id: string;
  readonly applicationId: string;
  readonly url: string;
  readonly description: string;
  /** Empty: all. */
  readonly eventTypes: readonly string[];
  /** Undefined while enabled. `gone`: the endpoint answered 410. */
  readonly disabledReason: 'requested' | 'gone' | undefined;
  /** Earlier events are not sent. */
  readonly start: FeedPositions;
  /** Unix seconds. */
  readonly timeCreated: number;
  readonly timeUpdated: number;
};

export const maxEndpointsPerApplication = 20;

export const eventTypes = [
  'wallet.created',
  'wallet.claimed',
  'wallet.exported',
  'wallet.imported',
  'signature.created',
  'signature.denied',
  'signature_request.created',
  'signature_request.approved',
  'signature_request.declined',
  'policy.changed',
  'provider.changed',
  'trust.applied',
  'trust.keys_changed',
  'trust.document_changed',
  'trust.administrators_changed',
  'trust.document_proposed',
  'access_key.rotated',
  'access_key.recovered',
] as const;

export function endpointNotFound(): AppError {
  return new AppError('webhook.endpoint-not-found', 'the application has no such webhook endpoint');
}

/** Throws `webhook.endpoint-not-found`, `webhook.endpoint-disabled`. */
export async function enabledEndpoint(
  endpoints: { readonly find: (id: string) => Promise<Endpoint | undefined> },
  id: string,
): Promise<void> {
  const endpoint = await endpoints.find(id);
  if (!endpoint) throw endpointNotFound();
  if (endpoint.disabledReason !== undefined)
    throw new AppError('webhook.endpoint-disabled', 'enable the webhook endpoint first');
}

/** Throws `webhook.endpoint-not-found` for a malformed id, so that it looks like any unknown one. */
export function endpointIdOf(text: string): string {
  if (!isUuid(text)) throw endpointNotFound();
  return text;
}

/** Throws `request.invalid`. */
export function descriptionOf(text: string): string {
  if (text.length > 255 || /\p{Cc}/u.test(text)) {
    throw invalidField('/description', 'must be at most 255 characters without control characters');
  }
  return text;
}

/** Sorted and without duplicates. Throws `request.invalid`, which names the invalid one. */
export function eventTypesOf(given: readonly string[]): readonly string[] {
  given.forEach((type, index) => {
    if (!(eventTypes as readonly string[]).includes(type)) {
      throw invalidField(`/event_types/${index}`, `must be one of ${eventTypes.join(', ')}`);
    }
  });
  return [...new Set(given)].sort();
}

/** Whether the endpoint gets an event. */
export function concerns(
  { eventTypes: chosen, start }: Pick<Endpoint, 'eventTypes' | 'start'>,
  event: { readonly type: string; readonly source: keyof FeedPositions; readonly position: bigint },
): boolean {
  return event.position > start[event.source] && (chosen.length === 0 || chosen.includes(event.type));
}
