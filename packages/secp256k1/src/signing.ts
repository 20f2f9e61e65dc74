import { randomBytes } from 'node:crypto';
import { signingModule } from './generated/signing-module.js';
import { isKnown, knownInputs, knownSignatures } from './known-answers.js';
import { WasmModule, type Call } from './wasm-module.js';

/** 64 bytes, r ‖ s, each big-endian. `recoveryId` is 0 to 3 (SEC 1 section 4.1.6). */
export type RecoverableSignature = { readonly signature: Uint8Array; readonly recoveryId: number };

/**
 * libsecp256k1 with private keys. Its operations on them take the same time for every key, and are blinded. What it
 * answers is not to be relied on before a `Secp256k1Checking` has confirmed it.
 */
export class Secp256k1Signing {
  readonly #module: WasmModule;

  /** `base64`: of the module. Another one only for tests, which inject faults. */
  constructor(base64: string = signingModule) {
    this.#module = new WasmModule(base64, { seed: () => randomBytes(32), isRight: signsKnownAnswers });
  }

  /** Whether these 32 bytes, big-endian, are 1 to n - 1 (SEC 1). Other lengths are no private key. */
  isPrivateKey(bytes: Uint8Array): boolean {
    if (bytes.length !== 32) return false;
    return this.#module.call('is_private_key', [], { privateKey: bytes }, (returned) => returned === 1);
  }

  /** Compressed: 33 bytes. Throws a RangeError for bytes that are not a private key. */
  publicKeyOf(privateKey: Uint8Array): Uint8Array {
    return this.#module.call('make_public_key', [], { privateKey }, (returned, read) => {
      if (returned !== 1) throw notPrivate();
      return read('publicKey');
    });
  }

  /** (privateKey + summand) mod n, both 32 bytes. Undefined if the summand is n or more, or the sum is 0 (BIP-32). */
  addToPrivateKey(privateKey: Uint8Array, summand: Uint8Array): Uint8Array | undefined {
    return this.#module.call('add', [], { privateKey, input: summand }, (returned, read) =>
      returned === 1 ? read('privateKey') : undefined,
    );
  }

  /** ECDSA over a 32-byte digest, with the nonce of RFC 6979, and low s. Throws a RangeError as `publicKeyOf`. */
  sign(digest: Uint8Array, privateKey: Uint8Array): RecoverableSignature {
    return this.#module.call('sign', [], { privateKey, input: digest }, (recoveryId, read) => {
      if (recoveryId < 0) throw notPrivate();
      return { signature: read('signature'), recoveryId };
    });
  }

  /** For tests, which look for secrets and inject faults. */
  get memory(): Uint8Array {
    return this.#module.memory;
  }
}

function notPrivate(): RangeError {
  return new RangeError('not a private key of secp256k1');
}

/**
 * A signature whose nonce can be predicted is valid, so no check of it finds the fault. It is another one than RFC 6979
 * has.
 */
function signsKnownAnswers(call: Call): boolean {
  const [privateKeys, inputs] = [knownInputs('key'), knownInputs('digest')];
  return isKnown(knownSignatures, (answers) => {
    for (const [index, privateKey] of privateKeys.entries()) {
      const given = { privateKey, input: inputs[index] ?? privateKey };
      call('sign', [], given, (recoveryId, read) =>
        answers.update(`${recoveryId}`).update(read('signature')),
      );
      call('make_public_key', [], { privateKey }, (_, read) => answers.update(read('publicKey')));
      call('add', [], given, (_, read) => answers.update(read('privateKey')));
    }
  });
}
