import path from 'node:path';
import { healthProbe } from '@wallet-service/call-stream';
import type { ProvisionedRoles } from '@wallet-service/postgres';
import type { DataDirectory } from './data-directory.js';
import {
  readCertificate,
  type LocalCertificates,
  type ProcessName,
} from '@wallet-service/local-certificates';
import type { ServiceSecrets } from '@wallet-service/operator-cli/secrets';
import { probeHttp, probeLimitMs } from '../processes/probe-http.js';
import type { LocalTrust } from '../trust/local-trust.js';
import type { ProcessSpec } from '../processes/supervised-process.js';

export const replicatedServices = [
  'witness',
  'identity',
  'policy',
  'signer',
  'wallet',
  'webhooks',
  'gateway',
] as const;
export type ReplicatedService = (typeof replicatedServices)[number];
export type Replicas = Readonly<Record<ReplicatedService, number>>;

export type StackPlan = {
  readonly root: string;
  readonly data: DataDirectory;
  readonly certificates: LocalCertificates;
  readonly secrets: ServiceSecrets;
  readonly roles: ProvisionedRoles;
  readonly redisUrl: string | undefined;
  readonly trust: LocalTrust;
  readonly replicas: Replicas;
  readonly gatewayPorts: readonly number[];
  readonly console: boolean;
  readonly consolePort: number;
  readonly logLevel: string;
  /** Variables passed on to every service unchanged, such as RATE_LIMIT_… */
  readonly settings: Readonly<Record<string, string>>;
  /** Flags of node for the signer: services/enclave-signer/hardening.mjs. */
  readonly signerFlags: readonly string[];
  /** A folder where each process leaves a CPU profile when it ends. */
  readonly profiles?: string | undefined;
};

/** The processes of the local stack, except Postgres and the demo provider. */
export function stackProcesses(plan: StackPlan): ProcessSpec[] {
  const each = (service: ReplicatedService, make: (replica: number) => ProcessSpec): ProcessSpec[] =>
    Array.from({ length: plan.replicas[service] }, (_, replica) => make(replica));
  const specs = [
    ...each('witness', (replica) => witnessProcess(plan, replica)),
    ...each('identity', (replica) => identityProcess(plan, replica)),
    ...each('policy', (replica) => policyProcess(plan, replica)),
    ...each('signer', (replica) => signerProcess(plan, replica)),
    ...each('wallet', (replica) => walletProcess(plan, replica)),
    ...each('webhooks', (replica) => webhooksProcess(plan, replica)),
    ...each('gateway', (replica) => gatewayProcess(plan, replica)),
    ...(plan.console ? [consoleProcess(plan)] : []),
  ];
  const { profiles } = plan;
  return profiles === undefined ? specs : specs.map((spec) => profiled(spec, profiles));
}

/** Node writes no profile under its permission model, so the signer runs without it. */
function profiled(spec: ProcessSpec, folder: string): ProcessSpec {
  const args = spec.args.filter((arg) => !/^--((experimental-)?permission$|allow-fs-)/.test(arg));
  return { ...spec, args: ['--cpu-prof', `--cpu-prof-dir=${folder}`, ...args] };
}

function identityProcess(plan: StackPlan, replica: number): ProcessSpec {
  return innerProcess(plan, 'identity', replica, {
    ...databaseEnv(plan, 'identity'),
    CREDENTIAL_PEPPER_FILE: plan.secrets.credentialPepperFile,
    OPERATOR_KEY_FILE: plan.secrets.operatorKeyFile,
    GRANT_KEY_FILE: plan.secrets.grantKeyFile,
    REGISTRAR_KEY_FILE: plan.secrets.registrarKeyFile,
    ROOT_DOCUMENT_FILE: plan.trust.rootDocumentFile,
    WITNESS_TARGETS: targetsOf(plan, 'witness'),
    // The demo provider listens on loopback. Only development allows this.
    JWKS_ALLOW_LOOPBACK: 'true',
    PASSKEY_RP_ID: 'localhost',
    PASSKEY_ORIGINS: consoleUrlOf(plan),
  });
}

