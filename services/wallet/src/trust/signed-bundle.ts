import { AppError } from '@wallet-service/errors';
import {
  bytesOfBase64url,
  parseStrictJson,
  parseTrustBundle,
  type TrustBundle,
} from '@wallet-service/signer-protocol';

/** A trust bundle as it was published. */
export type SignedBundle = { readonly version: number; readonly signed: Uint8Array };

/**
 * The content of a signed bundle. Its signature is NOT checked: the signers do that, and only they rely on
 * it.
 */
export function readSignedBundle(signed: Uint8Array): TrustBundle {
  const payload = payloadOf(signed);
  const parsed = payload && parseTrustBundle(payload);
  if (!parsed) throw new AppError('trust-bundle.refused', 'not a signed trust bundle');
  if (!parsed.ok)
    throw new AppError('trust-bundle.refused', 'the trust bundle has problems', {
      details: { problems: parsed.problems.slice(0, 20) },
    });
  return parsed.bundle;
}

function payloadOf(signed: Uint8Array): Uint8Array | undefined {
  try {
    const json = parseStrictJson(Buffer.from(signed).toString('utf8')) as { payload?: unknown } | null;
    return typeof json?.payload === 'string' ? bytesOfBase64url(json.payload) : undefined;
  } catch {
    return undefined;
  }
}
