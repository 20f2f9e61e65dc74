import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  makeLocalCertificates,
  readCertificate,
  type LocalCertificates,
} from '@wallet-service/local-certificates';
import { makeTestGrants, type TestGrants } from '@wallet-service/grants/testing';
import {
  connect,
  definitions,
  type Client,
  type PolicyDefinition,
  type WalletDefinition,
} from '@wallet-service/grpc';
import { startProcess, type StartedProcess } from '@wallet-service/test-kit/start-process';
import { rawPublicKey } from '@wallet-service/test-kit/raw-public-key';
import { makeKey, signToken, type Claims, type TestKey } from '../../../packages/jwt/test/token-maker.js';
import { playIdentity, type PlayedIdentity } from './played-identity.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';

// The real policy service, signer and wallet service as separate processes, on a real Postgres. The tests play the
// gateway, identity and the witnesses.

const root = fileURLToPath(new URL('../../..', import.meta.url));
export const issuer = 'https://id.example.com/';
export const audience = 'app';
export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

export type Running = StartedProcess & { readonly operations: string };
export type WalletClient = Client<WalletDefinition>;
type Service = 'policy' | 'signer' | 'wallet';

export type RealSuite = {
  readonly database: WalletDatabase;
  readonly folder: string;
  readonly userKey: TestKey;
  readonly identity: PlayedIdentity;
  readonly verdictKey: KeyObject;
  readonly policy: () => Running;
  readonly startPolicy: () => Promise<Running>;
  readonly startSigner: (index?: number) => Promise<Running>;
  readonly startWallet: (index: number, env?: Readonly<Record<string, string>>) => Promise<Running>;
  /** Runs a command of the wallet service to its end. Rejects unless it exits with 0. Gives what it prints. */
  readonly runWallet: (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<string>;
  readonly client: (index: number, as?: keyof LocalCertificates) => WalletClient;
  readonly certificates: LocalCertificates;
  readonly grants: TestGrants;
  /** As the gateway. */
  readonly policyClient: () => Client<PolicyDefinition>;
  readonly token: (subject: string, claims?: Claims, key?: TestKey) => string;
  /** Identity and the witnesses know the same provider for each of these applications from now on. */
  readonly trust: (
    applicationIds: readonly string[],
    changes?: { readonly assertsEmail?: boolean; readonly keys?: readonly TestKey[] },
  ) => void;
  readonly kill: (running: Running) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** `adminUrl`: another Postgres than that of the test run. */
export async function realSuite(name: string, adminUrl?: string): Promise<RealSuite> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'wallet-'));
  const certificates = await makeLocalCertificates(path.join(folder, 'tls'), new Date());
  const database = await walletDatabase(name, adminUrl);
  const verdict = generateKeyPairSync('ed25519');
  const userKey = makeKey('k1', 'ES256');
  const identity = playIdentity(rawPublicKey(verdict.publicKey));
  const file = (fileName: string, content: string | Uint8Array): string => {
    writeFileSync(path.join(folder, fileName), content, { mode: 0o600 });
    return path.join(folder, fileName);
  };
  const verdictKeyFile = file('verdict.pem', verdict.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const sealingKeyFile = file('sealing.key', randomBytes(32));
  const eventKeyFile = file('event.key', randomBytes(32));
  const rootDocumentFile = file('root.json', identity.rootDocument);
  const socket = (service: string): string => `unix:${folder}/${service}.sock`;
  const grants = makeTestGrants(folder);
  const { GRANT_PUBLIC_KEYS_FILE } = grants.env;
  await identity.start(socket('identity'), readCertificate(certificates.identity));
  const running: Running[] = [];
  const clients: { close: () => void }[] = [];
  let policy: Running | undefined;

  const mainOf = (service: Service): string =>
    path.join(root, 'services', service === 'signer' ? 'enclave-signer' : service, 'dist/main.js');
  const envOf = (service: Service, env: Readonly<Record<string, string>>): Record<string, string> => {
    const { ca, cert, key } = certificates[service];
    return {
      ENVIRONMENT: 'development',
      TLS_CA_FILE: ca,
      TLS_CERT_FILE: cert,
      TLS_KEY_FILE: key,
      ...(service !== 'signer' && { GRANT_PUBLIC_KEYS_FILE }),
      ...env,
    };
  };
  const walletEnv = (index: number, env: Readonly<Record<string, string>>): Record<string, string> => ({
    LISTEN: socket(`wallet-${index}`),
    DATABASE_URL: database.roles.wallet.url,
    MIGRATION_DATABASE_URL: database.roles.wallet.migrationUrl,
    IDENTITY_TARGETS: socket('identity'),
    WITNESS_TARGETS: socket('witness'),
    POLICY_TARGETS: socket('policy'),
    WEBHOOKS_TARGETS: socket('webhooks'),
    SIGNER_TARGETS: socket('signer-0'),
    EVENT_KEY_FILE: eventKeyFile,
    ...env,
  });

  async function start(service: Service, env: Record<string, string>): Promise<Running> {
    // A process that was killed leaves its socket behind.
    rmSync((env['LISTEN'] ?? '').replace(/^unix:/, ''), { force: true });
    const started = startProcess(mainOf(service), { env: envOf(service, env) });
    const [line] = await started.printed(/^\{.*("msg":"ready"|"event":"started").*$/m);
    const { operations = '' } = JSON.parse(line) as { operations?: string };
    running.push({ ...started, operations });
    return { ...started, operations };
  }

  const startPolicy = async (): Promise<Running> => {
    policy = await start('policy', {
      LISTEN: socket('policy'),
      DATABASE_URL: database.roles.policy.url,
      MIGRATION_DATABASE_URL: database.roles.policy.migrationUrl,
      VERDICT_KEY_FILE: verdictKeyFile,
    });
    return policy;
  };

  return {
    database,
    folder,
    userKey,
    identity,
    verdictKey: verdict.privateKey,
    certificates,
    grants,
    startPolicy,
    policy: () => {
      if (!policy) throw new Error('the policy service was not started');
      return policy;
    },
    startSigner: (index = 0) =>
      start('signer', {
        LISTEN: socket(`signer-${index}`),
        SEALING_KEY_FILE: sealingKeyFile,
        ROOT_DOCUMENT_FILE: rootDocumentFile,
      }),
    startWallet: (index, env = {}) => start('wallet', walletEnv(index, env)),
    runWallet: async (args, env = {}) => {
      const command = envOf('wallet', walletEnv(9, env));
      const { stdout } = await promisify(execFile)(process.execPath, [mainOf('wallet'), ...args], {
        env: command,
      });
      return stdout;
    },
    client: (index, as = 'gateway') => {
      const tls = readCertificate(certificates[as]);
      const targets = [socket(`wallet-${index}`)];
      const client = connect({ definition: definitions.wallet, targets, tls, serverName: 'wallet' });
      clients.push(client);
      return as === 'gateway' ? grants.carriedBy('wallet', client) : client;
    },
    policyClient: () => {
      const client = connect({
        definition: definitions.policy,
        targets: [socket('policy')],
        tls: readCertificate(certificates.gateway),
        serverName: 'policy',
      });
      clients.push(client);
      return grants.carriedBy('policy', client);
    },
    token: (subject, claims = {}, key = userKey) => {
      const now = nowSeconds();
      return signToken(
        { iss: issuer, aud: audience, sub: subject, iat: now, exp: now + 300, ...claims },
        key,
      );
    },
    trust: (applicationIds, { assertsEmail = false, keys = [userKey] } = {}) => {
      for (const id of applicationIds) identity.trust(id, { issuer, audience, assertsEmail, keys });
    },
    kill,
    async stop() {
      for (const client of clients) client.close();
      await Promise.all([...running.map(kill), identity.stop()]);
      await database.end();
      rmSync(folder, { recursive: true });
    },
  };
}

const kill = (started: Running): Promise<void> => started.end();
