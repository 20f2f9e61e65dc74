import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@wallet-service/errors';
import type { SignDeps } from './signing-request.js';
import type { PolicyClient } from '../policy/policy-client.js';
import type { SignerClient } from '../signer/signer-client.js';

/**
 * The time limit of one attempt. It applies even if the request's own time is up, because that is often why
 * nothing was signed.
 */
const releaseMs = 2_000;
/** How long it is tried again. The signer may only be slow, or its stream lost. */
const retryForMs = 30_000;
const pauseMs = 200;

/**
 * Has the one signer that may use the verdict state that it never will, and with that statement releases the
 * reservation.
 */
export function releaseReservation(
  signer: Pick<SignerClient, 'call'>,
  policy: Pick<PolicyClient, 'release'>,
  now: () => number,
): SignDeps['releaseReservation'] {
  return async (decision, { traceId }) => {
    const { verdict, mac: verdictMac, mandate } = decision;
    // Every signer may use it, so none can state that it was not used.
    if (decision.signer === undefined) throw new Error('the verdict names no signer');
    const once = async (): Promise<void> => {
      const scope = { deadline: now() + releaseMs, traceId };
      const asked = { ...scope, signer: decision.signer ?? '' };
      const request = { verdict, verdictMac, mandate };
      const { statementSignature } = await signer.call('VoidVerdict', request, asked);
      await policy.release(decision, statementSignature, scope);
    };
    try {
      await once();
    } catch (error) {
      // The caller does not wait for further attempts. The result of the first was reported.
      if (mayPass(error)) void tryAgain(once, now);
      throw error;
    }
  };
}

async function tryAgain(once: () => Promise<void>, now: () => number): Promise<void> {
  const giveUpAt = now() + retryForMs;
  for (let isOver = false; !isOver && now() < giveUpAt;) {
    await sleep(pauseMs, undefined, { ref: false });
    isOver = await once().then(
      () => true,
      (error: unknown) => !mayPass(error),
    );
  }
}

function mayPass(error: unknown): boolean {
  return error instanceof AppError && (error.kind === 'unavailable' || error.kind === 'timeout');
}
