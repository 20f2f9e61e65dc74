import { AEAD_AES_256_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_X25519_HKDF_SHA256 } from 'hpke';
import type { ApplicationKey } from './application-key.js';
import { wipe } from './wipe.js';

/** One message of HPKE (RFC 9180). */
export type Sealed = { readonly encapsulatedKey: Uint8Array; readonly ciphertext: Uint8Array };
export type HpkeContext = { readonly info: string; readonly associatedData: Uint8Array };
type KeyPair = Awaited<ReturnType<typeof suite.DeriveKeyPair>>;

/** The private half cannot be read, not even by JavaScript in this process. */
export type ImportKeyPair = { readonly publicKey: Uint8Array; readonly keyPair: KeyPair };

export const hpkePublicKeyBytes = 32;

const suite = new CipherSuite(KEM_DHKEM_X25519_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_256_GCM);

const optionsOf = ({ info, associatedData }: HpkeContext) => ({
  info: new TextEncoder().encode(info),
  aad: associatedData,
});

/**
 * Seals in base mode. Undefined for bytes that are not an X25519 public key, including points of small order.
 */
export async function hpkeSeal(
  recipientPublicKey: Uint8Array,
  plaintext: Uint8Array,
  context: HpkeContext,
): Promise<Sealed | undefined> {
  try {
    const recipient = await suite.DeserializePublicKey(recipientPublicKey);
    const { encapsulatedSecret, ciphertext } = await suite.Seal(recipient, plaintext, optionsOf(context));
    return { encapsulatedKey: encapsulatedSecret, ciphertext };
  } catch {
    return undefined;
  }
}

/** The plaintext, which the caller wipes. Undefined if it was not sealed to this key in this context. */
export async function hpkeOpen(
  { keyPair }: ImportKeyPair,
  { encapsulatedKey, ciphertext }: Sealed,
  context: HpkeContext,
): Promise<Uint8Array | undefined> {
  try {
    return await suite.Open(keyPair, encapsulatedKey, ciphertext, optionsOf(context));
  } catch {
    return undefined;
  }
}

/**
 * The key pair that keys are sealed to for import into an application. It is the same on every signer with
 * the same sealing key.
 */
export async function importKeyPair(applicationKey: ApplicationKey): Promise<ImportKeyPair> {
  const seed = applicationKey.deriveImportSeed();
  const keyPair = await suite.DeriveKeyPair(seed, false);
  wipe(seed);
  return { keyPair, publicKey: await suite.SerializePublicKey(keyPair.publicKey) };
}
