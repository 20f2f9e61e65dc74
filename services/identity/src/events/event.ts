import { uuidV7 } from '@wallet-service/values';

/** An event for applications. */
export type Event = {
  /** `evt_` and 32 hex digits. */
  readonly id: string;
  readonly type: 'provider.changed';
  readonly time: Date;
  /** Public facts as JSON. */
  readonly dataJson: string;
};

export type EventDeps = {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly randomBytes: (length: number) => Buffer;
};

/** Without the address of the key set, because a tenant may have put a secret into it. */
export function providerChanged(
  { now, randomBytes }: EventDeps,
  change: 'created' | 'updated' | 'deleted',
  { id, issuer, audience }: { readonly id: string; readonly issuer: string; readonly audience: string },
): Event {
  const timeMs = now();
  return {
    id: `evt_${uuidV7(timeMs, randomBytes(10)).replaceAll('-', '')}`,
    type: 'provider.changed',
    time: new Date(timeMs),
    dataJson: JSON.stringify({ provider_id: id, change, issuer, audience }),
  };
}
