import { checkingModule } from './generated/checking-module.js';
import { WasmModule } from './wasm-module.js';

/** libsecp256k1 without private keys: another module, with its own memory, that has no code to sign. */
export class Secp256k1Checking {
  // Nothing is blinded here.
  readonly #module = new WasmModule(checkingModule, () => new Uint8Array(32));

  /**
   * The public key (33 bytes, compressed) under which a signature (64 bytes, r ‖ s) over a 32-byte digest verifies, by
   * SEC 1 section 4.1.6. Undefined if there is none, or the recovery id is not 0 to 3. Accepts a high s.
   */
  recoverPublicKey(signature: Uint8Array, recoveryId: number, digest: Uint8Array): Uint8Array | undefined {
    if (![0, 1, 2, 3].includes(recoveryId)) return undefined;
    return this.#module.call('recover', [recoveryId], { signature, input: digest }, (returned, read) =>
      returned === 1 ? read('publicKey') : undefined,
    );
  }

  /** For tests, which inject faults. */
  get memory(): Uint8Array {
    return this.#module.memory;
  }
}
