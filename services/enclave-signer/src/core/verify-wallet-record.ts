import { addressOf } from '@wallet-service/addresses';
import { Refused, type SignerRequest, type SignerResponse } from '@wallet-service/signer-protocol';
import type { ApplicationKeys } from './application-key.js';
import { recordContext, type Owner } from './owner-context.js';
import { bindsLabels, publicKeyOfRecord } from './sealed-record.js';

/**
 * Whether a stored wallet is one that a signer made for this owner: its record, its labels, its public key
 * and its address belong together. The owner is the caller's word, because nothing is given away: whoever
 * asks has the record, and hears yes or no. A record from before there were labels says nothing of them.
 */
export async function verifyWalletRecord(
  { applicationKeys }: { readonly applicationKeys: ApplicationKeys },
  { context, sealed, issuer, subject, email, publicKey, address }: SignerRequest<'VerifyWalletRecord'>,
): Promise<SignerResponse<'VerifyWalletRecord'>> {
  if (context === undefined) throw new Refused('malformed-request', { field: 'context' });
  const owner: Owner = email === '' ? { kind: 'user', issuer, subject } : { kind: 'email', email };
  const bound = recordContext(context, owner);
  const applicationKey = await applicationKeys.open(bound.applicationId, context.wrappedApplicationKey);
  const genuine = publicKeyOfRecord(sealed, bound, applicationKey);
  if (Buffer.compare(genuine, publicKey) !== 0) throw new Refused('address-mismatch', { field: 'publicKey' });
  if (addressOf(bound.chain, bound.network, genuine) !== address)
    throw new Refused('address-mismatch', { field: 'address' });
  return { labelsBound: bindsLabels(sealed) };
}
