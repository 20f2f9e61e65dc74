import {
  createHmac,
  createSecretKey,
  generateKeyPairSync,
  hkdfSync,
  sign,
  type KeyObject,
} from 'node:crypto';
import {
  encodeMandate,
  mandatePayload,
  maxMandateSeconds,
  verdictMacInfo,
  x25519PublicKeyOf,
  x25519SharedSecret,
} from '@wallet-service/signer-protocol';
import { invalidField } from '@wallet-service/errors';
import { RecentlyUsed } from '@wallet-service/values';

/** An exchange key of this process, and the verdict key's word that it makes verdicts under it. */
export type Mandate = {
  /** Canonical bytes, signed. */
  readonly bytes: Buffer;
  /**
   * The MAC of a verdict, for the signers with this exchange key alone. Throws an AppError for a point of small order.
   */
  readonly macFor: (signers: Uint8Array, verdict: Uint8Array) => Buffer;
};

/** A signer takes a verdict, or declares it void, within two minutes of its making. Its mandate must still be valid. */
const renewAfterSeconds = maxMandateSeconds / 2;
/** Requests that overlap do not see the same second, and signers' clocks may be behind. */
const backdatedSeconds = 60;

/** The mandate to use now, and another one from time to time. `nowSeconds`: Unix time, whole seconds. */
export function createMandates(verdictKey: KeyObject): (nowSeconds: number) => Mandate {
  let current: { readonly mandate: Mandate; readonly issuedAt: number } | undefined;
  return (nowSeconds) => {
    // Signers refuse a mandate of the future, which is what one is after this clock was set back.
    const isDue = ({ issuedAt }: { readonly issuedAt: number }): boolean =>
      nowSeconds < issuedAt || nowSeconds >= issuedAt + renewAfterSeconds;
    if (!current || isDue(current)) {
      const issuedAt = nowSeconds - backdatedSeconds;
      current = { mandate: makeMandate(verdictKey, issuedAt), issuedAt };
    }
    return current.mandate;
  };
}

function makeMandate(verdictKey: KeyObject, issuedAt: number): Mandate {
  const { privateKey } = generateKeyPairSync('x25519');
  const publicKey = x25519PublicKeyOf(privateKey);
  const stated = { publicKey, issuedAt, expiresAt: issuedAt + maxMandateSeconds };
  const signature = sign(null, mandatePayload(stated), verdictKey);
  // All signers of an installation have one exchange key, and two while their sealing key is rotated.
  const macKeys = new RecentlyUsed<string, KeyObject>('policy.verdict-mac-keys', 100);

  function macKeyFor(signers: Uint8Array): KeyObject {
    const name = Buffer.from(signers).toString('base64');
    const known = macKeys.get(name);
    if (known) return known;
    const secret = x25519SharedSecret(privateKey, signers);
    if (!secret) throw invalidField('/exchange_key', 'must be an X25519 public key of a signer');
    const derived = new Uint8Array(hkdfSync('sha256', secret, '', verdictMacInfo(publicKey, signers), 32));
    const key = createSecretKey(derived);
    secret.fill(0);
    derived.fill(0);
    macKeys.set(name, key);
    return key;
  }

  return {
    bytes: Buffer.from(encodeMandate({ ...stated, signature })),
    macFor: (signers, verdict) => createHmac('sha256', macKeyFor(signers)).update(verdict).digest(),
  };
}
