import { createHash } from 'node:crypto';
import { encodeCanonical } from '@wallet-service/signer-protocol';
import { RecentlyUsed } from '@wallet-service/values';
import type { CallScope } from '../signer/signer-client.js';

/** How the pre-generated wallet of an e-mail address is found. The address itself is stored nowhere. */
export type EmailHash = {
  /**
   * HMAC under a key that only signers have, so the database alone does not reveal whose addresses are in it.
   */
  readonly mac: Buffer;
  /** SHA-256 of application and address, as older rows have it until they are read. */
  readonly former: Buffer;
};

/** `email` in its normal form. */
export type HashEmail = (applicationId: string, email: string, scope: CallScope) => Promise<EmailHash>;

/** Calls the signers, once for each address in use. */
export function createHashEmail(
  ask: (applicationId: string, email: string, scope: CallScope) => Promise<Uint8Array>,
  rememberedEmails = 50_000,
): HashEmail {
  const known = new RecentlyUsed<string, Buffer>('wallet.email-hashes', rememberedEmails);
  return async (applicationId, email, scope) => {
    const former = formerHashOf(applicationId, email);
    const name = former.toString('base64');
    const mac = known.get(name) ?? Buffer.from(await ask(applicationId, email, scope));
    known.set(name, mac);
    return { mac, former };
  };
}

export function formerHashOf(applicationId: string, email: string): Buffer {
  const canonical = encodeCanonical('wallet-service/email/1', [applicationId, email]);
  return createHash('sha256').update(canonical).digest();
}
