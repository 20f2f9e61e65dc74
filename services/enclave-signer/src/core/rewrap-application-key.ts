import type { SignerRequest, SignerResponse } from '@wallet-service/signer-protocol';
import type { SealingKey } from './sealing-key.js';
import { wipe } from './wipe.js';

/** Wraps the same application key with the newest sealing key. No wallet is touched. */
export async function rewrapApplicationKey(
  { sealingKey }: { readonly sealingKey: SealingKey },
  { applicationId, wrappedKey }: SignerRequest<'RewrapApplicationKey'>,
): Promise<SignerResponse<'RewrapApplicationKey'>> {
  const key = await sealingKey.unwrap(applicationId, wrappedKey);
  const rewrapped = await sealingKey.wrap(applicationId, key);
  wipe(key);
  return { wrappedKey: rewrapped };
}
