import { Secp256k1Checking } from '@wallet-service/secp256k1/checking';
import { Secp256k1Signing } from '@wallet-service/secp256k1/signing';

/** Has private keys. */
export const signing = new Secp256k1Signing();

/**
 * Another module, with its own memory, which never sees a private key. A fault in the memory of one is not in the
 * other. Both come from the same sources and compiler, which tests compare with another library.
 */
export const checking = new Secp256k1Checking();
