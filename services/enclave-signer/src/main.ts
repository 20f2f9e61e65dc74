import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { VerifiedTokens } from '@wallet-service/jwt';
import {
  developmentRootPrefix,
  readBakedTrustBundle,
  Refused,
  type TrustRoot,
} from '@wallet-service/signer-protocol';
import { ApplicationKeys } from './core/application-key.js';
import { dispatch, type DispatchDeps } from './core/dispatch.js';
import { HighWaterMarks } from './core/high-water-marks.js';
import { JournalHeads } from './core/journal-heads.js';
import { enter, type Phase } from './core/phases.js';
import { ReceiptKey } from './core/receipt-key.js';
import { rootKeyOf, rootKeyRing } from './core/root-key.js';
import { TrustStore } from './core/trust-store.js';
import { auditTo } from './shell/audit.js';
import { ConfigError, readConfig } from './shell/config.js';
import { Metrics } from './shell/metrics.js';
import { nsmDevice } from './shell/nsm-device.js';
import { ownIdentity } from './shell/own-identity.js';
import { serveSigner } from './shell/server.js';

const audit = auditTo((line) => process.stdout.write(line), Date.now);

async function main(): Promise<void> {
  let phase: Phase = 'booting';
  const config = readConfig();
  const random = (length: number): Uint8Array => new Uint8Array(randomBytes(length));
  const baked = readBakedTrustBundle(config.trustBundle);
  if (config.environment === 'production') refuseDevelopmentRoots(baked.bundle.roots);
  const trust = new TrustStore(baked);
  const previous = config.previousRootKey ? [rootKeyOf(config.previousRootKey, random)] : [];
  const rootKey = rootKeyRing(rootKeyOf(config.rootKey, random), previous);
  const deps: DispatchDeps = {
    trust,
    rootKey,
    random,
    applicationKeys: new ApplicationKeys(rootKey, 10_000),
    tokens: new VerifiedTokens(20_000),
    highWaterMarks: new HighWaterMarks(200_000),
    journalHeads: new JournalHeads(100_000),
    receiptKey: new ReceiptKey(random),
    self: ownIdentity(config.tls.cert, fileURLToPath(import.meta.url)),
    device: config.nsmSocket === undefined ? undefined : nsmDevice(config.nsmSocket),
    now: () => Math.floor(Date.now() / 1000),
  };
  const metrics = new Metrics();
  const renderMetrics = (): string =>
    metrics.render({
      trust_bundle_version: trust.inForce.bundle.version,
      application_keys: deps.applicationKeys.size,
      verified_tokens: deps.tokens.size,
      high_water_marks: deps.highWaterMarks.size,
      resident_memory_bytes: process.memoryUsage.rss(),
      cpu_seconds: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
    });
  const server = await serveSigner({
    listen: config.listen,
    tls: config.tls,
    ready: () => phase === 'ready',
    dispatch: (call) => dispatch(call, phase, deps, renderMetrics),
    audit,
    metrics,
  });
  phase = enter(phase, 'ready');
  const { environment } = config;
  const trustBundleVersion = trust.inForce.bundle.version;
  audit({ event: 'started', phase, environment, trustBundleVersion, address: server.address });

  const stop = async (): Promise<void> => {
    if (phase !== 'ready') return;
    phase = enter(phase, 'draining');
    audit({ event: 'stopping' });
    await server.drain();
    deps.applicationKeys.wipe();
    audit({ event: 'stopped' });
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
  if (config.exitWithParent)
    process.stdin
      .on('end', () => void stop())
      .on('error', () => void stop())
      .resume();
}

function refuseDevelopmentRoots(roots: readonly TrustRoot[]): void {
  if (roots.some(({ kid }) => kid.startsWith(developmentRootPrefix)))
    throw new ConfigError('TRUST_BUNDLE_FILE names a development root key, which production must not trust');
}

// Without a handler, Node 20 answers SIGUSR1 by opening its debugger, which shows every key.
process.on('SIGUSR1', () => undefined);
process.on('uncaughtException', (error) => {
  audit({ event: 'failed', error: error.name });
  process.exit(1);
});

main().catch((error: unknown) => {
  process.stderr.write(`the signer cannot start: ${tellable(error)}\n`);
  audit({ event: 'failed', error: error instanceof Error ? error.name : 'unknown' });
  process.exit(1);
});

/** Mistakes of configuration name variables, files and paths in the bundle, never contents; of other errors only the name is told. */
function tellable(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof Refused) return `TRUST_BUNDLE_FILE: ${JSON.stringify(error.details)}`;
  return error instanceof Error ? error.name : 'unknown';
}
