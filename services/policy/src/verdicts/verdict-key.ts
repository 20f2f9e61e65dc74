import { createPrivateKey, type KeyObject } from 'node:crypto';
import { ConfigError } from '@wallet-service/config';

/** The key that signs verdicts, from PKCS#8 PEM. Throws a ConfigError if it is not an Ed25519 private key. */
export function parseVerdictKey(pem: Buffer): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw new ConfigError(['VERDICT_KEY_FILE must hold an Ed25519 private key as PKCS#8 PEM']);
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new ConfigError(['VERDICT_KEY_FILE must hold an Ed25519 private key, not another kind']);
  return key;
}
