import type { SignerRequest, SignerResponse } from '@wallet-service/signer-protocol';
import type { RootKey } from './root-key.js';
import { wipe } from './wipe.js';

/** The same application key, wrapped by the newest root key. No wallet is touched. */
export async function rewrapApplicationKey(
  { rootKey }: { readonly rootKey: RootKey },
  { applicationId, wrappedKey }: SignerRequest<'RewrapApplicationKey'>,
): Promise<SignerResponse<'RewrapApplicationKey'>> {
  const key = await rootKey.unwrap(applicationId, wrappedKey);
  const rewrapped = await rootKey.wrap(applicationId, key);
  wipe(key);
  return { wrappedKey: rewrapped };
}
