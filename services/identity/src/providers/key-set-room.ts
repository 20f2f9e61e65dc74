import { AppError } from '@wallet-service/errors';

/** Of a trust bundle (4 MiB), the rest being for what is in it beside providers. */
export const bundleBytes = 3840 * 1024;
/** What one application's providers may take of it. Fifty usual ones take a third. */
export const applicationBytes = 256 * 1024;
/**
 * What an application may always take, as long as there is room at all: beyond it, it takes from what is free for all.
 */
const ownShareBytes = 16 * 1024;
/** What is free for all; the other half is kept for those who have not had their share yet. */
const freeBytes = bundleBytes / 2;

/** In a trust bundle a provider takes about so many bytes: the same as key-set-room-store.ts counts. */
export function bytesInBundle(provider: {
  readonly issuer: string;
  readonly audience: string;
  readonly keySetJson: string;
}): number {
  const { issuer, audience, keySetJson } = provider;
  return 2 * (Buffer.byteLength(issuer) + Buffer.byteLength(audience)) + Buffer.byteLength(keySetJson) + 128;
}

export type Room = {
  /** What the other providers of the application take. */
  readonly ofApplication: number;
  /** What the providers of all applications take, this one's earlier set among them. */
  readonly ofAll: number;
};

/** Why a provider that takes `bytes` has no room, naming the limit and what to do; undefined when it has. */
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
