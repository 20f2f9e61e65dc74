import { AppError } from '@wallet-service/errors';
import { FairShares, ShareExceeded, unitsOf, type Asker, type Release } from '@wallet-service/values';

export type Turns = {
  /** While it is not known who is asking, the address is. */
  readonly ofAddress: <Result>(asker: Asker, work: () => Promise<Result>) => Promise<Result>;
  /** Resolves when the turn of the application has come, to what gives it back. `bytes` of the body. */
  readonly ofApplication: (asker: Asker, bytes: number) => Promise<Release>;
  /** What was read has so many separators: many small things cost more than their bytes. */
  readonly charge: (who: string, separators: number) => void;
};

const separatorsOfUnit = 4;

// For one gateway, which has one thread: replicas add up.
const common = { unitsPerMs: 2, longestWaitMs: 5_000, rememberMs: 10_000, mostWaiting: 256 } as const;
const ofApplications = { ...common, atOnce: 64, alone: 64, share: 4 } as const;
const ofStrangers = { ...common, atOnce: 16, alone: 4, share: 4 } as const;

/** Whose turn it is: requests of one address, and then of one application, wait for each other, so that they hold up no others. */
export function createTurns(elapsedMs: () => number): Turns {
  const strangers = new FairShares({ ...ofStrangers, now: elapsedMs });
  const applications = new FairShares({ ...ofApplications, now: elapsedMs });
  return {
    ofAddress: (asker, work) => strangers.run(asker, 1, work).catch(asAnswer('address')),
    ofApplication: (asker, bytes) => applications.enter(asker, unitsOf(bytes)).catch(asAnswer('application')),
    charge: (who, separators) => {
      applications.charge(who, separators / separatorsOfUnit);
    },
  };
}

function asAnswer(who: 'address' | 'application') {
  return (error: unknown): never => {
    if (!(error instanceof ShareExceeded)) throw error;
    const message = `this ${who} has more requests under way than its share: send fewer at once`;
    throw new AppError('request.rate-limited', message, { retryAfterSeconds: 1, cause: error });
  };
}
