import { AppError } from '@wallet-service/errors';
import { RecentlyUsed } from '@wallet-service/values';
import type { RowMacs } from '../row-macs.js';
import type { Endpoint } from './endpoint.js';

/** The stored secrets of an endpoint. `previous` is valid until its time. */
export type SealedSecrets = {
  readonly current: Buffer;
  readonly previous: { readonly sealed: Buffer; readonly expires: Date } | undefined;
};

/** Everything stored of one endpoint. */
export type StoredEndpoint = { readonly endpoint: Endpoint; readonly secrets: SealedSecrets };

/** All endpoints of one application, read by one statement. `mac`: null if the set has no row. */
export type EndpointSet = {
  readonly generation: bigint;
  readonly mac: Buffer | null;
  readonly stored: readonly StoredEndpoint[];
};

export type EndpointGuard = {
  /** MUST be called before the set is read: a generation that was committed then can't be gone afterwards. */
  readonly seen: (applicationId: string) => bigint;
  /**
   * Throws `webhook.record-mismatch` for a set that this service did not write, or that is older than one it
   * has seen.
   */
  readonly check: (applicationId: string, set: EndpointSet, seen: bigint) => void;
  readonly macOf: (applicationId: string, generation: bigint, stored: readonly StoredEndpoint[]) => Buffer;
};

const mostRemembered = 50_000;

/** Accepts what a process with the key wrote, and nothing older than what this process has read before. */
export function createEndpointGuard({ endpoints, onRefused }: RowMacs): EndpointGuard {
  const newest = new RecentlyUsed<string, bigint>('webhooks.endpoint-generations', mostRemembered);
  const seen = (applicationId: string) => newest.get(applicationId) ?? 0n;
  return {
    seen,
    check(applicationId, { generation, mac, stored }, before) {
      const refuse = (problem: string): never => {
        onRefused('endpoints', { applicationId, problem });
        throw new AppError(
          'webhook.record-mismatch',
          'the stored webhook endpoints are not what the service wrote',
        );
      };
      if (generation < before) refuse('rolled back');
      const none = mac === null && stored.length === 0;
      if (!none && !endpoints.fits(mac, ...partsOf(applicationId, generation, stored))) refuse('not ours');
      if (generation > seen(applicationId)) newest.set(applicationId, generation);
    },
    macOf: (applicationId, generation, stored) => endpoints.of(...partsOf(applicationId, generation, stored)),
  };
}

function partsOf(applicationId: string, generation: bigint, stored: readonly StoredEndpoint[]) {
  return [
    applicationId,
    generation,
    stored.length,
    ...stored.flatMap(({ endpoint, secrets: { current, previous } }) => [
      endpoint.id,
      endpoint.url,
      endpoint.description,
      endpoint.eventTypes.join('\n'),
      endpoint.disabledReason,
      endpoint.start.wallet,
      endpoint.start.policy,
      endpoint.start.identity,
      endpoint.timeCreated,
      endpoint.timeUpdated,
      current,
      previous?.sealed,
      previous?.expires,
    ]),
  ];
}
