import { Refused, type SignerRequest, type SignerResponse } from '@wallet-service/signer-protocol';
import type { CreateWalletDeps } from './create-wallet.js';
import type { HighWaterMarks } from './high-water-marks.js';
import { ownerOf, recordContext } from './owner-context.js';
import { sealAll } from './seal-all.js';
import { accessKeyBytes, openRecord } from './sealed-record.js';
import { verifyToken } from './verify-token.js';

export type ChangeAccessKeyDeps = CreateWalletDeps & { readonly highWaterMarks: HighWaterMarks };

/**
 * Issues a new access key to an owner who has the old one. The old one opens the old record as long as that
 * exists. The caller replaces it, and this process refuses it once it has opened the new one. Until then both
 * open, so that a lost answer loses no wallet.
 */
export async function rotateAccessKey(
  deps: ChangeAccessKeyDeps,
  { context, sealed, accessKey, jwt }: SignerRequest<'RotateAccessKey'>,
): Promise<SignerResponse<'RotateAccessKey'>> {
  if (context === undefined) throw new Refused('malformed-request', { field: 'context' });
  const token = await verifyToken(jwt, context.applicationId, 'core', deps, deps.now());
  const bound = recordContext(context, ownerOf(token));
  if (!bound.accessKeyRequired)
    throw new Refused('malformed-request', { field: 'context.accessKeyRequired' });
  if (accessKey.length !== accessKeyBytes) throw new Refused('access-key-wrong');
  deps.highWaterMarks.check(bound.applicationId, bound.walletId, bound.recordVersion);
  const applicationKey = await deps.applicationKeys.open(bound.applicationId, context.wrappedApplicationKey);
  const keys = openRecord(sealed, bound, applicationKey, accessKey);
  deps.highWaterMarks.raise(bound.applicationId, bound.walletId, bound.recordVersion);
  const next = { ...bound, recordVersion: bound.recordVersion + 1 };
  return {
    ...sealAll(keys, next, applicationKey, deps.random),
    recordVersion: next.recordVersion,
    publicKey: keys.publicKey,
  };
}
