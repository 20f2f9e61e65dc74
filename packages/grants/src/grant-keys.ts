import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError, readSecretFile } from '@wallet-service/config';

const mostKeys = 2;
const pemBlock = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g;

/** Identity's key, from PKCS#8 PEM. Throws a ConfigError if it is not an Ed25519 private key. */
export function readGrantKey(file: string, options: { readonly allowShared: boolean }): KeyObject {
  const pem = readSecretFile(file, options);
  const key = keyOf(() => createPrivateKey(pem));
  if (!key) throw new ConfigError([`GRANT_KEY_FILE: ${file} must hold an Ed25519 private key as PKCS#8 PEM`]);
  return key;
}

/** Identity's public keys: one PEM block, or two while the key is rotated. Throws a ConfigError. */
export function readGrantPublicKeys(file: string): readonly KeyObject[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new ConfigError([`GRANT_PUBLIC_KEYS_FILE: ${file} cannot be read: ${code}`]);
  }
  const keys = (text.match(pemBlock) ?? []).map((pem) => keyOf(() => createPublicKey(pem)));
  const rest = text.replace(pemBlock, '').trim();
  const found = keys.filter((key) => key !== undefined);
  if (rest !== '' || found.length !== keys.length || found.length < 1 || found.length > mostKeys) {
    throw new ConfigError([
      `GRANT_PUBLIC_KEYS_FILE: ${file} must hold one or two Ed25519 public keys as PEM, and nothing else`,
    ]);
  }
  return found;
}

/** Throws a ConfigError unless the private key belongs to one of the accepted public keys. */
export function assertGrantKeyIsKnown(key: KeyObject, publicKeys: readonly KeyObject[]): void {
  const own = createPublicKey(key);
  if (!publicKeys.some((known) => known.equals(own))) {
    throw new ConfigError([
      'GRANT_PUBLIC_KEYS_FILE must hold the public half of GRANT_KEY_FILE: nobody would take its grants',
    ]);
  }
}

function keyOf(read: () => KeyObject): KeyObject | undefined {
  try {
    const key = read();
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}
