import { AppError } from '@wallet-service/errors';

/**
 * The maximum for one application's providers and their key sets, which signers hold and requests carry. Fifty typical
 * ones take a third.
 */
export const applicationBytes = 256 * 1024;

/** About what a provider takes in messages and in signers, computed as in key-set-room-store.ts. */
export function bytesOfProvider(provider: {
  readonly issuer: string;
  readonly audience: string;
  readonly keySetJson: string;
}): number {
  const { issuer, audience, keySetJson } = provider;
  return 2 * (Buffer.byteLength(issuer) + Buffer.byteLength(audience)) + Buffer.byteLength(keySetJson) + 128;
}

/**
 * Why a provider of `bytes` has no room next to the application's others, with the limit and the remedy. Undefined if
 * it has room.
 */
export function noRoomBecause(bytes: number, ofOthers: number): string | undefined {
  const own = ofOthers + bytes;
  if (own <= applicationBytes) return undefined;
  return (
    `would make the application's providers and their key sets take ${own} bytes, where they may take ` +
    `${applicationBytes}: publish fewer or smaller keys, or delete a provider`
  );
}

/** Throws `provider.limit-reached`. */
export function demandRoom(bytes: number, ofOthers: number): void {
  const problem = noRoomBecause(bytes, ofOthers);
  if (problem === undefined) return;
  throw new AppError('provider.limit-reached', `the key set of the provider ${problem}`, {
    details: { limit_bytes: applicationBytes, provider_bytes: bytes },
  });
}
