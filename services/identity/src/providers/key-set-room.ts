import { AppError } from '@wallet-service/errors';

/** The part of a trust bundle (4 MiB) for providers. The rest is for everything else in it. */
export const bundleBytes = 3840 * 1024;
/** The maximum for one application's providers. Fifty typical ones take a third. */
export const applicationBytes = 256 * 1024;
/**
 * What an application may always take while there is room at all. Beyond that it takes from the part that is
 * free for all.
 */
const ownShareBytes = 16 * 1024;
/** The part that is free for all. The other half is reserved for applications below their share. */
const freeBytes = bundleBytes / 2;

/** The approximate size of a provider in a trust bundle, computed as in key-set-room-store.ts. */
export function bytesInBundle(provider: {
  readonly issuer: string;
  readonly audience: string;
  readonly keySetJson: string;
}): number {
  const { issuer, audience, keySetJson } = provider;
  return 2 * (Buffer.byteLength(issuer) + Buffer.byteLength(audience)) + Buffer.byteLength(keySetJson) + 128;
}

export type Room = {
  /** The bytes of the application's other providers. */
  readonly ofApplication: number;
  /** The bytes of all applications' providers, this one's previous set included. */
  readonly ofAll: number;
};

/** Why a provider of `bytes` has no room, with the limit and the remedy. Undefined if it has room. */
export function noRoomBecause(bytes: number, { ofApplication, ofAll }: Room): string | undefined {
  const own = ofApplication + bytes;
  if (own > applicationBytes) {
    return (
      `would make the application's providers take ${own} bytes of the trust bundle, ` +
      `where they may take ${applicationBytes}: publish fewer or smaller keys, or delete a provider`
    );
  }
  const most = own <= ownShareBytes ? bundleBytes : freeBytes;
  if (ofAll + bytes <= most) return undefined;
  return (
    `would make the application's providers take ${own} bytes of the trust bundle, which is so full that each ` +
    `application may take ${ownShareBytes}: publish fewer or smaller keys, delete a provider, or ask the operator`
  );
}

/** Throws `provider.limit-reached`. */
export function demandRoom(bytes: number, room: Room): void {
  const problem = noRoomBecause(bytes, room);
  if (problem === undefined) return;
  throw new AppError('provider.limit-reached', `the key set at jwks_uri ${problem}`, {
    details: { limit_bytes: applicationBytes, provider_bytes: bytes },
  });
}
