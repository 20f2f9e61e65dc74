import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { connect, definitions } from '@wallet-service/grpc';
import { makeLocalCertificates, readCertificate } from '@wallet-service/local-certificates';
import {
  encodeRootDocument,
  encodeSignedDocument,
  readBakedTrust,
  signDocument,
} from '@wallet-service/signer-protocol';
import { startRedisServer, type RedisServer } from '@wallet-service/chaos';
import { expectJson } from '@wallet-service/operator-cli/http-json';
import { ed25519Key } from '@wallet-service/operator-cli/first-root-document';
import type { TestStack } from '@wallet-service/local-stack';

// What is done to a running stack so that something expires, falls behind or fills up.

const day = 86_400_000;

let redis: RedisServer | undefined;

/** Undefined where there is no redis-server. CI has one. */
export async function startRedis(folder: string): Promise<string | undefined> {
  redis = await startRedisServer(folder);
  return redis?.url;
}
export async function bringRedisBack(): Promise<void> {
  await redis?.start();
}
export async function endRedis(): Promise<void> {
  await redis?.end();
}

export type DepartingProvider = { readonly leave: () => Promise<void> };

/** A provider of the application whose key set is fetched once, and can then no longer be fetched. */
export async function registerDepartingProvider(stack: TestStack): Promise<DepartingProvider> {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256', use: 'sig' };
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [key] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expectJson(`${stack.expressUrl}/v1/identity/provider`, {
    method: 'POST',
    headers: { 'x-service-secret-key': stack.stack.app.secret_key },
    body: { issuer: url, audience: 'departing', jwks_uri: `${url}/jwks` },
  });
  return {
    leave: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Restarts a process with a certificate of the stack's authority. A new one is valid for 397 days. */
export async function certificateWithDaysLeft(stack: TestStack, name: 'identity' | 'signer', days: number) {
  const files = stack.certificates[name];
  const folder = path.join(stack.dataDir, `tls-of-${days}-days`);
  mkdirSync(folder, { recursive: true });
  for (const file of ['ca.crt', 'ca.key'])
    copyFileSync(path.join(path.dirname(files.ca), file), path.join(folder, file));
  const made = await makeLocalCertificates(folder, new Date(Date.now() - (397 - days) * day));
  copyFileSync(made[name].cert, files.cert);
  copyFileSync(made[name].key, files.key);
  await stack.processes.find((each) => each.name === `${name}-0`)?.restart();
}

const rootFile = ({ dataDir }: TestStack) => path.join(dataDir, 'trust/root-document.json');
let rootOfBefore: Buffer | undefined;

/** Runs an image of the signer that trusts another root key. */
export async function imageWithOtherRoot(stack: TestStack): Promise<void> {
  rootOfBefore = readFileSync(rootFile(stack));
  const { publicKey } = generateKeyPairSync('ed25519');
  const x = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const { document } = readBakedTrust(rootOfBefore);
  await runImage(stack, encodeRootDocument({ ...document, roots: { keys: [ed25519Key(x)], threshold: 1 } }));
}

export async function imageOfBefore(stack: TestStack): Promise<void> {
  if (rootOfBefore) await runImage(stack, rootOfBefore);
}

async function runImage(stack: TestStack, rootDocument: Uint8Array): Promise<void> {
  writeFileSync(rootFile(stack), rootDocument);
  await stack.processes.find(({ name }) => name === 'signer-0')?.restart();
}

/** A later root document for that many days, signed by the stack's own root. */
export async function publishRoot(stack: TestStack, days: number): Promise<void> {
  const { document } = readBakedTrust(readFileSync(rootFile(stack)));
  const issuedAt = Math.floor(Date.now() / 1000);
  const payload = encodeRootDocument({
    ...document,
    version: Date.now(),
    issuedAt,
    expiresAt: issuedAt + (days * day) / 1000,
  });
  const privateKey = createPrivateKey(
    readFileSync(path.join(stack.dataDir, 'secrets/development-trust-root.pem')),
  );
  const signatures = document.roots.keys.map(({ kid }) => signDocument('root', payload, { kid, privateKey }));
  const identity = connect({
    definition: definitions.identity,
    targets: [stack.targets['identity-0'] ?? ''],
    tls: readCertificate(stack.certificates.operator),
    serverName: 'identity',
  });
  try {
    const signedDocument = Buffer.from(encodeSignedDocument({ payload, signatures }));
    await identity.call(
      'PublishRootDocument',
      { signedDocument },
      { deadlineMs: 20_000, traceId: randomUUID() },
    );
  } finally {
    identity.close();
  }
}
