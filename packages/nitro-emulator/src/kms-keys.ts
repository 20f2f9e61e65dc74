import {
  createCipheriv,
  createDecipheriv,
  generateKeyPairSync,
  randomBytes,
  type CipherGCMTypes,
} from 'node:crypto';

const algorithm: CipherGCMTypes = 'aes-256-gcm';
const authTagLength = 16;

export type EncryptionContext = Readonly<Record<string, string>>;

/** One symmetric KMS key. What it encrypted opens only in the same encryption context. */
export type KmsKey = {
  readonly arn: string;
  readonly encrypt: (plaintext: Uint8Array, context: EncryptionContext) => Buffer;
  /** Undefined for anything that this key did not encrypt in this context. */
  readonly decrypt: (ciphertext: Uint8Array, context: EncryptionContext) => Buffer | undefined;
};

/** A key that exists as long as the test. */
export function makeKmsKey(arn: string): KmsKey {
  const key = randomBytes(32);
  const boundTo = (context: EncryptionContext): Buffer =>
    Buffer.from(JSON.stringify([arn, Object.entries(context).toSorted()]));
  return {
    arn,
    encrypt(plaintext, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength }).setAAD(boundTo(context));
      return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(ciphertext, context) {
      const decipher = createDecipheriv(algorithm, key, ciphertext.subarray(0, 12), { authTagLength });
      decipher.setAAD(boundTo(context));
      try {
        decipher.setAuthTag(ciphertext.subarray(-authTagLength));
        return Buffer.concat([decipher.update(ciphertext.subarray(12, -authTagLength)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}

/** What KMS's GenerateDataKeyWithoutPlaintext returns: 32 bytes that nobody has seen. */
export function generateDataKeyWithoutPlaintext(key: KmsKey, context: EncryptionContext): Buffer {
  return key.encrypt(randomBytes(32), context);
}

/** What KMS's GenerateDataKeyPairWithoutPlaintext (ECC_NIST_P256) returns: SPKI, and PKCS #8 that nobody has seen. */
export function generateDataKeyPairWithoutPlaintext(
  key: KmsKey,
  context: EncryptionContext,
): { readonly publicKey: Buffer; readonly encryptedPrivateKey: Buffer } {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'der' });
  return {
    publicKey: pair.publicKey.export({ type: 'spki', format: 'der' }),
    encryptedPrivateKey: key.encrypt(privateKey, context),
  };
}
