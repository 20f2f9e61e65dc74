import { checkingModule } from './generated/checking-module.js';
import { isKnown, knownInputs, knownKeys } from './known-answers.js';
import { WasmModule, type Call } from './wasm-module.js';

/** libsecp256k1 without private keys: another module, with its own memory, that has no code to sign. */
export class Secp256k1Checking {
  readonly #module: WasmModule;

  /** `base64`: of the module. Another one only for tests, which inject faults. */
  constructor(base64: string = checkingModule) {
    // Nothing is blinded here.
    this.#module = new WasmModule(base64, { seed: () => new Uint8Array(32), isRight: recoversKnownKeys });
  }

  /**
   * The public key (33 bytes, compressed) under which a signature (64 bytes, r ‖ s) over a 32-byte digest verifies, by
   * SEC 1 section 4.1.6. Undefined if there is none, or the recovery id is not 0 to 3. Accepts a high s.
   */
  recoverPublicKey(signature: Uint8Array, recoveryId: number, digest: Uint8Array): Uint8Array | undefined {
    if (![0, 1, 2, 3].includes(recoveryId)) return undefined;
    return recover(this.#module.call, signature, recoveryId, digest);
  }

  /** For tests, which inject faults. */
  get memory(): Uint8Array {
    return this.#module.memory;
  }
}

function recover(
  call: Call,
  signature: Uint8Array,
  recoveryId: number,
  input: Uint8Array,
): Uint8Array | undefined {
  return call('recover', [recoveryId], { signature, input }, (returned, read) =>
    returned === 1 ? read('publicKey') : undefined,
  );
}

/** Half of these numbers are the r of no signature: then there is no key. */
function recoversKnownKeys(call: Call): boolean {
  const [rs, ss, digests] = [knownInputs('r'), knownInputs('s'), knownInputs('digest')];
  return isKnown(knownKeys, (answers) => {
    for (const [index, r] of rs.entries()) {
      const [s = r, digest = r] = [ss[index], digests[index]];
      for (const recoveryId of [0, 1])
        answers.update(recover(call, Uint8Array.of(...r, ...s), recoveryId, digest) ?? '-');
    }
  });
}
