import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { connect, definitions } from '@wallet-service/grpc';
import { makeLocalCertificates, readCertificate } from '@wallet-service/local-certificates';
import { signTrustBundle } from '@wallet-service/signer-protocol';
import { startRedisServer, type RedisServer } from '@wallet-service/chaos';
import { expectJson } from '@wallet-service/operator-cli/http-json';
import { localSecrets } from '@wallet-service/operator-cli/secrets';
import { bakeLocalBundle, kidOf } from '@wallet-service/operator-cli/first-bundle';
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

/** Runs an image of the signer that trusts another root key. */
export async function imageWithOtherRoot(stack: TestStack): Promise<void> {
  const { publicKey } = generateKeyPairSync('ed25519');
  await runImage(stack, publicKey.export({ format: 'jwk' }).x);
}

export const imageOfBefore = (stack: TestStack): Promise<void> => runImage(stack);

async function runImage({ dataDir, processes }: TestStack, trustRootPublicKey?: string): Promise<void> {
  const secrets = localSecrets(path.join(dataDir, 'secrets'));
  const trusted = { ...secrets, ...(trustRootPublicKey !== undefined && { trustRootPublicKey }) };
  bakeLocalBundle(path.join(dataDir, 'trust'), trusted, Math.floor(Date.now() / 1000));
  await processes.find(({ name }) => name === 'signer-0')?.restart();
}

/** What is published now, signed by the stack's own root for that many days. */
export async function publishBundle(stack: TestStack, days: number): Promise<void> {
  const published = readFileSync(path.join(stack.dataDir, 'run/published-trust-bundle.json'), 'utf8');
  const members = JSON.parse(published) as object;
  const issuedAt = Math.floor(Date.now() / 1000);
  const payload = JSON.stringify({
    ...members,
    version: Date.now(),
    issued_at: issuedAt,
    expires_at: issuedAt + (days * day) / 1000,
  });
  const { trustRootKeyFile, trustRootPublicKey } = localSecrets(path.join(stack.dataDir, 'secrets'));
  const root = {
    kid: kidOf(Buffer.from(trustRootPublicKey, 'base64url')),
    privateKey: createPrivateKey(readFileSync(trustRootKeyFile)),
  };
  const wallet = connect({
    definition: definitions.wallet,
    targets: [stack.targets['wallet-0'] ?? ''],
    tls: readCertificate(stack.certificates['trust-publisher']),
    serverName: 'wallet',
  });
  try {
    const signedBundle = Buffer.from(signTrustBundle(Buffer.from(payload), root));
    await wallet.call('PublishTrustBundle', { signedBundle }, { deadlineMs: 20_000, traceId: randomUUID() });
  } finally {
    wallet.close();
  }
}
