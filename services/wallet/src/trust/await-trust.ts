import { AppError } from '@wallet-service/errors';
import { Refused } from '@wallet-service/signer-protocol';
import { errorOfRefusal, mayBeCuredByNewerTrust } from '../signer/signer-refusals.js';
import type { NewestBundle } from './newest-bundle.js';

export type AwaitTrustDeps = {
  readonly bundles: NewestBundle;
  readonly now: () => number;
  /**
   * How long a request waits for a newer bundle if the signer does not know its provider or key. 0 disables
   * waiting.
   */
  readonly trustBundleWaitMs: number;
  /** Called for every refusal that reaches a caller. */
  readonly onRefused: (refused: Refused, traceId: string) => void;
};

/**
 * Calls the signer, and again if a newer trust bundle arrived meanwhile that may change the answer. Rejects
 * with AppError only.
 */
export function createTrustAwaiter({ bundles, now, trustBundleWaitMs, onRefused }: AwaitTrustDeps) {
  return async function awaitTrust<Answer>(
    ask: () => Promise<Answer>,
    { deadline, traceId }: { deadline: number; traceId: string },
  ): Promise<Answer> {
    const until = Math.min(now() + trustBundleWaitMs, deadline - 50);
    for (;;) {
      const announced = bundles.announced;
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof Refused)) throw asAppError(error);
        const waitMs = until - now();
        const again = mayBeCuredByNewerTrust(error) && waitMs > 0;
        if (again && (await bundles.waitForNewer(announced, waitMs))) continue;
        onRefused(error, traceId);
        throw errorOfRefusal(error);
      }
    }
  };
}

export type AwaitTrust = ReturnType<typeof createTrustAwaiter>;

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('internal', 'the call to the signer failed', { cause: error });
}
