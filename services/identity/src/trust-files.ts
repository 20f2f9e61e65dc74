import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError, readSecretFile } from '@wallet-service/config';
import { readBakedTrust, Refused, type RootInForce } from '@wallet-service/signer-protocol';

/** Throws a ConfigError if the file holds no root document with witnesses. */
export function readRootDocument(file: string): RootInForce {
  const root = read(file);
  if (root.document.registrars.length === 0)
    throw new ConfigError([
      `ROOT_DOCUMENT_FILE: ${file} is a trust bundle of an earlier version: it must be a root document`,
    ]);
  return root;
}

function read(file: string): RootInForce {
  try {
    return readBakedTrust(readFileSync(file));
  } catch (error) {
    const why =
      error instanceof Refused
        ? JSON.stringify(error.details)
        : ((error as NodeJS.ErrnoException).code ?? 'unknown');
    throw new ConfigError([`ROOT_DOCUMENT_FILE: ${file} can't be used: ${why}`]);
  }
}

/** The registrar's key, from PKCS#8 PEM. Throws a ConfigError if it is not an Ed25519 private key. */
export function readRegistrarKey(file: string, options: { readonly allowShared: boolean }): KeyObject {
  const pem = readSecretFile(file, options);
  let key: KeyObject | undefined;
  try {
    key = createPrivateKey(pem);
  } catch {
    key = undefined;
  }
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new ConfigError([`REGISTRAR_KEY_FILE: ${file} must hold an Ed25519 private key as PKCS#8 PEM`]);
  return key;
}
