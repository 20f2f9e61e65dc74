import {
  bytesOfText,
  normalizeEmail,
  Refused,
  type SignerRequest,
  type SignerResponse,
} from '@wallet-service/signer-protocol';
import type { ApplicationKeys } from './application-key.js';

/**
 * The value by which the wallet service finds the pre-generated wallet of an e-mail address: HMAC-SHA256
 * under a key derived from the application's, so that its database does not reveal whose addresses are in it.
 * It survives restarts and the rotation of the sealing key. The address must be in its normal form already.
 */
export async function hashEmail(
  deps: { readonly applicationKeys: ApplicationKeys },
  { applicationId, wrappedApplicationKey, email }: SignerRequest<'HashEmail'>,
): Promise<SignerResponse<'HashEmail'>> {
  if (normalizeEmail(email) !== email) throw new Refused('malformed-request', { field: 'email' });
  const applicationKey = await deps.applicationKeys.open(applicationId, wrappedApplicationKey);
  return { hash: applicationKey.mac('email', bytesOfText(email)) };
}