/** Browsers make passkeys on plain HTTP for localhost alone. */
export function consoleUrlOf({ consolePort }: Pick<StackPlan, 'consolePort'>): string {
  return `http://localhost:${consolePort}`;
}

const firstStartMs = 10 * 60_000;

function witnessProcess(plan: StackPlan, replica: number): ProcessSpec {
  const witness = plan.trust.witnesses[replica];
  if (witness === undefined) throw new Error(`there is no key of witness ${replica}`);
  return innerProcess(plan, 'witness', replica, {
    WITNESS_KEY_FILE: witness.keyFile,
    ROOT_DOCUMENT_FILE: plan.trust.rootDocumentFile,
    STATE_DIRECTORY: witness.stateDirectory,
    ...(witness.isNew && { NEW_STATE_UNTIL: new Date(Date.now() + firstStartMs).toISOString() }),
    JWKS_ALLOW_LOOPBACK: 'true',
  });
}

function policyProcess(plan: StackPlan, replica: number): ProcessSpec {
  return innerProcess(plan, 'policy', replica, {
    ...databaseEnv(plan, 'policy'),
    VERDICT_KEY_FILE: plan.secrets.verdictKeyFile,
  });
}

function walletProcess(plan: StackPlan, replica: number): ProcessSpec {
  return innerProcess(plan, 'wallet', replica, {
    ...databaseEnv(plan, 'wallet'),
    POLICY_TARGETS: targetsOf(plan, 'policy'),
    SIGNER_TARGETS: targetsOf(plan, 'signer'),
    WEBHOOKS_TARGETS: targetsOf(plan, 'webhooks'),
    WITNESS_TARGETS: targetsOf(plan, 'witness'),
    IDENTITY_TARGETS: targetsOf(plan, 'identity'),
    EVENT_KEY_FILE: plan.secrets.eventKeyFile,
  });
}

function webhooksProcess(plan: StackPlan, replica: number): ProcessSpec {
  return innerProcess(plan, 'webhooks', replica, {
    ...databaseEnv(plan, 'webhooks'),
    WALLET_TARGETS: targetsOf(plan, 'wallet'),
    POLICY_TARGETS: targetsOf(plan, 'policy'),
    IDENTITY_TARGETS: targetsOf(plan, 'identity'),
    WEBHOOK_KEY_FILE: plan.secrets.webhookKeyFile,
    // Webhook receivers for tests run on this machine. Only development allows this.
    WEBHOOK_ALLOW_LOOPBACK: 'true',
  });
}

// The signer gets only what it needs: no settings of others, no database URL.
function signerProcess(plan: StackPlan, replica: number): ProcessSpec {
  const spec = innerProcess(plan, 'signer', replica, {
    SEALING_KEY_FILE: plan.secrets.sealingKeyFile,
    ROOT_DOCUMENT_FILE: plan.trust.rootDocumentFile,
  });
  return { ...spec, args: [...plan.signerFlags, ...spec.args] };
}

function innerProcess(
  plan: StackPlan,
  service: Exclude<ReplicatedService, 'gateway'>,
  replica: number,
  own: Readonly<Record<string, string>>,
): ProcessSpec {
  const target = targetOf(plan, service, replica);
  const tls = readCertificate(plan.certificates.operator);
  return {
    name: `${service}-${replica}`,
    args: [serviceScript(plan.root, service === 'signer' ? 'enclave-signer' : service)],
    env: {
      ...baseEnv(plan, service),
      ...(service !== 'signer' && { ...plan.settings, METRICS_LISTEN: '127.0.0.1:0' }),
      LISTEN: target,
      ...own,
    },
    logFile: path.join(plan.data.logs, `${service}-${replica}.log`),
    isReady: healthProbe(target, service, tls, probeLimitMs),
  };
}

/**
 * Tests and `pnpm bench` send from one address what normally comes from many. The shares of the processes
 * apply here too.
 */
const generousRates = Object.fromEntries(
  ['ADDRESS', 'WALLET', 'MANAGEMENT', 'SIGN_IN'].flatMap((name) => [
    [`RATE_LIMIT_${name}_PER_SECOND`, '10000'],
    [`RATE_LIMIT_${name}_BURST`, '20000'],
  ]),
);

