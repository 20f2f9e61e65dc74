import { verify } from 'node:crypto';
import { refused, type Passkey, type Refused, type RelyingParty } from './passkey.js';
import { publicKeyOf } from './public-key.js';
import { bytesOf, readAnswer, refusalOf } from './read-answer.js';

/** What to keep of the passkey from now on. */
export type VerifiedAssertion = { readonly ok: true } & Pick<Passkey, 'signCount' | 'isBackedUp'>;

/**
 * Verifies that the holder of a passkey agreed to this challenge (base64url). `json`: AuthenticationResponseJSON.
 * Source: W3C Web Authentication Level 3, section 7.2.
 *
 * A counter that does not grow means that two authenticators have the key. Then it is refused.
 */
export function verifyAssertion(
  json: string,
  challenge: string,
  relyingParty: RelyingParty,
  passkey: Passkey,
): VerifiedAssertion | Refused {
  const answer = readAnswer(json);
  if (!answer) return refused('malformed');
  const { credentialId, authenticatorData, clientDataHash, response } = answer;
  if (credentialId !== passkey.credentialId) return refused('other-credential');
  const refusal = refusalOf(answer, 'webauthn.get', challenge, relyingParty);
  if (refusal) return refusal;
  const signature = bytesOf(response['signature']);
  const key = publicKeyOf(passkey.publicKey, passkey.algorithm);
  if (!signature || !key) return refused('malformed');
  const signed = Buffer.concat([authenticatorData.bytes, clientDataHash]);
  if (!verify(passkey.algorithm === -8 ? null : 'sha256', signed, key, signature))
    return refused('signature-invalid');
  const { signCount, isBackedUp } = authenticatorData;
  const counts = signCount > 0 || passkey.signCount > 0;
  if (counts && signCount <= passkey.signCount) return refused('counter-not-grown');
  return { ok: true, signCount, isBackedUp };
}
