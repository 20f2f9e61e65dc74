import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { encodeCanonical } from '@wallet-service/signer-protocol';
import { hkdf } from './hkdf.js';
import { RecentlyUsed } from './recently-used.js';
import type { SealingKey } from './sealing-key.js';
import { wipe } from './wipe.js';

export const applicationKeyBytes = 32;

/** The purpose of an HMAC. Each purpose has a key of its own. */
type Purpose = 'integrity' | 'context' | 'receipt' | 'email';

/** An unwrapped application key, and the keys derived from it. It has no form as text or JSON. */
export class ApplicationKey {
  readonly #sealing: Uint8Array;
  readonly #subkeys: Readonly<Record<Purpose, KeyObject>>;

  /** Takes over `bytes`. */
  constructor(bytes: Uint8Array) {
    this.#sealing = bytes;
    const subkey = (label: string): KeyObject => {
      const derived = hkdf([bytes], new Uint8Array(0), `wallet-service/${label}/1`, 32);
      const key = createSecretKey(derived);
      wipe(derived);
      return key;
    };
    this.#subkeys = {
      integrity: subkey('record-integrity'),
      context: subkey('record-context'),
      receipt: subkey('mfa-receipt'),
      email: subkey('email-hash'),
    };
  }

  /** HMAC-SHA256 under the subkey for one purpose. */
  mac(purpose: Purpose, message: Uint8Array): Uint8Array {
    return createHmac('sha256', this.#subkeys[purpose]).update(message).digest();
  }

  /**
   * HKDF-SHA256 over application key ‖ access key. The forms with and without an access key have different
   * labels, so that a record of one can never be opened as the other.
   */
  deriveRecordKey(accessKey: Uint8Array | undefined, salt: Uint8Array, length: number): Uint8Array {
    const label = accessKey === undefined ? 'application-key-only' : 'with-access-key';
    const material = accessKey === undefined ? [this.#sealing] : [this.#sealing, accessKey];
    return hkdf(material, salt, `wallet-service/sealed-record/1/${label}`, length);
  }

  /**
   * Input of DeriveKeyPair (RFC 9180 section 7.1.3) for the key pair that imported keys are sealed to. The
   * caller wipes it.
   */
  deriveImportSeed(): Uint8Array {
    return hkdf([this.#sealing], new Uint8Array(0), 'wallet-service/import-key/1', 32);
  }

  /**
   * An Ed25519 private key (RFC 8032) that signs checkpoints of the application's journal. The caller wipes
   * it.
   */
  deriveCheckpointKey(): Uint8Array {
    return hkdf([this.#sealing], new Uint8Array(0), 'wallet-service/journal-checkpoint-key/1', 32);
  }

  wipe(): void {
    wipe(this.#sealing);
  }
}

/** Unwrapped application keys in memory, so that no request waits for the sealing key twice. */
export class ApplicationKeys {
  readonly #sealingKey: SealingKey;
  /**
   * Evicted keys are not wiped, because a request may still be using them. They go with the last reference.
   */
  readonly #unwrapped: RecentlyUsed<string, ApplicationKey>;

  constructor(sealingKey: SealingKey, maxEntries = 10_000) {
    this.#sealingKey = sealingKey;
    this.#unwrapped = new RecentlyUsed('signer.application-keys', maxEntries);
  }

  get size(): number {
    return this.#unwrapped.size;
  }

  /** Rejects with Refused('application-key-invalid') if the wrapped key is not this application's. */
  async open(applicationId: string, wrapped: Uint8Array): Promise<ApplicationKey> {
    // Both are part of the cache key: another application's wrapped key must never be found under this one's
    // name.
    const name = createHash('sha256')
      .update(encodeCanonical('', [applicationId, wrapped]))
      .digest('base64');
    const known = this.#unwrapped.get(name);
    if (known !== undefined) return known;
    const key = new ApplicationKey(await this.#sealingKey.unwrap(applicationId, wrapped));
    this.#unwrapped.set(name, key);
    return key;
  }

  wipe(): void {
    for (const key of this.#unwrapped.values()) key.wipe();
    this.#unwrapped.clear();
  }
}
