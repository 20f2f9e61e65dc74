import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

export type SecretSeal = {
  readonly seal: (scope: SealScope, secret: Uint8Array) => Buffer;
  /** Throws if the bytes were not sealed for this scope under this key. */
  readonly open: (scope: SealScope, sealed: Uint8Array) => Buffer;
};

/** The row that a sealed secret belongs to. Bytes that are moved to another row do not open. */
export type SealScope = { readonly applicationId: string; readonly endpointId: string };

/**
 * Seals signing secrets at rest: AES-256-GCM; version, nonce, tag, ciphertext. `key`: at least 32 random
 * bytes.
 */
export function createSecretSeal(key: Uint8Array, randomBytes: (length: number) => Uint8Array): SecretSeal {
  const sealingKey = Buffer.from(hkdfSync('sha256', key, '', 'wallet-service/webhooks/secret-seal/1', 32));
  const context = ({ applicationId, endpointId }: SealScope) =>
    Buffer.from(`${version}\n${applicationId}\n${endpointId}`);
  return {
    seal(scope, secret) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce, { authTagLength: tagBytes });
      cipher.setAAD(context(scope));
      const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), sealed]);
    },
    open(scope, sealed) {
      const bytes = Buffer.from(sealed);
      const head = 1 + nonceBytes;
      if (bytes[0] !== version || bytes.length < head + tagBytes) throw new Error('not a sealed secret');
      const nonce = bytes.subarray(1, head);
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, nonce, { authTagLength: tagBytes });
      decipher.setAAD(context(scope));
      decipher.setAuthTag(bytes.subarray(head, head + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(head + tagBytes)), decipher.final()]);
    },
  };
}
