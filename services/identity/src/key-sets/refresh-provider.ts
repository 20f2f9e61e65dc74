import { AppError } from '@wallet-service/errors';
import { isUuid } from '@wallet-service/values';
import type { Tenancy } from '../tenancy-store.js';
import type { FetchOutcome } from './carry-out-fetch.js';
import type { FetchDuty } from './key-set-claim-store.js';
import { keySetChange } from './key-set-change.js';

export type RefreshProviderDeps = {
  readonly tenancy: Pick<Tenancy, 'within'>;
  readonly carryOut: (duty: FetchDuty, maxAgeSeconds: number) => Promise<FetchOutcome>;
  /** After this time a fetch counts as lost. The next one may begin then, not earlier. */
  readonly fetchSeconds: number;
  readonly maxStaleSeconds: number;
};

export type RefreshedProvider = {
  readonly providerId: string;
  /** Unix seconds. */
  readonly timeFetched: number;
  readonly keysAdded: readonly string[];
  readonly keysRemoved: readonly string[];
};

/**
 * Fetches a provider's key set now, because its application reports that a key was withdrawn or added. The journal
 * gets that it was asked for, whatever comes of it. Throws `provider.not-found`, `request.rate-limited`,
 * `service.unavailable` (another request changed the provider) and `provider.key-set-unreachable`, which names the keys
 * that stay in use.
 */
export async function refreshProvider(
  { tenancy, carryOut, fetchSeconds, maxStaleSeconds }: RefreshProviderDeps,
  applicationId: string,
  providerId: string,
): Promise<RefreshedProvider> {
  const duty = isUuid(providerId)
    ? await tenancy.within(applicationId, async ({ keySetFetches, record }) => {
        const claimed = await keySetFetches.claimNow(providerId, fetchSeconds, fetchSeconds);
        if (claimed && 'attempt' in claimed)
          await record('admin.provider_refreshed', { after: { id: providerId } });
        return claimed;
      })
    : undefined;
  if (!duty) throw new AppError('provider.not-found', 'the application has no such identity provider');
  if ('waitSeconds' in duty) {
    throw new AppError(
      'request.rate-limited',
      `the key set of a provider is fetched on demand once in ${fetchSeconds} s`,
      { retryAfterSeconds: duty.waitSeconds },
    );
  }
  const outcome = await carryOut(duty, 0);
  if (outcome.superseded) {
    throw new AppError(
      'service.unavailable',
      'another request changed the provider at the same time: try again',
      {
        retryAfterSeconds: fetchSeconds,
      },
    );
  }
  const timeFetched = await tenancy.within(applicationId, ({ keySetFetches }) =>
    keySetFetches.timeConfirmed(providerId),
  );
  const { added, removed } = keySetChange(outcome.before, outcome.after);
  if (outcome.problem === undefined)
    return { providerId, timeFetched, keysAdded: added, keysRemoved: removed };
  throw unusable(outcome, { removed, timeFetched, maxStaleSeconds });
}

type State = {
  readonly removed: readonly string[];
  readonly timeFetched: number;
  readonly maxStaleSeconds: number;
};

function unusable(
  { after, problem = '' }: { readonly after: string; readonly problem?: string },
  { removed, timeFetched, maxStaleSeconds }: State,
): AppError {
  const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19);
  const none = keySetChange('{"keys":[]}', after).added.length === 0;
  const left = none
    ? 'no key is in use, so the users of the provider are refused'
    : `the keys of ${day(timeFetched)}Z stay in use until ${day(timeFetched + maxStaleSeconds)}Z at most`;
  const gone = removed.length === 0 ? '' : `; ${removed.length} withdrawn`;
  return new AppError(
    'provider.key-set-unreachable',
    `the key set at jwks_uri ${problem}; ${left}${gone}. Make jwks_uri answer with the set and refresh again, ` +
      'or delete the provider: that refuses its users at once',
    {
      fields: [{ path: '/jwks_uri', message: problem }],
      details: { keys_removed: removed },
    },
  );
}
