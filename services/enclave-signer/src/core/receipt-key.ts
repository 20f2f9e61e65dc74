import { sign, type KeyObject } from 'node:crypto';
import { ed25519PrivateKey, ed25519PublicKeyOf } from './derive-keys.js';
import { wipe } from './wipe.js';

/**
 * An Ed25519 key that proves that this process made a statement. It lives as long as the process: nothing
 * stores it, and another signer has another.
 */
export class ReceiptKey {
  readonly #key: KeyObject;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;

  constructor(random: (length: number) => Uint8Array) {
    const seed = random(32);
    this.#key = ed25519PrivateKey(seed);
    this.publicKey = ed25519PublicKeyOf(seed);
    wipe(seed);
  }

  /**
   * 64 bytes. `payload` starts with its own domain, so that no two kinds of statement have the same bytes.
   */
  sign(payload: Uint8Array): Uint8Array {
    return new Uint8Array(sign(null, payload, this.#key));
  }
}
