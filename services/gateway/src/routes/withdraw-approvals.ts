import { AppError } from '@wallet-service/errors';
import type { RequestContext, Services } from '../clients/services.js';

/**
 * Takes back what a person who is no owner any more has approved of signatures. They have no access already, so a
 * failure says what is left to do.
 */
export async function withdrawApprovals(
  policy: Services['policy'],
  { applicationId, personId }: { readonly applicationId: string; readonly personId: string },
  context: RequestContext,
): Promise<void> {
  try {
    await policy('WithdrawApprovals', { applicationId, personId }, context);
  } catch (cause) {
    throw new AppError(
      'service.unavailable',
      'their access has ended, but signatures that they approved may still count: send the request again, or ' +
        'decline those signatures',
      { cause, retryAfterSeconds: 1 },
    );
  }
}
