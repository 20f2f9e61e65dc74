import { createCipheriv, createDecipheriv, createSecretKey, timingSafeEqual } from 'node:crypto';
import { encodeCanonical, Refused } from '@wallet-service/signer-protocol';
import { exchangeKeyOf, type ExchangeKey } from './exchange-key.js';
import { hkdf } from './hkdf.js';
import { wipe } from './wipe.js';

/** Wraps application keys. */
export interface SealingKey {
  /** MUST bind the wrapped key to the application. */
  wrap(applicationId: string, applicationKey: Uint8Array): Promise<Uint8Array>;
  /**
   * MUST reject with Refused('application-key-invalid') anything that `wrap` did not write for this
   * application.
   */
  unwrap(applicationId: string, wrapped: Uint8Array): Promise<Uint8Array>;
  /** With these the policy service makes verdicts for this signer. New ones are made with the first. */
  readonly exchangeKeys: readonly ExchangeKey[];
}

export const sealingKeyBytes = 32;
const format = 1;
const idBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;
const wrappedBytes = 1 + idBytes + nonceBytes + 32 + tagBytes;

/**
 * A sealing key from 32 bytes, which are wiped. Wrapped form: format(1) | key id(8) | nonce(12) | AES-256-GCM
 * ciphertext(32) | tag(16). `random` returns that many unpredictable bytes.
 */
export function sealingKeyOf(bytes: Uint8Array, random: (length: number) => Uint8Array): SealingKey {
  if (bytes.length !== sealingKeyBytes) throw new Error(`the sealing key must have ${sealingKeyBytes} bytes`);
  // The label is from when it was called root key. Another one would change the id that wrapped keys carry.
  const id = hkdf([bytes], new Uint8Array(0), 'wallet-service/root-key-id/1', idBytes);
  const key = createSecretKey(bytes);
  const exchangeKeys = [exchangeKeyOf(bytes)];
  wipe(bytes);
  const header = Uint8Array.from([format, ...id]);
  const boundTo = (applicationId: string): Uint8Array =>
    encodeCanonical('wallet-service/application-key/1', [header, applicationId]);

  return {
    exchangeKeys,
    wrap(applicationId, applicationKey) {
      const nonce = random(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
      cipher.setAAD(boundTo(applicationId));
      const sealed = Buffer.concat([cipher.update(applicationKey), cipher.final()]);
      return Promise.resolve(new Uint8Array(Buffer.concat([header, nonce, sealed, cipher.getAuthTag()])));
    },
    unwrap(applicationId, wrapped) {
      if (wrapped.length !== wrappedBytes || !timingSafeEqual(wrapped.subarray(0, header.length), header))
        return Promise.reject(new Refused('application-key-invalid'));
      const nonceEnd = header.length + nonceBytes;
      const nonce = wrapped.subarray(header.length, nonceEnd);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(boundTo(applicationId));
      decipher.setAuthTag(wrapped.subarray(wrapped.length - tagBytes));
      try {
        const opened = decipher.update(wrapped.subarray(nonceEnd, wrapped.length - tagBytes));
        decipher.final();
        return Promise.resolve(opened);
      } catch {
        return Promise.reject(new Refused('application-key-invalid'));
      }
    },
  };
}

/**
 * Several sealing keys as one, while they are being rotated: wraps with the first and unwraps what any of
 * them wrapped. Rotation re-wraps application keys and touches no wallet.
 */
export function sealingKeyRing(current: SealingKey, previous: readonly SealingKey[]): SealingKey {
  return {
    exchangeKeys: [current, ...previous].flatMap(({ exchangeKeys }) => exchangeKeys),
    wrap: (applicationId, applicationKey) => current.wrap(applicationId, applicationKey),
    async unwrap(applicationId, wrapped) {
      for (const sealingKey of previous) {
        try {
          return await sealingKey.unwrap(applicationId, wrapped);
        } catch {
          // Not wrapped by this one. The current key gives the final answer.
        }
      }
      return current.unwrap(applicationId, wrapped);
    },
  };
}
