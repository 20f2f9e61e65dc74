import { Refused, type SignerRequest, type SignerResponse } from '@wallet-service/signer-protocol';
import type { ApplicationKeys } from './application-key.js';
import { importKeyPair } from './hpke.js';

/** The public key to seal a private key to for its import into the application. */
export async function getImportKey(
  deps: { readonly applicationKeys: ApplicationKeys },
  { applicationId, wrappedApplicationKey }: SignerRequest<'GetImportKey'>,
): Promise<SignerResponse<'GetImportKey'>> {
  if (!/^[\x21-\x7e]{1,128}$/.test(applicationId))
    throw new Refused('malformed-request', { field: 'applicationId' });
  const applicationKey = await deps.applicationKeys.open(applicationId, wrappedApplicationKey);
  return { publicKey: (await importKeyPair(applicationKey)).publicKey };
}
