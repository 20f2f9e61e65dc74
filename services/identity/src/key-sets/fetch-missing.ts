import type { Tenancy } from '../tenancy-store.js';
import type { FetchOutcome } from './carry-out-fetch.js';
import type { FetchDuty } from './key-set-claim-store.js';

export type FetchMissingDeps = {
  readonly tenancy: Pick<Tenancy, 'within'>;
  readonly carryOut: (duty: FetchDuty, maxAgeSeconds: number) => Promise<FetchOutcome>;
  /** After this time another replica may begin the same fetch. */
  readonly fetchSeconds: number;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
};

/** What witnesses saw so recently is new enough. */
const recentSeconds = 5;
/** Providers are few. Hosts that hang must not keep the caller. */
const longestWaitMs = 3_000;

/**
 * Fetches the key sets of an application's providers that have none, as after a document that added them: so their
 * users need not wait for the background, which fetches again what fails here.
 */
export async function fetchMissing(
  { tenancy, carryOut, fetchSeconds, sleep }: FetchMissingDeps,
  applicationId: string,
): Promise<void> {
  const missing = await tenancy.within(applicationId, async ({ keySets }) =>
    (await keySets.list()).filter(({ keySetJson }) => keySetJson === undefined),
  );
  if (missing.length === 0) return;
  const fetches = missing.map(async ({ providerId }) => {
    const duty = await tenancy.within(applicationId, ({ keySetFetches }) =>
      keySetFetches.claimNow(providerId, fetchSeconds, fetchSeconds),
    );
    if (duty && !('waitSeconds' in duty)) await carryOut(duty, recentSeconds);
  });
  await Promise.race([Promise.allSettled(fetches), sleep(longestWaitMs)]);
}
