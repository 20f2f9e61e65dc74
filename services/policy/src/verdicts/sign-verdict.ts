import { sign, type KeyObject } from 'node:crypto';
import { encodeVerdict, verdictSignaturePayload, type Verdict } from '@wallet-service/signer-protocol';

export type SignedVerdict = { readonly verdict: Buffer; readonly signature: Buffer };

/**
 * How long a verdict is valid, in seconds. The signer accepts at most 30. A signing request takes a fraction
 * of one.
 */
export const verdictLifetimeSeconds = 20;

/** Signs a permission with the service's Ed25519 key. `nowSeconds`: Unix time, whole seconds. */
export function signVerdict(
  key: KeyObject,
  permission: Omit<Verdict, 'issuedAt' | 'expiresAt'>,
  nowSeconds: number,
): SignedVerdict {
  const verdict = encodeVerdict({
    ...permission,
    issuedAt: nowSeconds,
    expiresAt: nowSeconds + verdictLifetimeSeconds,
  });
  return { verdict: Buffer.from(verdict), signature: sign(null, verdictSignaturePayload(verdict), key) };
}
