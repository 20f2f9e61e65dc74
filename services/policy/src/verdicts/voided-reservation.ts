import { createHash, verify } from 'node:crypto';
import { invalidField } from '@wallet-service/errors';
import { decodeVerdict, ed25519PublicKey, verdictVoidPayload } from '@wallet-service/signer-protocol';
import type { RowMac } from '@wallet-service/values';

export type VoidedVerdict = {
  readonly verdict: Uint8Array;
  readonly releaseMac: Uint8Array;
  readonly statementSignature: Uint8Array;
};

/**
 * The reservation of our verdict that the one signer that may use it has signed never to use. Whether that
 * key really belongs to a signer does not matter: signers accept no verdict that names another key, so nobody
 * uses one that names none of theirs. Throws an AppError.
 */
export function voidedReservation(
  { verdict: bytes, releaseMac: given, statementSignature }: VoidedVerdict,
  releaseMac: Pick<RowMac, 'fits'>,
): { readonly applicationId: string; readonly reservationId: string } {
  const verdict = decodeVerdict(bytes);
  if (!verdict || !releaseMac.fits(given, bytes))
    throw invalidField('/verdict', 'must be a verdict that this service made');
  const { applicationId, reservation } = verdict;
  if (!reservation) throw invalidField('/verdict', 'must have a reservation that can be released');
  const hash = createHash('sha256').update(bytes).digest();
  if (!isSignedBy(reservation.signer, verdictVoidPayload(hash), statementSignature))
    throw invalidField('/statement_signature', 'must be from the signer that the verdict names');
  return { applicationId, reservationId: reservation.id };
}

function isSignedBy(publicKey: Uint8Array, payload: Uint8Array, signature: Uint8Array): boolean {
  try {
    return verify(null, payload, ed25519PublicKey(publicKey), signature);
  } catch {
    // 32 bytes that are not a point of the curve, so nobody has such a key.
    return false;
  }
}
