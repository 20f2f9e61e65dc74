import { createCipheriv, createDecipheriv, createHash, timingSafeEqual } from 'node:crypto';
import { chainTable } from '@wallet-service/addresses';
import { Refused } from '@wallet-service/signer-protocol';
import type { ApplicationKey } from './application-key.js';
import { associatedData, type RecordContext, type RecordPurpose } from './owner-context.js';
import { wipe } from './wipe.js';

/**
 * A wallet's keys at rest:
 * layout version(1) | nonce(12) | context commitment(32) | key commitment(32) | public key(33 or 32) |
 * AES-256-GCM ciphertext | tag(16) | integrity(32). Integrity: HMAC under the application's key over all that
 * comes before it. It distinguishes an altered record (an incident) from one that is genuine but another's
 * (context commitment) and from a wrong access key (key commitment; GCM itself commits to no key). The public
 * key is in the clear, so that a signer can confirm it without the access key. Layout 3 is bound to the
 * labels of its context, layout 2 to the rest of it; in layout 1 the public key was the end of the plaintext.
 * All of them open. The layout is covered by the integrity: none can be passed off as another.
 */
const layoutWithLabels = 3;
const layoutWithoutLabels = 2;
const layoutWithHiddenPublicKey = 1;
const layouts: readonly unknown[] = [layoutWithLabels, layoutWithoutLabels, layoutWithHiddenPublicKey];
const nonceBytes = 12;
const hashBytes = 32;
const tagBytes = 16;
const keyBytes = 32;
const secretBytes = 32;
const headerBytes = 1 + nonceBytes + 2 * hashBytes;
export const accessKeyBytes = 32;

/** The content of a record. The caller owns the bytes and wipes them. */
export type WalletKeys = {
  /**
   * 256 bits of BIP-39 entropy, which an export turns into words. Empty for an imported key, which has none.
   */
  readonly secret: Uint8Array;
  /** The key on the chain's standard path, so that signing derives nothing. 32 bytes. */
  readonly privateKey: Uint8Array;
  /** secp256k1 compressed (33 bytes) or Ed25519 (32 bytes). */
  readonly publicKey: Uint8Array;
};

export function wipeWalletKeys({ secret, privateKey }: WalletKeys): void {
  wipe(secret, privateKey);
}

/**
 * Seals keys for a context. `accessKey` (32 bytes) is given exactly if the context requires one and the
 * record is not for recovery. `nonce`: 12 random bytes.
 */
export function sealRecord(
  keys: WalletKeys,
  context: RecordContext,
  applicationKey: ApplicationKey,
  accessKey: Uint8Array | undefined,
  nonce: Uint8Array,
  purpose: RecordPurpose = 'wallet',
): Uint8Array {
  const aad = associatedData(context, purpose);
  const { encryptionKey, commitment } = recordKeys(applicationKey, accessKey, aad);
  const plaintext = Buffer.concat([keys.secret, keys.privateKey]);
  const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce, { authTagLength: tagBytes });
  cipher.setAAD(aad);
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  wipe(plaintext, encryptionKey);
  const body = Buffer.concat([
    Uint8Array.of(context.labels ? layoutWithLabels : layoutWithoutLabels),
    nonce,
    applicationKey.mac('context', aad),
    commitment,
    keys.publicKey,
    ciphertext,
    cipher.getAuthTag(),
  ]);
  return new Uint8Array(Buffer.concat([body, applicationKey.mac('integrity', body)]));
}

/**
 * Opens a record in exactly the context that it was sealed in. Refused: 'record-corrupt' (an incident),
 * 'context-mismatch' (a genuine record of another owner, wallet, chain, network or version),
 * 'access-key-wrong' (the caller's mistake).
 */
export function openRecord(
  sealed: Uint8Array,
  context: RecordContext,
  applicationKey: ApplicationKey,
  accessKey: Uint8Array | undefined,
  purpose: RecordPurpose = 'wallet',
): WalletKeys {
  const { aad, ...parts } = genuineParts(sealed, context, applicationKey, purpose);
  const { encryptionKey, commitment } = recordKeys(applicationKey, accessKey, aad);
  try {
    if (!timingSafeEqual(parts.keyCommitment, commitment))
      throw new Refused(
        accessKey === undefined && !context.accessKeyRequired ? 'record-corrupt' : 'access-key-wrong',
      );
    return decrypt(parts, encryptionKey, aad);
  } finally {
    wipe(encryptionKey);
  }
}

