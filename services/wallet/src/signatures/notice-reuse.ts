import type { Chain } from '@wallet-service/addresses';
import { AppError } from '@wallet-service/errors';
import type { JwtMode } from '../users/user-on-the-wire.js';
import type { TokenUse } from './token-pins.js';

/** What a token is about to be used for. */
export type IntendedUse = {
  readonly applicationId: string;
  readonly jwt: string;
  readonly jwtMode: JwtMode;
  readonly chain: Chain;
  readonly fingerprint: string;
};

/** Told of what becomes known about the use of tokens. */
export type TokenEvent =
  | { readonly event: 'token-reused'; readonly chain: Chain }
  | { readonly event: 'pins-unavailable'; readonly error: unknown };

export type NoticeReuseDeps = {
  /** Whether the token was used for something else before. Rejects when that can't be known. */
  readonly isTokenReused: (use: TokenUse) => Promise<boolean>;
  readonly observe: (event: TokenEvent) => void;
};

/**
 * Whether the token was used for something else before. What can't be known is `service.unavailable` where it
 * decides, and false elsewhere.
 */
export async function noticeReuse(
  { isTokenReused, observe }: NoticeReuseDeps,
  { applicationId, jwt, jwtMode, chain, fingerprint }: IntendedUse,
): Promise<boolean> {
  try {
    const reused = await isTokenReused({ applicationId, jwt, fingerprint });
    if (reused) observe({ event: 'token-reused', chain });
    return reused;
  } catch (error) {
    observe({ event: 'pins-unavailable', error });
    if (jwtMode === 'observe') return false;
    throw new AppError('service.unavailable', 'the use of the token cannot be checked', {
      cause: error,
      retryAfterSeconds: 1,
    });
  }
}

/** To be called before anything is done: in the strict mode a token is good for one thing. */
export function assertUsable(tokenReused: boolean, jwtMode: JwtMode): void {
  if (tokenReused && jwtMode === 'single_payload')
    throw new AppError(
      'wallet.token-already-used',
      'the token was already used for something else: get a new one',
    );
}
