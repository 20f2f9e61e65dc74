import type { VerifiedUserToken } from '@wallet-service/jwt';
import {
  normalizeEmail,
  Refused,
  type SignerRequest,
  type SignerResponse,
} from '@wallet-service/signer-protocol';
import { ownerOf, recordContext, withLabels } from './owner-context.js';
import type { ChangeAccessKeyDeps } from './rotate-access-key.js';
import { sealAll } from './seal-all.js';
import { openRecord } from './sealed-record.js';
import { tokenUseOf, verifyToken } from './verify-token.js';

/**
 * Re-seals a pre-generated wallet from its e-mail address to the user whose token proves that address. It
 * works in one direction: a record that is sealed to a user opens for no address. It works once: the caller
 * replaces the record, and its version distinguishes the old one.
 */
export async function claimWallet(
  deps: ChangeAccessKeyDeps,
  { context, sealed, jwt, tokenUse, claimedLabels }: SignerRequest<'ClaimWallet'>,
): Promise<SignerResponse<'ClaimWallet'>> {
  if (context === undefined) throw new Refused('malformed-request', { field: 'context' });
  const token = await verifyToken(jwt, context.applicationId, tokenUseOf(tokenUse), deps, deps.now());
  const email = provenEmail(token);
  const unclaimed = recordContext(context, { kind: 'email', email });
  deps.highWaterMarks.check(unclaimed.applicationId, unclaimed.walletId, unclaimed.recordVersion);
  const applicationKey = await deps.applicationKeys.open(
    unclaimed.applicationId,
    context.wrappedApplicationKey,
  );
  const keys = openRecord(sealed, unclaimed, applicationKey, undefined);
  const recordVersion = unclaimed.recordVersion + 1;
  const claimed = withLabels(
    { ...unclaimed, owner: ownerOf(token), recordVersion },
    claimedLabels,
    'claimedLabels',
  );
  const resealed = sealAll(keys, claimed, applicationKey, deps.random);
  return { sealed: resealed.sealed, recordVersion, publicKey: keys.publicKey };
}

function provenEmail({ assertsEmail, emailVerified, email: claimed }: VerifiedUserToken): string {
  const email = assertsEmail && emailVerified && claimed !== undefined ? normalizeEmail(claimed) : undefined;
  if (email === undefined) throw new Refused('email-unverified');
  return email;
}