/**
 * The public key that the record was made for, in exactly the context that it was sealed in. No access key is
 * needed. Refused: 'record-corrupt', 'context-mismatch', and 'record-outdated' if the record has layout 1 and
 * needs an access key: its next version shows the public key.
 */
export function publicKeyOfRecord(
  sealed: Uint8Array,
  context: RecordContext,
  applicationKey: ApplicationKey,
): Uint8Array {
  const { publicKey } = genuineParts(sealed, context, applicationKey, 'wallet');
  if (publicKey !== undefined) return publicKey;
  if (context.accessKeyRequired) throw new Refused('record-outdated');
  const keys = openRecord(sealed, context, applicationKey, undefined);
  wipeWalletKeys(keys);
  return keys.publicKey;
}

/** Whether a genuine record was sealed with the labels of its context. */
export function bindsLabels(sealed: Uint8Array): boolean {
  return sealed[0] === layoutWithLabels;
}

type RecordParts = {
  /** The context that it was sealed with. */
  readonly aad: Uint8Array;
  readonly nonce: Uint8Array;
  readonly keyCommitment: Uint8Array;
  /** Undefined in layout 1. */
  readonly publicKey: Uint8Array | undefined;
  /** With its tag. */
  readonly ciphertext: Uint8Array;
  /** 32, or 0 for an imported key. */
  readonly secretLength: number;
};

/** The parts of a record that this application's key made for this context. Nothing is decrypted. */
function genuineParts(
  sealed: Uint8Array,
  context: RecordContext,
  applicationKey: ApplicationKey,
  purpose: RecordPurpose,
): RecordParts {
  const publicBytes = chainTable[context.chain].publicKeyBytes;
  const [layout] = sealed;
  const bodyBytes = sealed.length - hashBytes;
  if (bodyBytes < headerBytes + tagBytes || !layouts.includes(layout)) throw new Refused('record-corrupt');
  const body = sealed.subarray(0, bodyBytes);
  if (!timingSafeEqual(sealed.subarray(bodyBytes), applicationKey.mac('integrity', body)))
    throw new Refused('record-corrupt');
  const aad = associatedData(bindsLabels(sealed) ? context : { ...context, labels: undefined }, purpose);
  const contextCommitment = body.subarray(1 + nonceBytes, headerBytes - hashBytes);
  if (!timingSafeEqual(contextCommitment, applicationKey.mac('context', aad)))
    throw new Refused('context-mismatch');
  const secretLength = bodyBytes - (headerBytes + keyBytes + publicBytes + tagBytes);
  if (secretLength !== 0 && secretLength !== secretBytes) throw new Refused('record-corrupt');
  const shown = layout === layoutWithHiddenPublicKey ? 0 : publicBytes;
  return {
    aad,
    nonce: body.subarray(1, 1 + nonceBytes),
    keyCommitment: body.subarray(headerBytes - hashBytes, headerBytes),
    publicKey: shown > 0 ? new Uint8Array(body.subarray(headerBytes, headerBytes + shown)) : undefined,
    ciphertext: body.subarray(headerBytes + shown),
    secretLength,
  };
}

function decrypt(
  { nonce, ciphertext, secretLength, publicKey }: Omit<RecordParts, 'aad'>,
  key: Uint8Array,
  aad: Uint8Array,
): WalletKeys {
  // Without authTagLength node:crypto accepts tags of 4 bytes.
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(aad);
  decipher.setAuthTag(ciphertext.subarray(ciphertext.length - tagBytes));
  const plaintext = decipher.update(ciphertext.subarray(0, ciphertext.length - tagBytes));
  try {
    decipher.final();
    const keysEnd = secretLength + keyBytes;
    return {
      secret: new Uint8Array(plaintext.subarray(0, secretLength)),
      privateKey: new Uint8Array(plaintext.subarray(secretLength, keysEnd)),
      publicKey: publicKey ?? new Uint8Array(plaintext.subarray(keysEnd)),
    };
  } catch {
    throw new Refused('record-corrupt');
  } finally {
    wipe(plaintext);
  }
}

function recordKeys(
  applicationKey: ApplicationKey,
  accessKey: Uint8Array | undefined,
  aad: Uint8Array,
): { encryptionKey: Uint8Array; commitment: Uint8Array } {
  const salt = createHash('sha256').update(aad).digest();
  const derived = applicationKey.deriveRecordKey(accessKey, salt, keyBytes + hashBytes);
  return { encryptionKey: derived.subarray(0, keyBytes), commitment: derived.subarray(keyBytes) };
}
