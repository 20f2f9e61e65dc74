import { AppError } from '@wallet-service/errors';
import {
  FairShares,
  RecentlyUsed,
  ShareExceeded,
  unitsOf,
  type Asker,
  type Release,
} from '@wallet-service/values';
import { statusOfKind } from './status.js';

/** What is known about a request before its credentials are checked. `bytes` of its body. */
export type Stranger = { readonly address: string; readonly claim: string; readonly bytes: number };

export type Turns = {
  /** Until the caller is authenticated, it is the turn of the address and of the identity that it claims. */
  readonly ofStranger: <Result>(stranger: Stranger, work: () => Promise<Result>) => Promise<Result>;
  /**
   * Resolves when it is the application's turn, to a function that gives the turn back. `bytes` of the body.
   */
  readonly ofApplication: (asker: Asker, bytes: number) => Promise<Release>;
  /** The number of separators in the body. Many small values cost more than their bytes. */
  readonly charge: (who: string, separators: number) => void;
};

const separatorsOfUnit = 4;
/** The weight of refused credentials. Checking them costs as much as small work and delays nothing else. */
const unitsOfRefusal = { claim: 8, address: 2 } as const;

/** Messages of 64 KiB as base64, and room for the rest. */
export const largestBody = 131_072;
/** Memory that a connection takes anyway. */
const smallBody = 2048;

// For one gateway, which has one thread. Replicas add up.
const common = { unitsPerMs: 2, longestWaitMs: 5_000, rememberMs: 1_000, mostWaiting: 1000 } as const;
const ofApplications = { ...common, atOnce: 64, alone: 64, share: 8 } as const;
const ofAddresses = { ...common, atOnce: 256, alone: 64, share: 64 } as const;
/**
 * Shares of the identities that one address claims. Many applications may be behind one address, and one of
 * them may have a slow identity provider: half of the address's share stays for others. Those that no accepted
 * caller has claimed so far have one share together, because anybody can make up as many as they like.
 */
const ofClaims = { ...common, atOnce: 256, alone: 32, share: 4 } as const;
const longestClaim = 64;
const mostKnownClaims = 10_000;
const unknownClaim = '?';
/**
 * KiB of bodies in memory or on their way, before and after it is known whose they are. Nobody waits for
 * room, because waiting would hold more memory.
 */
const ofBodies = {
  ...common,
  ...{ atOnce: 32_768, alone: 16_384, share: 4096, mostWaiting: 0, unitsPerMs: Infinity },
} as const;

/** The share that was used up. `connections` if nobody was authenticated yet. */
export type ShareOf = 'address' | 'application' | 'connections';

/**
 * Schedules requests. Requests of one address, and then of one application, wait for each other, so that they
 * delay nobody else.
 */
export function createTurns(elapsedMs: () => number, onRefused: (of: ShareOf) => void): Turns {
  const claims = new FairShares({ ...ofClaims, now: elapsedMs });
  const knownClaims = new RecentlyUsed<string, true>('gateway.known-claims', mostKnownClaims);
  const addresses = new FairShares({ ...ofAddresses, now: elapsedMs });
  const applications = new FairShares({ ...ofApplications, now: elapsedMs });
  const strangersBodies = new FairShares({ ...ofBodies, now: elapsedMs });
  const bodies = new FairShares({ ...ofBodies, now: elapsedMs });
  const asAnswer =
    (of: ShareOf) =>
    (error: unknown): never => {
      if (!(error instanceof ShareExceeded)) throw error;
      onRefused(of);
      const message = `this ${of} has more requests under way than its share: send fewer at once`;
      throw new AppError('request.rate-limited', message, { retryAfterSeconds: 1, cause: error });
    };

  async function stranger<Result>(
    { address, claim: whole, bytes }: Stranger,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const claim = whole.slice(0, longestClaim);
    const isKnown = knownClaims.get(claim) === true;
    const claimed = { who: `${address} ${isKnown ? claim : unknownClaim}`, within: claim };
    const look = (): Promise<Result> =>
      work().catch((error: unknown) => {
        if (isRefusal(error)) {
          claims.charge(claimed.who, unitsOfRefusal.claim);
          addresses.charge(address, unitsOfRefusal.address);
        }
        throw error;
      });
    const giveBack = await hold(strangersBodies, address, bytes);
    try {
      const result = await claims.run(claimed, 1, () => addresses.run({ who: address, within: '' }, 1, look));
      if (!isKnown) knownClaims.set(claim, true);
      return result;
    } finally {
      giveBack();
    }
  }

  async function ofApplication(asker: Asker, bytes: number): Promise<Release> {
    const giveBack = await hold(bodies, asker.who, bytes);
    try {
      const release = await applications.enter(asker, unitsOf(bytes));
      return () => {
        release();
        giveBack();
      };
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  return {
    ofStranger: (who, work) => stranger(who, work).catch(asAnswer('address')),
    ofApplication: (asker, bytes) => ofApplication(asker, bytes).catch(asAnswer('application')),
    charge: (who, separators) => {
      applications.charge(who, separators / separatorsOfUnit);
    },
  };
}

/** A failure of our own service does not count against the caller. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && statusOfKind[error.kind] < 500;
}

/** Room for a body, from its headers until the request is over. */
async function hold(bodies: FairShares, who: string, bytes: number): Promise<Release> {
  if (bytes <= smallBody) return () => undefined;
  return bodies.enter({ who, within: '' }, Math.min(bytes, largestBody) / 1024);
}
