// Runs inside a virtual machine that booted the enclave's image (deploy/nitro/test/boot.mjs), in place of nsm-bridge.
// Emulates NSM and KMS and hands over the boot secrets. Then calls the signer as the wallet service does, through vsock
// and the image's own relay.
import { spawn } from 'node:child_process';
import { chownSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCallClient } from '@wallet-service/call-stream';
import {
  emulatedPcrs,
  generateDataKeyPairWithoutPlaintext,
  generateDataKeyWithoutPlaintext,
  makeKmsKey,
  makeNsmAuthority,
  startKms,
  startNsm,
} from '@wallet-service/nitro-emulator';
import { encodeTrustBundle } from '@wallet-service/signer-protocol';
import { callSigner } from './signer-process.js';
import { makeAuthority } from './test-certificates.js';
import { makeTrustKit, makeWallet, must, signRequest, withVerdict } from './trust-kit.js';

const arn = 'arn:aws:kms:eu-central-1:111122223333:key/0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0';
const signerUser = 1000;
const socketPath = '/run/nsm';

async function prepare() {
  const kit = makeTrustKit();
  const key = makeKmsKey(arn);
  const nsmAuthority = await makeNsmAuthority(Date.now());
  const authority = await makeAuthority();
  const tlsPair = generateDataKeyPairWithoutPlaintext(key, { 'wallet-service': 'TLS private key' });
  const sealingKey = generateDataKeyWithoutPlaintext(key, { 'wallet-service': 'root key' });
  const accessKeyId = 'ASIAIOSFODNN7EXAMPLE';
  const { cert, ca } = await authority.issue('signer', tlsPair.publicKey);
  const bootSecrets = JSON.stringify({
    credentials: { AccessKeyId: accessKeyId, SecretAccessKey: 'x'.repeat(40) },
    sealing_key: sealingKey.toString('base64'),
    tls_private_key: tlsPair.encryptedPrivateKey.toString('base64'),
    tls_certificate: cert.toString(),
  });
  createServer((socket) => socket.end(bootSecrets)).listen(7002, '127.0.0.1');
  const policy = { root: nsmAuthority.root, pcrs: new Map([...emulatedPcrs()].slice(0, 3)) };
  const kms = await startKms({ host: 'kms.eu-central-1.amazonaws.com', key, policy, accessKeyId });

  writeFileSync('/app/tls-ca.crt', ca);
  writeFileSync('/app/kms-ca.crt', kms.authority);
  writeFileSync('/app/trust-bundle.json', encodeTrustBundle(kit.bundle));
  const environment = [
    'ENVIRONMENT=development',
    'LISTEN=127.0.0.1:50051',
    'TLS_CA_FILE=/app/tls-ca.crt',
    'ROOT_DOCUMENT_FILE=/app/trust-bundle.json',
    `NSM_SOCKET=${socketPath}`,
    'SEALING_KEY_SOURCE=kms',
    `KMS_KEY_ARN=${arn}`,
    `KMS_PROXY_ADDRESS=127.0.0.1:${kms.port}`,
    'KMS_CA_FILE=/app/kms-ca.crt',
    'BOOT_SECRETS_ADDRESS=127.0.0.1:7002',
  ];
  writeFileSync('/app/environment', environment.join('\n'));
  // This must be last: init starts the signer when the socket exists.
  await startNsm({ socketPath, authority: nsmAuthority });
  chownSync(socketPath, signerUser, signerUser);
  return { kit, wallet: await authority.issue('wallet') };
}

async function callThroughVsock({ kit, wallet }: Awaited<ReturnType<typeof prepare>>): Promise<void> {
  // CID 1 is this machine. The host would reach the signer in the same way.
  spawn('/bin/vsock-relay', ['tcp:60000', 'vsock:1:50051'], { stdio: 'inherit' });
  const targets = ['127.0.0.1:60000'];
  const client = createCallClient({
    service: 'signer.v1.Signer',
    targets,
    tls: wallet,
    serverName: 'signer',
  });
  const signer = {
    call: (method: never, request: never) => callSigner(client, method, request),
  } as unknown as Parameters<typeof makeWallet>[0];
  for (let attempt = 0; ; attempt += 1) {
    const status = await callSigner(client, 'GetStatus', { applicationId: '' }).catch(() => undefined);
    if (status !== undefined) break;
    if (attempt === 60) throw new Error('the signer does not answer');
    await sleep(500);
  }
  const made = await makeWallet(signer, kit, { chain: 'ETH' });
  const request = withVerdict(signRequest(kit, made, [new Uint8Array(32).fill(7)]), kit.policyKey);
  const { signatures } = must(await callSigner(client, 'Sign', request));
  console.log(`BOOT TEST passed: ${signatures.length} signature from inside, through vsock`);
}

try {
  await callThroughVsock(await prepare());
} catch (error) {
  console.log(`BOOT TEST failed: ${String(error)}`);
}
// init stops the machine when this process ends.
process.exit(0);
