import { refused, type Passkey, type Refused, type RelyingParty } from './passkey.js';
import { isAlgorithm, publicKeyOf } from './public-key.js';
import { bytesOf, readAnswer, refusalOf } from './read-answer.js';

export type VerifiedRegistration = { readonly ok: true; readonly passkey: Passkey };

/**
 * Verifies that a person made a passkey for this challenge (base64url). `json`: RegistrationResponseJSON. Source: W3C
 * Web Authentication Level 3, section 7.1.
 *
 * Attestation is not evaluated: any authenticator may hold a passkey. Without it nothing vouches for the key but the
 * page that brings it, wherever in the answer it stands. So the key is read from `publicKey`, which needs no CBOR.
 */
export function verifyRegistration(
  json: string,
  challenge: string,
  relyingParty: RelyingParty,
): VerifiedRegistration | Refused {
  const answer = readAnswer(json);
  if (!answer) return refused('malformed');
  const refusal = refusalOf(answer, 'webauthn.create', challenge, relyingParty);
  if (refusal) return refusal;
  const { credentialId, authenticatorData, response } = answer;
  if (authenticatorData.credentialId !== credentialId) return refused('other-credential');
  const algorithm = response['publicKeyAlgorithm'];
  if (!isAlgorithm(algorithm)) return refused('algorithm-unsupported');
  const publicKey = bytesOf(response['publicKey']);
  if (!publicKey || !publicKeyOf(publicKey, algorithm)) return refused('malformed');
  const { signCount, isBackedUp } = authenticatorData;
  return { ok: true, passkey: { credentialId, publicKey, algorithm, signCount, isBackedUp } };
}
