import { AppError } from '@wallet-service/errors';
import type { RequestContext, Services } from '../clients/services.js';

/**
 * Takes back what a person who is no owner any more has approved of signatures. They have no access already, so a
 * failure says what is left to do. That of one application does not keep another from its turn.
 */
export async function withdrawApprovals(
  policy: Services['policy'],
  { applicationIds, personId }: { readonly applicationIds: readonly string[]; readonly personId: string },
  context: RequestContext,
): Promise<void> {
  const failures: unknown[] = [];
  for (const applicationId of applicationIds)
    await policy('WithdrawApprovals', { applicationId, personId }, context).catch((error: unknown) =>
      failures.push(error),
    );
  if (failures.length === 0) return;
  throw new AppError(
    'service.unavailable',
    'their access has ended, but signatures that they approved may still count: send the request again, or ' +
      'decline those signatures',
    { cause: failures[0], retryAfterSeconds: 1 },
  );
}
