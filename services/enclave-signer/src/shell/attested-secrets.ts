import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { AttestationDevice } from '../core/attestation-device.js';
import { sealingKeyBytes } from '../core/sealing-key.js';
import { wipe } from '../core/wipe.js';
import { BootFailure } from './boot-failure.js';
import { fetchBootSecrets } from './boot-secrets.js';
import type { SignerSecrets } from './config.js';
import { decryptForEnclave, type EncryptedSecret } from './kms.js';
import type { KmsSettings } from './kms-settings.js';

// The ceremony encrypts each secret under a context of its own, so the host can't hand over one as the other. The
// contexts are part of the ciphertexts, and the policy of the KMS key lets nobody encrypt them again. So the sealing
// key keeps the context from when it was called root key.
const sealingKey: EncryptedSecret = { name: 'sealing key', context: { 'wallet-service': 'root key' } };
const tlsPrivateKey: EncryptedSecret = {
  name: 'TLS private key',
  context: { 'wallet-service': 'TLS private key' },
};

/**
 * Reads the signer's secrets from KMS, which releases them to a document of this enclave only (`Recipient`):
 * the sealing key, the previous one if there is one, and the TLS private key (PKCS #8). `now` in Unix milliseconds.
 * Rejects with BootFailure.
 */
export async function attestedSecrets(
  settings: KmsSettings,
  device: AttestationDevice | undefined,
  now: () => number,
): Promise<SignerSecrets> {
  if (device === undefined) throw new BootFailure('KMS releases keys to an attested enclave only');
  const bootSecrets = await fetchBootSecrets(settings.bootSecrets);
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const document = await device.attest({
    nonce: new Uint8Array(0),
    userData: new Uint8Array(0),
    publicKey: new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })),
  });
  const recipient = { credentials: bootSecrets.credentials, document, privateKey };
  const open = (secret: EncryptedSecret, ciphertext: Uint8Array): Promise<Uint8Array> =>
    decryptForEnclave(settings, recipient, secret, ciphertext, now());
  const openSealingKey = async (ciphertext: Uint8Array): Promise<Uint8Array> => {
    const bytes = await open(sealingKey, ciphertext);
    if (bytes.length !== sealingKeyBytes)
      throw new BootFailure(`the sealing key must have ${sealingKeyBytes} bytes`);
    return bytes;
  };
  const tlsKey = await open(tlsPrivateKey, bootSecrets.tlsPrivateKey);
  return {
    sealingKey: await openSealingKey(bootSecrets.sealingKey),
    previousSealingKey:
      bootSecrets.previousSealingKey && (await openSealingKey(bootSecrets.previousSealingKey)),
    tlsCertificate: bootSecrets.tlsCertificate,
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
