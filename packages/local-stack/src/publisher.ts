import { createPrivateKey, createPublicKey, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { readSecretFile } from '@wallet-service/config';
import { connect, definitions } from '@wallet-service/grpc';
import { createLogger, repeat, run } from '@wallet-service/runtime';
import { readBakedTrustBundle, signTrustBundle } from '@wallet-service/signer-protocol';
import { kidOf } from '@wallet-service/operator-cli/first-bundle';
import { publisherConfig } from './config.js';
import { readCertificate } from '@wallet-service/local-certificates';
import { writePrivateFile } from '@wallet-service/local-certificates/private-file';
import { isRenewalDue, payloadFor, type Publication } from './trust/publication.js';

const pauseMs = 500;
const deadlineMs = 5_000;

// Signs whatever identity proposes, with a key on the same machine. In production an operator with an offline
// key decides. Only for the local stack: config.ts refuses production.
run('trust-publisher', async (lifecycle) => {
  const config = publisherConfig();
  const logger = createLogger({ service: 'trust-publisher', level: config.logLevel });
  logger.warn('DEVELOPMENT ONLY: a key on this machine signs every proposed trust bundle without review');
  const privateKey = createPrivateKey(readSecretFile(config.trustRootKeyFile));
  const publicKey = createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '';
  const root = { kid: kidOf(Buffer.from(publicKey, 'base64url')), privateKey };
  const baked = readBakedTrustBundle(await readFile(config.trustBundleFile)).bundle;
  const tls = readCertificate({ ca: config.tlsCaFile, cert: config.tlsCertFile, key: config.tlsKeyFile });
  const identity = connect({
    definition: definitions.identity,
    targets: config.identityTargets,
    tls,
    serverName: 'identity',
  });
  const wallet = connect({
    definition: definitions.wallet,
    targets: config.walletTargets,
    tls,
    serverName: 'wallet',
  });
  let lastVersion = savedVersion(config.stateFile);
  let last: Publication | undefined;
  const publishChanges = async (): Promise<void> => {
    const options = { deadlineMs, traceId: randomUUID() };
    const now = Date.now();
    const knownRevision = isRenewalDue(last, Math.floor(now / 1000)) ? '' : (last?.revision ?? '');
    const proposal = await identity.call(
      'ProposeTrustBundle',
      { knownRevision: knownRevision },
      { ...options, idempotent: true },
    );
    if (proposal.unchanged) return;
    const { payload, publication } = payloadFor(
      { revision: proposal.revision, applicationsJson: proposal.applicationsJson },
      baked,
      lastVersion,
      now,
    );
    const signed = signTrustBundle(payload, root);
    writePrivateFile(config.stateFile, JSON.stringify({ version: publication.version }));
    lastVersion = publication.version;
    await wallet.call('PublishTrustBundle', { signedBundle: Buffer.from(signed) }, options);
    last = publication;
    writePrivateFile(config.publishedBundleFile, payload);
    logger.info({ version: publication.version, revision: publication.revision }, 'published a trust bundle');
  };
  const stop = repeat(publishChanges, { pauseMs, atOnce: true }, (error) => {
    logger.error({ err: error }, 'publishing a trust bundle failed; it will be tried again');
  });
  lifecycle.onStop('stop publishing', async () => {
    const stopped = stop();
    // A call under way ends at once.
    identity.close();
    wallet.close();
    await stopped;
  });
});

function savedVersion(file: string): number {
  if (!existsSync(file)) return 0;
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: number }).version;
}
