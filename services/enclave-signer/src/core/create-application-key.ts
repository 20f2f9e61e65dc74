import { Refused, type SignerRequest, type SignerResponse } from '@wallet-service/signer-protocol';
import { applicationKeyBytes } from './application-key.js';
import type { SealingKey } from './sealing-key.js';
import { wipe } from './wipe.js';

export type CreateApplicationKeyDeps = {
  readonly sealingKey: SealingKey;
  readonly random: (length: number) => Uint8Array;
};

/**
 * Creates a key for an application, wrapped by the sealing key. Every record of the application is sealed
 * under it.
 */
export async function createApplicationKey(
  { sealingKey, random }: CreateApplicationKeyDeps,
  { applicationId }: SignerRequest<'CreateApplicationKey'>,
): Promise<SignerResponse<'CreateApplicationKey'>> {
  if (!/^[\x21-\x7e]{1,128}$/.test(applicationId))
    throw new Refused('malformed-request', { field: 'applicationId' });
  const key = random(applicationKeyBytes);
  const wrappedKey = await sealingKey.wrap(applicationId, key);
  wipe(key);
  return { wrappedKey };
}
