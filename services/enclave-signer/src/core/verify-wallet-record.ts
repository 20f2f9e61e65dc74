import { addressOf } from '@wallet-service/addresses';
import { Refused, type SignerRequest, type SignerResponse } from '@wallet-service/signer-protocol';
import type { ApplicationKeys } from './application-key.js';
import { recordContext, type Owner } from './owner-context.js';
import { bindsLabels, publicKeyOfRecord } from './sealed-record.js';

/**
 * Verifies that a signer created a stored wallet for this owner: record, labels, public key and address
 * belong together. The caller states the owner. The signer need not verify the owner here: the caller has the
 * record and learns only yes or no. A record from before there were labels does not cover them.
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
