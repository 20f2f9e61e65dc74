import { AppError } from '@wallet-service/errors';
import { isUuid } from '@wallet-service/values';

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One event on its way to one endpoint. */
export type Delivery = {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly orderingKey: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** An attempt is running, or was when its process died. */
  readonly underWay: boolean;
  readonly timeCreated: Date;
  readonly timeDue: Date;
  readonly timeCompleted: Date | undefined;
  /** The status of the last attempt. Undefined if there was no answer. */
  readonly responseStatus: number | undefined;
  readonly problem: string | undefined;
  /** The body that is sent. */
  readonly payload: string;
  /** The stored row that this service did not write. Then nothing is sent. */
  readonly refused: 'event' | 'delivery' | undefined;
};

/** The result of an attempt. */
export type Outcome = {
  readonly result: 'delivered' | 'gone' | 'failed';
  readonly responseStatus: number | undefined;
  /** Completes a sentence that begins with the address of the endpoint. */
  readonly problem: string | undefined;
};

/** An attempt that has its result. It was delivered if there is no problem. */
export type AttemptMade = Omit<Outcome, 'result'> & {
  readonly timeBegun: Date;
  readonly durationMs: number;
};

/** What the journal shows of a delivery that somebody asks for. */
export function shownDelivery({
  id,
  endpointId,
  eventId,
}: Pick<Delivery, 'id' | 'endpointId' | 'eventId'>): object {
  return { id, endpoint_id: endpointId, event_id: eventId };
}

export function deliveryNotFound(): AppError {
  return new AppError('webhook.delivery-not-found', 'the endpoint has no such delivery');
}

export function deliveryIdOf(text: string): string {
  if (!isUuid(text)) throw deliveryNotFound();
  return text;
}

/**
 * Milliseconds until the next attempt after `attempts` failures. Undefined if there is none. Up to 10 % are
 * added, so that what failed at the same time is not retried at the same time. `random`: from 0 to 1,
 * exclusive.
 */
export function retryDelayMs(
  delaysSeconds: readonly number[],
  attempts: number,
  random: number,
): number | undefined {
  const seconds = delaysSeconds[attempts - 1];
  return seconds === undefined ? undefined : Math.round(seconds * 1000 * (1 + 0.1 * random));
}
