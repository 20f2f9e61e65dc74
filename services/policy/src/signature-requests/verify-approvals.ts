import type { KeyObject } from 'node:crypto';
import { readApprover, type Approver } from '@wallet-service/grants';
import { credentialIdOf, isAlgorithm, verifyAssertion } from '@wallet-service/passkeys';
import { approvalChallenge, type GivenApproval, type SignatureRequest } from './signature-request.js';

/** A statement may be this much older than the request, and than the approval that comes with it. */
const longestAgeSeconds = 60;

/**
 * The person, if identity said that they are an owner of the application, and one of their passkeys signed this
 * request. Otherwise why not. `why`: of the passkey's answer, for the journal.
 */
export function verifyApproval(
  request: Pick<SignatureRequest, 'applicationId' | 'text' | 'timeCreated' | 'timeExpires'>,
  { passkey: json, approver: statement }: Pick<GivenApproval, 'passkey' | 'approver'>,
  identityKeys: readonly KeyObject[],
): { readonly approver: Approver } | { readonly refusal: string; readonly why?: string } {
  const approver = readApprover(Buffer.from(statement, 'base64'), identityKeys);
  if (!approver) return { refusal: 'the statement about the person has no valid signature of identity' };
  const { applicationId, personId, relyingParty, issuedAt } = approver;
  if (applicationId !== request.applicationId) return { refusal: 'the person is of another application' };
  const seconds = issuedAt / 1000;
  if (seconds < request.timeCreated - longestAgeSeconds || seconds > request.timeExpires)
    return { refusal: 'the statement about the person is of another time' };
  const credentialId = credentialIdOf(json);
  const passkey = approver.passkeys.find((one) => one.credentialId === credentialId);
  if (!passkey || !isAlgorithm(passkey.algorithm))
    return { refusal: 'it is somebody else’s passkey', why: 'other-person' };
  const verified = verifyAssertion(json, approvalChallenge(request, personId), relyingParty, {
    ...{ credentialId: passkey.credentialId, algorithm: passkey.algorithm },
    publicKey: Buffer.from(passkey.publicKey, 'base64url'),
    // Identity counts, at sign-in and step-up.
    ...{ signCount: 0, isBackedUp: false },
  });
  return verified.ok
    ? { approver }
    : { refusal: `the answer of the passkey is refused (${verified.refusal})`, why: verified.refusal };
}

/** The approvals that are proven, one for each person. */
export function provenApprovals(
  request: SignatureRequest,
  identityKeys: readonly KeyObject[],
): readonly GivenApproval[] {
  const byPerson = new Map<string, GivenApproval>();
  for (const given of request.approvals) {
    const verified = verifyApproval(request, given, identityKeys);
    if ('approver' in verified) byPerson.set(verified.approver.personId, given);
  }
  return [...byPerson.values()];
}
