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
  /** An attempt runs now, or ran when its process died. */
  readonly underWay: boolean;
  readonly timeCreated: Date;
  readonly timeDue: Date;
  readonly timeCompleted: Date | undefined;
  /** Of the last attempt; undefined: there was no answer. */
  readonly responseStatus: number | undefined;
  readonly problem: string | undefined;
  /** The body as it is sent. */
  readonly payload: string;
  /** Which stored row is not what this service wrote: then nothing is sent. */
  readonly refused: 'event' | 'delivery' | undefined;
};

/** What an attempt came to. */
export type Outcome = {
  readonly result: 'delivered' | 'gone' | 'failed';
  readonly responseStatus: number | undefined;
  /** Ends a sentence that begins with the address of the endpoint. */
  readonly problem: string | undefined;
};

export function deliveryNotFound(): AppError {
  return new AppError('webhook.delivery-not-found', 'the endpoint has no such delivery');
}

export function deliveryIdOf(text: string): string {
  if (!isUuid(text)) throw deliveryNotFound();
  return text;
}

/**
 * Milliseconds until the next attempt after `attempts` of them failed; undefined when there is none. With up
 * to 10 % more, so that what failed at once is not tried at once. `random`: from 0 up to 1.
 */
export function retryDelayMs(
  delaysSeconds: readonly number[],
  attempts: number,
  random: number,
): number | undefined {
  const seconds = delaysSeconds[attempts - 1];
  return seconds === undefined ? undefined : Math.round(seconds * 1000 * (1 + 0.1 * random));
}
