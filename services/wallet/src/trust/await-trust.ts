import { AppError } from '@wallet-service/errors';
import { Refused } from '@wallet-service/signer-protocol';
import type { CallScope } from '../signer/signer-client.js';
import { errorOfRefusal, mayBeCuredByNewerTrust } from '../signer/signer-refusals.js';
import type { BringTrust } from './bring-trust.js';

export type AwaitTrustDeps = {
  readonly trust: BringTrust;
  /** Called for every refusal that reaches a caller. */
  readonly onRefused: (refused: Refused, traceId: string) => void;
};

export type AboutTrust = {
  readonly applicationId: string;
  /** The signer verifies a user's token for it. */
  readonly hasToken: boolean;
};

/**
 * How often the same content is offered again. A signer that took it a moment ago may be another one than the signer
 * that was asked, and one that lacks the document may have been starting while it was offered.
 */
const offersOfSame = { document: 2, other: 1 } as const;

/**
 * Calls the signer, with what the application trusts brought to it first, and again when newer trust may change the
 * answer. Rejects with AppError only.
 */
export function createTrustAwaiter({ trust, onRefused }: AwaitTrustDeps) {
  return async function awaitTrust<Answer>(
    { applicationId, hasToken }: AboutTrust,
    ask: () => Promise<Answer>,
    scope: CallScope,
  ): Promise<Answer> {
    const checking = hasToken ? trust.check(applicationId, scope) : undefined;
    if (checking) await checking;
    for (let same = 0; ;) {
      const before = trust.offered(applicationId);
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof Refused)) throw asAppError(error);
        // No token makes a signer forget a document.
        const lacksDocument = error.refusal === 'application-unknown';
        const renewal = mayBeCuredByNewerTrust(error)
          ? await trust.renew(applicationId, before, scope, !lacksDocument)
          : undefined;
        const most = lacksDocument ? offersOfSame.document : offersOfSame.other;
        if (renewal === 'changed' || (renewal === 'same' && ++same <= most)) continue;
        onRefused(error, scope.traceId);
        throw errorToCaller(error, renewal);
      }
    }
  };
}

export type AwaitTrust = ReturnType<typeof createTrustAwaiter>;

/** Without the application's document nothing is known about the token. So an outage is reported as one. */
function errorToCaller(refused: Refused, renewal: unknown): AppError {
  const isOutage = renewal instanceof AppError && ['unavailable', 'timeout'].includes(renewal.kind);
  return isOutage && refused.refusal === 'application-unknown' ? renewal : errorOfRefusal(refused);
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('internal', 'the call to the signer failed', { cause: error });
}
