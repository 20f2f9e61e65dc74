import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@wallet-service/errors';
import { createSingleFlight } from '@wallet-service/values';
import type { CallScope } from '../signer/signer-client.js';
import { createTrustOffers, reconnectMs, type TrustOffersDeps } from './offer-trust.js';

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
  readonly offered: (applicationId: string) => Offered;
  /**
   * After a refusal. Offers the signers what witnesses state now, and says whether that is other content than
   * `before`, or why it was not possible. Never rejects.
   */
  readonly renew: (applicationId: string, before: Offered, scope: CallScope) => Promise<Renewal>;
};

/** How long a check counts. */
const checkEveryMs = 15_000;
/** Signers keep what witnesses confirmed for hours, but what is confirmed often ends later. */
const offerEveryMs = 5 * 60_000;
/** Tokens with invented key ids must not multiply the questions to the witnesses. */
const renewEveryMs = 1_000;

/** Carries what an application trusts from identity to the signers, when a request needs it. */
export function createBringTrust(deps: BringTrustDeps): BringTrust {
  const { now } = deps;
  const { knownOf, remember, offer } = createTrustOffers(deps);
  const singleFlight = createSingleFlight<AppError | undefined>();
  let quietUntil = -Infinity;
  let calls = 0;

  function failed(applicationId: string, error: unknown): AppError {
    const failure =
      error instanceof AppError
        ? error
        : new AppError('internal', 'the trust cannot be brought', { cause: error });
    deps.onNotBrought(applicationId, failure);
    return failure;
  }

  async function checkOnce(applicationId: string): Promise<AppError | undefined> {
    const startedAt = now();
    try {
      const isOld = await offer(applicationId, false);
      if (isOld || startedAt - knownOf(applicationId).offeredAt >= offerEveryMs) void renewal(applicationId);
      return undefined;
    } catch (error) {
      return failed(applicationId, error);
    } finally {
      remember(applicationId, { checkedAt: startedAt });
    }
  }

  async function renewOnce(applicationId: string): Promise<AppError | undefined> {
    try {
      for (let again = false; ; again = true) {
        const waitMs = knownOf(applicationId).renewedAt + renewEveryMs - now();
        if (waitMs > 0) await sleep(waitMs);
        const call = ++calls;
        const startedAt = now();
        remember(applicationId, { renewedAt: startedAt });
        const isOld = await offer(applicationId, true, again);
        remember(applicationId, { checkedAt: startedAt, answeredCall: call });
        if (!isOld || again) return undefined;
      }
    } catch (error) {
      return failed(applicationId, error);
    }
  }

  const renewal = (applicationId: string): Promise<AppError | undefined> =>
    singleFlight(`renew ${applicationId}`, () => renewOnce(applicationId)).outcome;

  const offered = (applicationId: string): Offered => ({
    digest: knownOf(applicationId).offeredDigest,
    calls,
  });

  return {
    check(applicationId, { deadline }) {
      const at = now();
      if (at - knownOf(applicationId).checkedAt < checkEveryMs || at < quietUntil) return undefined;
      if (!deps.identityConnected()) {
        quietUntil = at + reconnectMs;
        failed(applicationId, new AppError('service.unavailable', 'identity is not reachable'));
        return undefined;
      }
      const checked = singleFlight(`check ${applicationId}`, () => checkOnce(applicationId)).outcome;
      return within((deadline - at) / 3, checked).then(() => undefined);
    },

    offered,

    async renew(applicationId, before, { deadline }) {
      const until = now() + (deadline - now()) / 2;
      for (;;) {
        const { offeredDigest, answeredCall } = knownOf(applicationId);
        if (offeredDigest !== before.digest) return 'changed';
        // An answer to a call that began before the signer was asked may be older than its refusal.
        if (answeredCall > before.calls) return 'same';
        const outcome = await within(until - now(), renewal(applicationId));
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
