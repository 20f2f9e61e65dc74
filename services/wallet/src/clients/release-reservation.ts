import type { SignDeps } from '../signatures/signing-request.js';
import type { PolicyClient } from './policy-client.js';
import type { SignerClient } from './signer-client.js';

/** For giving back what was reserved, also when the request's own time is up: that is why nothing was signed. */
const releaseMs = 2_000;

/** Has the one signer that may use the verdict vouch that it never will, and gives back on its word what was reserved. */
export function releaseReservation(
  signer: Pick<SignerClient, 'ask'>,
  policy: Pick<PolicyClient, 'release'>,
  now: () => number,
): SignDeps['releaseReservation'] {
  return async (decision, { traceId }) => {
    const { verdict, signature: verdictSignature } = decision;
    // Every signer may use it: none can say that it was not used.
    if (decision.signer === undefined) throw new Error('the verdict names no signer');
    const scope = { deadline: now() + releaseMs, traceId };
    const asked = { ...scope, signer: decision.signer };
    const { statementSignature } = await signer.ask('VoidVerdict', { verdict, verdictSignature }, asked);
    await policy.release(decision, statementSignature, scope);
  };
}
