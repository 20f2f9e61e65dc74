import { Refused, type SignerRequest, type SignerResponse } from '@wallet-service/signer-protocol';
import { ownerOf, recordContext } from './owner-context.js';
import type { ChangeAccessKeyDeps } from './rotate-access-key.js';
import { sealAll } from './seal-all.js';
import { openRecord } from './sealed-record.js';
import { verifyToken } from './verify-token.js';

/**
 * Issues a new access key to the owner by their token alone, which may be valid for 5 minutes at most. Only
 * for wallets that were created recoverable, according to their record and not to a caller. For those the
 * token is enough by design.
 */
export async function recoverAccessKey(
  deps: ChangeAccessKeyDeps,
  { context, recoveryRecord, jwt }: SignerRequest<'RecoverAccessKey'>,
): Promise<SignerResponse<'RecoverAccessKey'>> {
  if (context === undefined) throw new Refused('malformed-request', { field: 'context' });
  const token = await verifyToken(jwt, context.applicationId, 'core', deps, deps.now());
  const bound = recordContext(context, ownerOf(token));
  if (!bound.recoverable) throw new Refused('not-recoverable');
  deps.highWaterMarks.check(bound.applicationId, bound.walletId, bound.recordVersion);
  const applicationKey = await deps.applicationKeys.open(bound.applicationId, context.wrappedApplicationKey);
  const keys = openRecord(recoveryRecord, bound, applicationKey, undefined, 'recovery');
  deps.highWaterMarks.raise(bound.applicationId, bound.walletId, bound.recordVersion);
  const next = { ...bound, recordVersion: bound.recordVersion + 1 };
  return {
    ...sealAll(keys, next, applicationKey, deps.random),
    recordVersion: next.recordVersion,
    publicKey: keys.publicKey,
  };
}
