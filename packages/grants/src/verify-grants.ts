import { verify, type KeyObject } from 'node:crypto';
import { AppError } from '@wallet-service/errors';
import { RecentlyUsed } from '@wallet-service/values';
import {
  grantLeewayMs,
  grantLifetimeMs,
  grantOfPayload,
  signatureBytes,
  signedBytesOf,
  type Audience,
  type Grant,
} from './grant.js';

export type GrantVerifierOptions = {
  /** Identity's public keys: the one in use and, while it is rotated, the other. */
  readonly publicKeys: readonly KeyObject[];
  readonly audience: Audience;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** Throws `auth.grant-invalid`. */
export type GrantVerifier = (bytes: Uint8Array) => Grant;

const longestGrant = 512;
const mostRemembered = 10_000;

/** Caches grants with a valid signature by their bytes. Their times are checked each time. */
export function createGrantVerifier({ publicKeys, audience, now }: GrantVerifierOptions): GrantVerifier {
  const known = new RecentlyUsed<string, Grant>('grants.verified', mostRemembered);

  function signed(bytes: Uint8Array): Grant | undefined {
    const signature = bytes.subarray(0, signatureBytes);
    const payload = bytes.subarray(signatureBytes);
    const message = signedBytesOf(payload);
    if (!publicKeys.some((key) => verify(null, message, key, signature))) return undefined;
    return grantOfPayload(payload);
  }

  return (bytes) => {
    if (bytes.length === 0) throw invalid('the call carries no grant of a credential');
    if (bytes.length > longestGrant) throw invalid('the grant is too long');
    const name = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const held = known.get(name);
    const grant = held ?? signed(bytes);
    if (!grant) throw invalid('the grant has no valid signature of identity');
    if (!held) known.set(name, grant);
    if (grant.audience !== audience) throw invalid('the grant is for another service');
    const { issuedAt, expiresAt } = grant;
    if (expiresAt - issuedAt > grantLifetimeMs) throw invalid('the grant lives too long');
    if (issuedAt > now() + grantLeewayMs) throw invalid('the grant is of the future: compare the clocks');
    if (expiresAt + grantLeewayMs <= now()) throw invalid('the grant has expired');
    return grant;
  };
}

function invalid(message: string): AppError {
  return new AppError('auth.grant-invalid', message);
}
