import { AppError } from '@wallet-service/errors';
import { FairShares, ShareExceeded, unitsOf, type Asker, type Release } from '@wallet-service/values';

export type Turns = {
  /** While it is not known who is asking, it is the turn of the address, and of what it claims to be. */
  readonly ofStranger: <Result>(
    address: string,
    claim: string,
    work: () => Promise<Result>,
  ) => Promise<Result>;
  /** Resolves when the turn of the application has come, to what gives it back. `bytes` of the body. */
  readonly ofApplication: (asker: Asker, bytes: number) => Promise<Release>;
  /** What was read has so many separators: many small things cost more than their bytes. */
  readonly charge: (who: string, separators: number) => void;
};

const separatorsOfUnit = 4;

// For one gateway, which has one thread: replicas add up.
const common = { unitsPerMs: 2, longestWaitMs: 5_000, rememberMs: 10_000, mostWaiting: 1000 } as const;
const ofApplications = { ...common, atOnce: 64, alone: 64, share: 4 } as const;
const ofAddresses = { ...common, atOnce: 256, alone: 64, share: 64 } as const;
/** What one address claims to be. Many applications may be behind one address, and one of them may have a slow identity provider. */
const ofClaims = { ...common, atOnce: 256, alone: 4, share: 4 } as const;
const longestClaim = 64;

/** Whose share was used up. */
export type ShareOf = 'address' | 'application';

/** Whose turn it is: requests of one address, and then of one application, wait for each other, so that they hold up no others. */
export function createTurns(elapsedMs: () => number, onRefused: (of: ShareOf) => void): Turns {
  const claims = new FairShares({ ...ofClaims, now: elapsedMs });
  const addresses = new FairShares({ ...ofAddresses, now: elapsedMs });
  const applications = new FairShares({ ...ofApplications, now: elapsedMs });
  const asAnswer =
    (of: ShareOf) =>
    (error: unknown): never => {
      if (!(error instanceof ShareExceeded)) throw error;
      onRefused(of);
      const message = `this ${of} has more requests under way than its share: send fewer at once`;
      throw new AppError('request.rate-limited', message, { retryAfterSeconds: 1, cause: error });
    };
  return {
    ofStranger: (address, claim, work) => {
      const claimed = { who: `${address} ${claim.slice(0, longestClaim)}`, within: '' };
      return claims
        .run(claimed, 1, () => addresses.run({ who: address, within: '' }, 1, work))
        .catch(asAnswer('address'));
    },
    ofApplication: (asker, bytes) => applications.enter(asker, unitsOf(bytes)).catch(asAnswer('application')),
    charge: (who, separators) => {
      applications.charge(who, separators / separatorsOfUnit);
    },
  };
}
