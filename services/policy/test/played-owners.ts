import { generateKeyPairSync } from 'node:crypto';
import { signApprover, type Approver } from '@wallet-service/grants';
import { createAuthenticator, type Authenticator } from '@wallet-service/passkeys/testing';

// Owners with real passkeys, and identity, which vouches for them.

const identity = generateKeyPairSync('ed25519');
export const identityKey = identity.publicKey;

const origin = 'https://console.example.com';
const relyingParty = { id: 'console.example.com', origins: [origin] };

export type Owner = {
  readonly personId: string;
  readonly authenticator: Authenticator;
  readonly publicKey: string;
};

export function newOwner(personId: string): Owner {
  const authenticator = createAuthenticator({ origin });
  const options = { challenge: 'AAAA', rp: { id: relyingParty.id } };
  const { response } = JSON.parse(authenticator.create(options)) as { response: { publicKey: string } };
  return { personId, authenticator, publicKey: response.publicKey };
}

/** Identity's statement about an owner, made at that time (milliseconds), except for what is given. */
export function statementOf(
  applicationId: string,
  { personId, authenticator, publicKey }: Owner,
  issuedAt: number,
  changes: Partial<Approver> = {},
): Buffer {
  const passkey = { credentialId: authenticator.credentialId, publicKey, algorithm: -7 };
  const approver = { applicationId, personId, relyingParty, passkeys: [passkey], issuedAt, ...changes };
  return signApprover(approver, identity.privateKey);
}
