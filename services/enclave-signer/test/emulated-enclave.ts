import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import {
  emulatedPcrs,
  generateDataKeyPairWithoutPlaintext,
  generateDataKeyWithoutPlaintext,
  makeKmsKey,
  makeNsmAuthority,
  startKms,
  startNsm,
  type KmsKey,
  type KmsServerOptions,
  type NsmServerOptions,
} from '@wallet-service/nitro-emulator';
import { encodeTrustBundle } from '@wallet-service/signer-protocol';
import { startSigner, type SignerProcess } from './signer-process.js';
import { makeAuthority } from './test-certificates.js';
import type { TrustKit } from './trust-kit.js';

export const keyArn = 'arn:aws:kms:eu-central-1:111122223333:key/0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0';
export const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const accessKeyId = 'ASIAIOSFODNN7EXAMPLE';

export type BootSecretsJson = Record<string, unknown>;

/** What a key ceremony leaves behind, and an emulated environment in which a signer starts from it. */
export type EmulatedEnclave = {
  readonly key: KmsKey;
  /** Starts the signer. Rejects with its output when it does not start. */
  readonly start: (changes?: EnclaveChanges) => Promise<SignerProcess>;
  readonly bootSecrets: BootSecretsJson;
  readonly close: () => Promise<void>;
};

export type EnclaveChanges = {
  readonly bootSecrets?: BootSecretsJson;
  readonly kms?: Partial<KmsServerOptions>;
  readonly nsm?: Partial<NsmServerOptions>;
  readonly env?: Readonly<Record<string, string>>;
};

export async function makeEmulatedEnclave(kit: TrustKit): Promise<EmulatedEnclave> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'enclave-'));
  const key = makeKmsKey(keyArn);
  const nsmAuthority = await makeNsmAuthority(Date.now());
  const authority = await makeAuthority();
  const tlsPair = generateDataKeyPairWithoutPlaintext(key, { 'wallet-service': 'TLS private key' });
  const { cert } = await authority.issue('signer', tlsPair.publicKey);
  const sealingKey = generateDataKeyWithoutPlaintext(key, { 'wallet-service': 'root key' });
  const bootSecrets: BootSecretsJson = {
    credentials: {
      Code: 'Success',
      AccessKeyId: accessKeyId,
      SecretAccessKey: secretAccessKey,
      Token: 'IQoJb3',
    },
    sealing_key: sealingKey.toString('base64'),
    tls_private_key: tlsPair.encryptedPrivateKey.toString('base64'),
    tls_certificate: cert.toString(),
  };
  const closing: (() => Promise<void>)[] = [];
  let started = 0;
  return {
    key,
    bootSecrets,
    async start({ bootSecrets: changed, kms: kmsChanges, nsm: nsmChanges, env } = {}) {
      const socketPath = path.join(folder, `nsm-${(started += 1)}`);
      const nsm = await startNsm({ socketPath, authority: nsmAuthority, ...nsmChanges });
      const policy = { root: nsmAuthority.root, pcrs: new Map([...emulatedPcrs()].slice(0, 3)) };
      const host = 'kms.eu-central-1.amazonaws.com';
      const kms = await startKms({ host, key, policy, accessKeyId, ...kmsChanges });
      const handOver = await serveOnce(JSON.stringify(changed ?? bootSecrets));
      closing.push(nsm.close, kms.close, () => closed(handOver));
      const authorityFile = path.join(folder, `kms-${started}.pem`);
      writeFileSync(authorityFile, kms.authority);
      return startSigner({
        trustBundle: encodeTrustBundle(kit.bundle),
        authority,
        nodeFlags: [`--allow-fs-read=${folder}`],
        env: {
          SEALING_KEY_SOURCE: 'kms',
          NSM_SOCKET: socketPath,
          KMS_KEY_ARN: keyArn,
          KMS_PROXY_ADDRESS: `127.0.0.1:${kms.port}`,
          KMS_CA_FILE: authorityFile,
          BOOT_SECRETS_ADDRESS: `127.0.0.1:${(handOver.address() as AddressInfo).port}`,
          SEALING_KEY_FILE: '/nowhere',
          TLS_KEY_FILE: '/nowhere',
          TLS_CERT_FILE: '/nowhere',
          ...env,
        },
      });
    },
    async close() {
      for (const close of closing) await close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Serves a file as `socat` does on the host: every connection gets the text and is then closed. */
function serveOnce(text: string): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(text);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(server);
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
  });
}
