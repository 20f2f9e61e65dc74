import { AppError } from '@wallet-service/errors';
import { FairShares, ShareExceeded, unitsOf, type Asker } from '@wallet-service/values';

// For one process, which has one thread. Replicas add up.
const shares = {
  atOnce: 64,
  alone: 64,
  share: 12,
  unitsPerMs: 2,
  mostWaiting: 1000,
  longestWaitMs: 5_000,
  rememberMs: 1_000,
} as const;

type InTurn = <Result>(request: object, bytes: number, work: () => Promise<Result>) => Promise<Result>;

/**
 * Makes each application's calls wait for each other, so that one application's calls do not delay another's.
 * Calls about no application come from our own processes, and from strangers, whom the gateway counts by
 * address.
 */
export function createTurns(): InTurn {
  const turns = new FairShares({ ...shares, now: () => performance.now() });
  return async (request, bytes, work) => {
    const asker = askerOf(request);
    if (!asker) return work();
    try {
      return await turns.run(asker, unitsOf(bytes), work);
    } catch (error) {
      throw error instanceof ShareExceeded ? tooMuchAtOnce(error) : error;
    }
  };
}

type AboutApplication = {
  readonly applicationId?: unknown;
  readonly subject?: unknown;
  readonly user?: { readonly applicationId?: unknown; readonly subject?: unknown } | null;
};

function askerOf({ applicationId, subject, user }: AboutApplication): Asker | undefined {
  const who = applicationId ?? user?.applicationId;
  if (typeof who !== 'string' || who === '') return undefined;
  const within = subject ?? user?.subject;
  return { who, within: typeof within === 'string' ? within : '' };
}

function tooMuchAtOnce(cause: ShareExceeded): AppError {
  const message = 'the application has more requests under way than its share: send fewer at once';
  return new AppError('request.rate-limited', message, { retryAfterSeconds: 1, cause });
}
