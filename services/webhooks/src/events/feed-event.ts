import type { Source } from './source.js';

/** One event of a feed. */
export type FeedEvent = {
  readonly id: string;
  readonly type: string;
  readonly source: Source;
  readonly position: bigint;
  /** Unix milliseconds: when it happened. */
  readonly timeMs: number;
  readonly orderingKey: string;
  readonly dataJson: string;
  /** Of the request that caused it. Empty: unknown. */
  readonly traceId: string;
};

export type FeedPage = {
  readonly events: readonly FeedEvent[];
  /** The position to continue from. */
  readonly next: bigint;
  readonly more: boolean;
};

const longestPayloadBytes = 20_480;

/**
 * The body of an event (Standard Webhooks 1.0.0). Throws for what a feed must not contain: the id becomes
 * part of a signed text separated by full stops, and the key part of a job's name.
 */
export function payloadOf(event: Omit<FeedEvent, 'source' | 'position' | 'traceId'>): string {
  if (!/^evt_[A-Za-z0-9_-]{1,60}$/.test(event.id)) throw new Error('an event has an unusable id');
  if (!/^[a-z_]+(\.[a-z_]+)+$/.test(event.type)) throw new Error(`the event ${event.id} has no type`);
  if (!/^[A-Za-z0-9_:-]{1,128}$/.test(event.orderingKey)) {
    throw new Error(`the event ${event.id} has an unusable ordering key`);
  }
  const data: unknown = JSON.parse(event.dataJson);
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new Error(`the event ${event.id} has no data`);
  }
  const payload = JSON.stringify({ type: event.type, timestamp: new Date(event.timeMs).toISOString(), data });
  if (Buffer.byteLength(payload) > longestPayloadBytes) throw new Error(`the event ${event.id} is too large`);
  return payload;
}
