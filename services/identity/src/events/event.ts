import { uuidV7 } from '@wallet-service/values';

/** An event for applications. */
export type Event = {
  /** `evt_` and 32 hex digits. */
  readonly id: string;
  readonly type:
    | 'provider.changed'
    | 'trust.document_changed'
    | 'trust.keys_changed'
    | 'trust.administrators_changed'
    | 'trust.document_proposed';
  readonly time: Date;
  /** Public facts as JSON. */
  readonly dataJson: string;
};

export type EventDeps = {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly randomBytes: (length: number) => Buffer;
};

export function newEvent({ now, randomBytes }: EventDeps, type: Event['type'], data: object): Event {
  const timeMs = now();
  return {
    id: `evt_${uuidV7(timeMs, randomBytes(10)).replaceAll('-', '')}`,
    type,
    time: new Date(timeMs),
    dataJson: JSON.stringify(data),
  };
}

/**
 * Without the address of the key set, because a tenant may have put a secret into it. `documentVersion`: of the
 * document that signers trust from this change on.
 */
export function providerChanged(
  deps: EventDeps,
  change: 'created' | 'updated' | 'deleted',
  { id, issuer, audience }: { readonly id: string; readonly issuer: string; readonly audience: string },
  documentVersion: number,
): Event {
  return newEvent(deps, 'provider.changed', {
    provider_id: id,
    change,
    issuer,
    audience,
    document_version: documentVersion,
  });
}
