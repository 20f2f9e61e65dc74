import type { Chain } from '@wallet-service/addresses';
import { AppError } from '@wallet-service/errors';
import type { JwtMode } from '../users/user-on-the-wire.js';
import type { TokenUse } from './token-pins.js';

/** The use that a token is about to be put to. */
export type IntendedUse = {
  readonly applicationId: string;
  readonly jwt: string;
  /** The token's claim, as it is. */
  readonly exp: unknown;
  readonly jwtMode: JwtMode;
  readonly chain: Chain;
  readonly fingerprint: string;
};

/** Called with what is learned about the use of tokens. */
export type TokenEvent =
  | { readonly event: 'token-reused'; readonly chain: Chain }
  | { readonly event: 'pins-unavailable'; readonly error: unknown };

export type NoticeReuseDeps = {
  /** Whether the token was already used for something else. Rejects if that is unknown. */
  readonly isTokenReused: (use: TokenUse) => Promise<boolean>;
  readonly observe: (event: TokenEvent) => void;
};

/**
 * Whether the token was already used for something else. If that is unknown, it is `service.unavailable` in
 * the strict mode and false otherwise.
 */
export async function noticeReuse(
  { isTokenReused, observe }: NoticeReuseDeps,
  { jwtMode, chain, ...use }: IntendedUse,
): Promise<boolean> {
  try {
    const reused = await isTokenReused(use);
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

/** Call it before anything is done. In the strict mode a token is good for one use. */
export function assertUsable(tokenReused: boolean, jwtMode: JwtMode): void {
  if (tokenReused && jwtMode === 'single_payload')
    throw new AppError(
      'wallet.token-already-used',
      'the token was already used for something else: get a new one',
    );
}
