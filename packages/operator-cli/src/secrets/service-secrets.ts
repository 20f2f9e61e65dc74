import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { readOrMakePrivateFile } from '@wallet-service/local-certificates/private-file';

/** Paths of the secrets of the services, and the public half that others need. */
export type ServiceSecrets = {
  /**
   * 32 bytes: the sealing key, which wraps the application keys. Anyone who has it and the database has every
   * wallet.
   */
  readonly sealingKeyFile: string;
  /** 32 bytes: keys the hashes of API and secret keys. */
  readonly credentialPepperFile: string;
  /** Text: the operator's key for `/v1/admin`. */
  readonly operatorKeyFile: string;
  /** Ed25519, PKCS#8 PEM: signs the verdicts of the policy service. */
  readonly verdictKeyFile: string;
  /** 32 bytes: authenticates the verified tokens that the gateways share in Redis. */
  readonly tokenCacheKeyFile: string;
  /** 32 bytes: seals the signing secrets of webhooks. */
  readonly webhookKeyFile: string;
  /** 32 bytes: proves which events of wallets the wallet service wrote. */
  readonly eventKeyFile: string;
  /** Ed25519, PKCS#8 PEM: identity signs grants with it. */
  readonly grantKeyFile: string;
  /** Its public half as PEM and, while it is rotated, the other one: the services accept grants of these. */
  readonly grantPublicKeysFile: string;
  /** Ed25519, PKCS#8 PEM: identity adds and removes providers with it. */
  readonly registrarKeyFile: string;
  readonly operatorKey: string;
  /** Raw Ed25519, 32 bytes. */
  readonly verdictPublicKey: Uint8Array;
  readonly registrarPublicKey: Uint8Array;
};

/** A key of trust: the private half in a file (Ed25519, PKCS#8 PEM), the public half raw, 32 bytes. */
export type KeyFile = { readonly file: string; readonly publicKey: Uint8Array };

/** Reads the secrets of the services under `folder`, and makes those that are missing (mode 0600). */
export function serviceSecrets(folder: string): ServiceSecrets {
  const at = (name: string): string => path.join(folder, name);
  const files = {
    sealingKeyFile: at('sealing.key'),
    credentialPepperFile: at('credential-pepper.key'),
    operatorKeyFile: at('operator.key'),
    verdictKeyFile: at('verdict-key.pem'),
    tokenCacheKeyFile: at('token-cache.key'),
    webhookKeyFile: at('webhook.key'),
    eventKeyFile: at('event.key'),
    grantKeyFile: at('grant-key.pem'),
    grantPublicKeysFile: at('grant-keys.pub.pem'),
    registrarKeyFile: at('registrar-key.pem'),
  };
  // Until 0.2.0 it was called root key. A new key instead of it would open no wallet.
  if (existsSync(at('root.key')) && !existsSync(files.sealingKeyFile))
    renameSync(at('root.key'), files.sealingKeyFile);
  readOrMakePrivateFile(files.sealingKeyFile, () => randomBytes(32));
  readOrMakePrivateFile(files.credentialPepperFile, () => randomBytes(32));
  readOrMakePrivateFile(files.tokenCacheKeyFile, () => randomBytes(32));
  readOrMakePrivateFile(files.webhookKeyFile, () => randomBytes(32));
  readOrMakePrivateFile(files.eventKeyFile, () => randomBytes(32));
  const grantKey = readOrMakePrivateFile(files.grantKeyFile, ed25519Pem);
  readOrMakePrivateFile(files.grantPublicKeysFile, () =>
    createPublicKey(grantKey).export({ type: 'spki', format: 'pem' }).toString(),
  );
  const operatorKey = readOrMakePrivateFile(
    files.operatorKeyFile,
    () => `op_${randomBytes(32).toString('base64url')}`,
  );
  return {
    ...files,
    operatorKey: operatorKey.toString('utf8').trim(),
    verdictPublicKey: keyFile(files.verdictKeyFile).publicKey,
    registrarPublicKey: keyFile(files.registrarKeyFile).publicKey,
  };
}

/** Reads an Ed25519 key, or makes it (mode 0600). */
export function keyFile(file: string): KeyFile {
  const { x } = createPublicKey(readOrMakePrivateFile(file, ed25519Pem)).export({ format: 'jwk' });
  if (x === undefined) throw new Error(`${file} holds no Ed25519 key`);
  return { file, publicKey: Buffer.from(x, 'base64url') };
}

function ed25519Pem(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
