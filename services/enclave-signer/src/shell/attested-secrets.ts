import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { AttestationDevice } from '../core/attestation-device.js';
import { rootKeyBytes } from '../core/root-key.js';
import { wipe } from '../core/wipe.js';
import { BootFailure } from './boot-failure.js';
import { fetchBootParcel } from './boot-parcel.js';
import type { SignerSecrets } from './config.js';
import { decryptForEnclave } from './kms.js';
import type { KmsSettings } from './kms-settings.js';

/**
 * The encryption contexts in which the ceremony made the ciphertexts, so that the host can't hand over one
 * for the other.
 */
export const rootKeyContext = { 'wallet-service': 'root key' } as const;
export const tlsKeyContext = { 'wallet-service': 'TLS private key' } as const;

/**
 * The signer's secrets out of KMS, which releases them to a document of this enclave only (`Recipient`): root
 * key, the one before it if there is one, and the TLS private key (PKCS #8). `now` in Unix milliseconds.
 * Rejects with BootFailure.
 */
export async function attestedSecrets(
  settings: KmsSettings,
  device: AttestationDevice | undefined,
  now: () => number,
): Promise<SignerSecrets> {
  if (device === undefined) throw new BootFailure('KMS releases keys to an attested enclave only');
  const parcel = await fetchBootParcel(settings.bootSecrets);
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const document = await device.attest({
    nonce: new Uint8Array(0),
    userData: new Uint8Array(0),
    publicKey: new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })),
  });
  const recipient = { credentials: parcel.credentials, document, privateKey };
  const open = (context: Readonly<Record<string, string>>, ciphertext: Uint8Array): Promise<Uint8Array> =>
    decryptForEnclave(settings, recipient, context, ciphertext, now());
  const openRootKey = async (ciphertext: Uint8Array): Promise<Uint8Array> => {
    const bytes = await open(rootKeyContext, ciphertext);
    if (bytes.length !== rootKeyBytes) throw new BootFailure(`the root key must have ${rootKeyBytes} bytes`);
    return bytes;
  };
  const tlsKey = await open(tlsKeyContext, parcel.tlsPrivateKey);
  return {
    rootKey: await openRootKey(parcel.rootKey),
    previousRootKey: parcel.previousRootKey && (await openRootKey(parcel.previousRootKey)),
    tlsCertificate: parcel.tlsCertificate,
    tlsKey: pemOf(tlsKey),
  };
}

/** Wipes the DER. */
function pemOf(pkcs8: Uint8Array): Buffer {
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
  } catch {
    throw new BootFailure('the TLS private key is no PKCS #8');
  } finally {
    wipe(pkcs8);
  }
  return Buffer.from(key.export({ type: 'pkcs8', format: 'pem' }));
}
