import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  makeLocalCertificates,
  readCertificate,
  type LocalCertificates,
} from '@wallet-service/local-certificates';
import { makeTestGrants } from '@wallet-service/grants/testing';
import { connect, definitions } from '@wallet-service/grpc';
import { databaseFor, type TestDatabase } from '@wallet-service/postgres/testing';
import { operationsOf, startProcess, type StartedProcess } from '@wallet-service/test-kit/start-process';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

let folder: string;
let database: TestDatabase;
let certificates: LocalCertificates;
let env: Record<string, string | undefined>;
let service: StartedProcess;
let operations: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'policy-'));
  certificates = await makeLocalCertificates(path.join(folder, 'tls'), new Date());
  database = await databaseFor({ name: 'policy_process' });
  const { privateKey } = generateKeyPairSync('ed25519');
  const verdictKeyFile = path.join(folder, 'verdict.pem');
  writeFileSync(verdictKeyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  env = {
    ENVIRONMENT: 'production',
    LISTEN: `unix:${folder}/policy.sock`,
    TLS_CA_FILE: certificates.policy.ca,
    TLS_CERT_FILE: certificates.policy.cert,
    TLS_KEY_FILE: certificates.policy.key,
    DATABASE_URL: database.roles.policy.url,
    MIGRATION_DATABASE_URL: database.roles.policy.migrationUrl,
    VERDICT_KEY_FILE: verdictKeyFile,
    GRANT_PUBLIC_KEYS_FILE: makeTestGrants(folder).env.GRANT_PUBLIC_KEYS_FILE,
  };
  service = startProcess(main, { env });
  operations = await operationsOf(service);
});
afterAll(async () => {
  await service.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

function connectAs(name: 'wallet' | 'gateway') {
  return connect({
    definition: definitions.policy,
    targets: [`unix:${folder}/policy.sock`],
    tls: readCertificate(certificates[name]),
    serverName: 'policy',
  });
}
const options = { deadlineMs: 5_000, traceId: 'policy-process-test' };

it('gives verdicts to the wallet service only', async () => {
  const request = {
    applicationId: 'app-1',
    walletId: 'wallet-1',
    issuer: 'https://issuer.example',
    subject: 'alice',
    chain: 'ETH',
    network: 'EVM',
    publicKey: Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex'),
    jwtHash: Buffer.alloc(32, 1),
    recordVersion: 1,
    exchangeKey: Buffer.alloc(32, 9),
    operation: { rawHash: { hash: Buffer.alloc(32, 2) } },
  };
  const wallet = connectAs('wallet');
  const gateway = connectAs('gateway');
  try {
    const answer = await wallet.call('Evaluate', request, options);
    expect(answer.mac).toHaveLength(32);
    await expect(gateway.call('Evaluate', request, options)).rejects.toMatchObject({
      code: 'auth.caller-not-allowed',
    });
    await expect(wallet.call('GetSettings', { applicationId: 'app-1' }, options)).rejects.toMatchObject({
      code: 'auth.caller-not-allowed',
    });
  } finally {
    wallet.close();
    gateway.close();
  }
});

it.each([
  ['TLS that the server lacks', '?sslmode=verify-full', /does not support SSL connections/],
  ['a file that is not there', '?sslmode=verify-full&sslrootcert=/nowhere/ca.pem', /ENOENT.*nowhere.ca.pem/],
  [
    'an unknown wish',
    '?target_session_attrs=master',
    /target_session_attrs of the database URL must be one of/,
  ],
])('does not start with a database URL with %s, and says so', async (_, rest, cause) => {
  const url = `${database.roles.policy.url}${rest}`;
  const other = startProcess(main, {
    env: {
      ...env,
      DATABASE_URL: url,
      MIGRATION_DATABASE_URL: undefined,
      LISTEN: `unix:${folder}/other.sock`,
    },
  });
  expect(await other.exit).toBe(1);
  expect(other.output()).toMatch(cause);
});

it('shows health and metrics, and shuts down cleanly on SIGTERM', async () => {
  const ready = await fetch(`${operations}/readyz`);
  expect(ready.status).toBe(200);
  const metrics = await (await fetch(`${operations}/metrics`)).text();
  expect(metrics).toMatch(/rpc_duration_seconds_count\{.*method="Evaluate"/);
  service.child.kill('SIGTERM');
  expect(await service.exit).toBe(0);
});