function gatewayProcess(plan: StackPlan, replica: number): ProcessSpec {
  const port = plan.gatewayPorts[replica] ?? 0;
  return {
    name: `gateway-${replica}`,
    args: [serviceScript(plan.root, 'gateway')],
    env: {
      ...baseEnv(plan, 'gateway'),
      ...generousRates,
      ...plan.settings,
      ...redisEnv(plan),
      ...(plan.redisUrl !== undefined && { TOKEN_CACHE_KEY_FILE: plan.secrets.tokenCacheKeyFile }),
      PORT: String(port),
      IDENTITY_TARGETS: targetsOf(plan, 'identity'),
      POLICY_TARGETS: targetsOf(plan, 'policy'),
      WALLET_TARGETS: targetsOf(plan, 'wallet'),
      WEBHOOKS_TARGETS: targetsOf(plan, 'webhooks'),
    },
    logFile: path.join(plan.data.logs, `gateway-${replica}.log`),
    isReady: () => probeHttp(`http://127.0.0.1:${port}/readyz`),
  };
}

function consoleProcess(plan: StackPlan): ProcessSpec {
  const url = consoleUrlOf(plan);
  return {
    name: 'console-0',
    args: [serviceScript(plan.root, 'console')],
    env: {
      ENVIRONMENT: 'development',
      LOG_LEVEL: plan.logLevel,
      EXIT_WITH_PARENT: '1',
      HOST: 'localhost',
      PORT: String(plan.consolePort),
      CONSOLE_URL: url,
      GATEWAY_URL: `http://127.0.0.1:${plan.gatewayPorts[0] ?? 0}`,
      ...plan.settings,
    },
    logFile: path.join(plan.data.logs, 'console-0.log'),
    isReady: () => probeHttp(`${url}/sign-in`),
  };
}

/**
 * The variables of every process. From the launcher's own environment only what finds programs and time
 * zones.
 */
function baseEnv(plan: StackPlan, name: ProcessName): Record<string, string> {
  const { ca, cert, key } = plan.certificates[name];
  return {
    ENVIRONMENT: 'development',
    LOG_LEVEL: plan.logLevel,
    EXIT_WITH_PARENT: '1',
    TLS_CA_FILE: ca,
    TLS_CERT_FILE: cert,
    TLS_KEY_FILE: key,
  };
}

/** The variables of services with a database. */
function databaseEnv(plan: StackPlan, service: keyof ProvisionedRoles): Record<string, string> {
  const { url, migrationUrl } = plan.roles[service];
  return {
    DATABASE_URL: url,
    MIGRATION_DATABASE_URL: migrationUrl,
    GRANT_PUBLIC_KEYS_FILE: plan.secrets.grantPublicKeysFile,
    ...redisEnv(plan),
  };
}

function redisEnv({ redisUrl }: StackPlan): Record<string, string> {
  return redisUrl === undefined ? {} : { REDIS_URL: redisUrl };
}

/** Where each service listens, by name such as `wallet-0`. */
export function targetsByName(plan: Pick<StackPlan, 'data' | 'replicas'>): Record<string, string> {
  const inner = replicatedServices.filter((service) => service !== 'gateway');
  return Object.fromEntries(
    inner.flatMap((service) =>
      Array.from({ length: plan.replicas[service] }, (_, replica) => [
        `${service}-${replica}`,
        targetOf(plan, service, replica),
      ]),
    ),
  );
}

function targetOf(plan: Pick<StackPlan, 'data'>, service: ReplicatedService, replica: number): string {
  return `unix:${path.join(plan.data.run, `${service}-${replica}.sock`)}`;
}

function targetsOf(plan: Pick<StackPlan, 'data' | 'replicas'>, service: ReplicatedService): string {
  return Array.from({ length: plan.replicas[service] }, (_, replica) =>
    targetOf(plan, service, replica),
  ).join(',');
}

function serviceScript(root: string, service: string): string {
  return path.join(root, 'services', service, 'dist/main.js');
}
