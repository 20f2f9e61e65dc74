import { randomBytes, X509Certificate } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { VerifiedTokens } from '@wallet-service/jwt';
import {
  developmentRootPrefix,
  readBakedTrust,
  Refused,
  type RootDocument,
} from '@wallet-service/signer-protocol';
import { ApplicationKeys } from './core/application-key.js';
import { dispatch, type DispatchDeps } from './core/dispatch.js';
import { HighWaterMarks } from './core/high-water-marks.js';
import { LastCheckpoints } from './core/last-checkpoints.js';
import { enter, type Phase } from './core/phases.js';
import { ReceiptKey } from './core/receipt-key.js';
import { RecentlyUsed } from './core/recently-used.js';
import { sealingKeyOf, sealingKeyRing } from './core/sealing-key.js';
import { TrustStore } from './core/trust-store.js';
import { VerdictMacs } from './core/verdict-macs.js';
import { VerdictMarks } from './core/verdict-marks.js';
import { attestedSecrets } from './shell/attested-secrets.js';
import { auditTo } from './shell/audit.js';
import { BootFailure } from './shell/boot-failure.js';
import { ConfigError, readConfig } from './shell/config.js';
import { useHardware } from './shell/hardware.js';
import { Metrics } from './shell/metrics.js';
import { ownIdentity } from './shell/own-identity.js';
import { serveSigner } from './shell/server.js';

const audit = auditTo((line) => process.stdout.write(line), Date.now);

async function main(): Promise<void> {
  let phase: Phase = 'booting';
  const config = readConfig();
  const baked = readBakedTrust(config.rootDocument);
  if (config.environment === 'production') refuseDevelopmentKeys(baked.document);
  const systemRandom = (length: number): Uint8Array => new Uint8Array(randomBytes(length));
  const { device, random, isClockRight } = await useHardware(config.nsmSocket, systemRandom, audit);
  const secrets =
    config.secrets.source === 'kms'
      ? await attestedSecrets(config.secrets, device, Date.now)
      : config.secrets;
  const tls = { ca: config.callersAuthority, cert: secrets.tlsCertificate, key: secrets.tlsKey };
  const trust = new TrustStore(baked);
  const previous = secrets.previousSealingKey ? [sealingKeyOf(secrets.previousSealingKey, random)] : [];
  const sealingKey = sealingKeyRing(sealingKeyOf(secrets.sealingKey, random), previous);
  const receiptKey = new ReceiptKey(random);
  const now = () => Math.floor(Date.now() / 1000);
  const deps: DispatchDeps = {
    trust,
    sealingKey,
    random,
    applicationKeys: new ApplicationKeys(sealingKey),
    tokens: new VerifiedTokens(new RecentlyUsed('signer.tokens', 20_000)),
    highWaterMarks: new HighWaterMarks(),
    lastCheckpoints: new LastCheckpoints(now()),
    verdictMacs: new VerdictMacs(sealingKey.exchangeKeys),
    verdictMarks: new VerdictMarks(receiptKey.publicKey, 200_000),
    receiptKey,
    self: ownIdentity(tls.cert, fileURLToPath(import.meta.url)),
    device,
    now,
  };
  const metrics = new Metrics(Buffer.from(random(4)).toString('hex'));
  const certificateExpiresAt = Date.parse(new X509Certificate(tls.cert).validTo) / 1000;
  const renderMetrics = (): string =>
    metrics.render({
      root_document_version: trust.root.version,
      root_document_issued_timestamp_seconds: trust.root.issuedAt,
      root_document_expiry_timestamp_seconds: trust.root.expiresAt,
      trusted_applications: trust.size.applications,
      trusted_bytes: trust.size.bytes,
      certificate_expiry_timestamp_seconds: certificateExpiresAt,
      calls_in_flight: server.inFlight(),
      application_keys: deps.applicationKeys.size,
      verified_tokens: deps.tokens.size,
      high_water_marks: deps.highWaterMarks.size,
      verdict_marks: deps.verdictMarks.size,
      resident_memory_bytes: process.memoryUsage.rss(),
      event_loop_busy_seconds_total: performance.eventLoopUtilization().active / 1000,
      cpu_seconds_total: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
    });
  const phaseNow = (): Phase => (phase === 'ready' && !isClockRight() ? 'clock-wrong' : phase);
  const server = await serveSigner({
    listen: config.listen,
    tls,
    ready: () => phaseNow() === 'ready',
    dispatch: (call) => dispatch(call, phaseNow(), deps, renderMetrics),
    audit,
    metrics,
  });
  phase = enter(phase, 'ready');
  const { environment } = config;
  const rootVersion = trust.root.version;
  audit({ event: 'started', phase, environment, rootVersion, address: server.address });

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

/** On a developer's machine anyone can read them. */
function refuseDevelopmentKeys({ roots, registrars, witnesses }: RootDocument): void {
  for (const [role, keys] of Object.entries({
    root: roots.keys,
    registrar: registrars,
    witness: witnesses.keys,
  }))
    if (keys.some(({ kid }) => kid.startsWith(developmentRootPrefix)))
      throw new ConfigError(
        `ROOT_DOCUMENT_FILE names a development ${role} key, which production must not trust`,
      );
}

// Without a handler, Node 20 opens its debugger on SIGUSR1, which shows every key.
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

/**
 * Configuration errors name variables, files and paths in the root document, never contents. Of other errors only
 * the name is reported.
 */
function tellable(error: unknown): string {
  if (error instanceof ConfigError || error instanceof BootFailure) return error.message;
  if (error instanceof Refused) return `ROOT_DOCUMENT_FILE: ${JSON.stringify(error.details)}`;
  return error instanceof Error ? error.name : 'unknown';
}
