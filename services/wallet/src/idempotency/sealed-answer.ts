import { createCipheriv, createDecipheriv } from 'node:crypto';
import { encodeCanonical } from '@wallet-service/signer-protocol';

const nonceBytes = 12;
const tagBytes = 16;

/** An answer is bound to these, so that it can't be put in the place of another one. */
export type AnswerContext = {
  readonly applicationId: string;
  /** SHA-256 of the idempotency key. */
  readonly keyHash: Uint8Array;
  readonly bodyHash: Uint8Array;
};

/**
 * A stored answer: nonce(12) | AES-256-GCM ciphertext | tag(16). `sealKey` is 32 bytes for one idempotency
 * key of one caller. `nonce` is random.
 */
export function sealAnswer(
  answer: Uint8Array,
  sealKey: Uint8Array,
  context: AnswerContext,
  nonce: Uint8Array,
): Buffer {
  const cipher = createCipheriv('aes-256-gcm', sealKey, nonce, { authTagLength: tagBytes });
  cipher.setAAD(associatedData(context));
  return Buffer.concat([nonce, cipher.update(answer), cipher.final(), cipher.getAuthTag()]);
}

/** Undefined if it was sealed under another secret key or was altered. */
export function openAnswer(
  sealed: Uint8Array,
  sealKey: Uint8Array,
  context: AnswerContext,
): Buffer | undefined {
  try {
    const nonce = sealed.subarray(0, nonceBytes);
    const decipher = createDecipheriv('aes-256-gcm', sealKey, nonce, { authTagLength: tagBytes });
    decipher.setAAD(associatedData(context));
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  } catch {
    // The tag does not match. Nothing more can be learned.
    return undefined;
  }
}

function associatedData({ applicationId, keyHash, bodyHash }: AnswerContext): Uint8Array {
  return encodeCanonical('wallet-service/idempotent-answer/1', [applicationId, keyHash, bodyHash]);
}
