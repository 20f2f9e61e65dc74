import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@wallet-service/errors';
import { createSingleFlight } from '@wallet-service/values';
import type { CallScope } from '../signer/signer-client.js';
import { createFewWaiting } from './few-waiting.js';
import { createTrustOffers, type TrustOffersDeps } from './offer-trust.js';

export type BringTrustDeps = TrustOffersDeps & {
  /** Identity gave no answer. */
  readonly onNotBrought: (applicationId: string, error: AppError) => void;
};

/** What the signers had been offered for an application at some moment. */
export type Offered = { readonly digest: string; readonly calls: number };
export type Renewal = 'changed' | 'same' | AppError;

export type BringTrust = {
  /**
   * Before a request. Undefined: it was checked a moment ago. Resolves when the signers have what identity has, or
   * when that takes too long: then what they have counts. Never rejects.
   */
  readonly check: (applicationId: string, scope: CallScope) => Promise<void> | undefined;
  /** The same, however short ago it was checked. */
  readonly checkNow: (applicationId: string, scope: CallScope) => Promise<void>;
  readonly offered: (applicationId: string) => Offered;
  /**
   * After a refusal. Offers the signers what witnesses state now, and says whether that is other content than
   * `before`, or why it was not possible. `hurried`: invented tokens may be the reason, so only a few wait until the
   * witnesses may be asked again. Never rejects.
   */
  readonly renew: (
    applicationId: string,
    before: Offered,
    scope: CallScope,
    hurried?: boolean,
  ) => Promise<Renewal>;
};

/** How long a check counts. */
const checkEveryMs = 15_000;
/** Signers keep what witnesses confirmed for hours, but what is confirmed often ends later. */
const offerEveryMs = 5 * 60_000;
/** Tokens with invented key ids must not multiply the questions to the witnesses. */
const renewEveryMs = 1_000;
/**
 * Those beyond them are refused at once, so that such tokens do not take all of the application's turns. It counts only
 * while the witnesses were asked less than a second ago and knew nothing new.
 */
const mostWaiting = 4;
/** How often checks fail while no identity is connected. */
const quietMs = 1_000;
/** When so many checks in a row got no answer in time, identity hangs, and no request waits for it for a while. */
const mostLate = 5;
const hangingMs = 5_000;

function failed(
  { onNotBrought }: Pick<BringTrustDeps, 'onNotBrought'>,
  applicationId: string,
  error: unknown,
): AppError {
  const failure =
    error instanceof AppError
      ? error
      : new AppError('internal', 'the trust cannot be brought', { cause: error });
  onNotBrought(applicationId, failure);
  return failure;
}

/** Has the witnesses asked, and numbers these calls. */
function createRenewals(
  { knownOf, remember, offer }: ReturnType<typeof createTrustOffers>,
  deps: BringTrustDeps,
) {
  const { now } = deps;
  const singleFlight = createSingleFlight<AppError | undefined>();
  let calls = 0;

  async function renewOnce(applicationId: string): Promise<AppError | undefined> {
    try {
      for (let again = false; ; again = true) {
        const waitMs = knownOf(applicationId).renewedAt + renewEveryMs - now();
        if (waitMs > 0) await sleep(waitMs);
        const call = ++calls;
        const startedAt = now();
        remember(applicationId, { renewedAt: startedAt, isRenewing: true });
        const isOld = await offer(applicationId, true, again);
        remember(applicationId, { checkedAt: startedAt, answeredCall: call, isRenewing: false });
        if (!isOld || again) return undefined;
      }
    } catch (error) {
      remember(applicationId, { isRenewing: false });
      return failed(deps, applicationId, error);
    }
  }

  return {
    renewal: (applicationId: string): Promise<AppError | undefined> =>
      singleFlight(applicationId, () => renewOnce(applicationId)).outcome,
    lastCall: () => calls,
  };
}

/** Carries what an application trusts from identity to the signers, when a request needs it. */
export function createBringTrust(deps: BringTrustDeps): BringTrust {
  const { now } = deps;
  const offers = createTrustOffers(deps);
  const { knownOf, remember, offer } = offers;
  const { renewal, lastCall } = createRenewals(offers, deps);
  const fewWaiting = createFewWaiting(mostWaiting);
  const singleFlight = createSingleFlight<AppError | undefined>();
  let quietUntil = -Infinity;
  let lateInARow = 0;

  async function checkOnce(applicationId: string): Promise<AppError | undefined> {
    const startedAt = now();
    try {
      const isOld = await offer(applicationId, false);
      lateInARow = 0;
      if (isOld || startedAt - knownOf(applicationId).offeredAt >= offerEveryMs) void renewal(applicationId);
      return undefined;
    } catch (error) {
      const failure = failed(deps, applicationId, error);
      if (failure.kind === 'timeout' && ++lateInARow >= mostLate) quietUntil = now() + hangingMs;
      return failure;
    } finally {
      remember(applicationId, { checkedAt: startedAt });
    }
  }

  const offered = (applicationId: string): Offered => ({
    digest: knownOf(applicationId).offeredDigest,
    calls: lastCall(),
  });

  async function checkNow(applicationId: string, deadline: number): Promise<void> {
    const checked = singleFlight(applicationId, () => checkOnce(applicationId)).outcome;
    await within((deadline - now()) / 3, checked);
  }

  return {
    check(applicationId, { deadline }) {
      const at = now();
      if (at - knownOf(applicationId).checkedAt < checkEveryMs || at < quietUntil) return undefined;
      if (!deps.identityConnected()) {
        quietUntil = at + quietMs;
        failed(deps, applicationId, new AppError('service.unavailable', 'identity is not reachable'));
        return undefined;
      }
      return checkNow(applicationId, deadline);
    },
    checkNow: (applicationId, { deadline }) => checkNow(applicationId, deadline),

    offered,

    async renew(applicationId, before, { deadline }, hurried = false) {
      const until = now() + (deadline - now()) / 2;
      for (;;) {
        const { offeredDigest, answeredCall } = knownOf(applicationId);
        if (offeredDigest !== before.digest) return 'changed';
        // An answer to a call that began before the signer was asked may be older than its refusal.
        if (answeredCall > before.calls) return 'same';
        const wait = () => within(until - now(), renewal(applicationId));
        const { isRenewing, renewedAt } = knownOf(applicationId);
        const mayQueue = hurried && !isRenewing && now() - renewedAt < renewEveryMs;
        const outcome = mayQueue ? await fewWaiting(applicationId, wait) : await wait();
        if (outcome === 'late')
          return new AppError('service.unavailable', 'identity did not say in time what is trusted', {
            retryAfterSeconds: 1,
          });
        if (outcome) return outcome;
      }
    },
  };
}

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value | 'late'> {
  if (ms <= 0) return 'late';
  const giveUp = new AbortController();
  const late = sleep(ms, 'late' as const, { signal: giveUp.signal }).catch(() => 'late' as const);
  try {
    return await Promise.race([work, late]);
  } finally {
    giveUp.abort();
  }
}
