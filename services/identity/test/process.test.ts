import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  makeLocalCertificates,
  readCertificate,
  type LocalCertificates,
} from '@wallet-service/local-certificates';
import { makeTestGrants, type TestGrants } from '@wallet-service/grants/testing';
import { connect, definitions, type IdentityDefinition, type UnaryMethod } from '@wallet-service/grpc';
import pg from 'pg';
import { databaseFor, type TestDatabase } from '@wallet-service/postgres/testing';
import { operationsOf, startProcess, type StartedProcess } from '@wallet-service/test-kit/start-process';
import { refusalOf } from '@wallet-service/test-kit/refusal-of';
import { until } from '@wallet-service/test-kit/until';
import { access } from '../src/server.js';
import { operatorKey } from './identity-replicas.js';
import { startKeySetHost, type KeySetHost } from '@wallet-service/test-kit/key-set-host';
import { startWitnesses, type Witnesses } from './witnesses.js';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

let folder: string;
let database: TestDatabase;
let certificates: LocalCertificates;
let host: KeySetHost;
let grants: TestGrants;
let witnesses: Witnesses;
let env: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'identity-'));
  [witnesses, database, host] = await Promise.all([
    startWitnesses(),
    databaseFor({ name: 'identity_process' }),
    startKeySetHost(),
  ]);
  ({ certificates } = witnesses);
  writeFileSync(path.join(folder, 'pepper'), randomBytes(32), { mode: 0o600 });
  writeFileSync(path.join(folder, 'operator'), `${operatorKey}\n`, { mode: 0o600 });
  grants = makeTestGrants(folder);
  env = {
    ENVIRONMENT: 'development',
    JWKS_ALLOW_LOOPBACK: 'true',
    LISTEN: `unix:${folder}/identity.sock`,
    TLS_CA_FILE: certificates.identity.ca,
    TLS_CERT_FILE: certificates.identity.cert,
    TLS_KEY_FILE: certificates.identity.key,
    DATABASE_URL: database.roles.identity.url,
    MIGRATION_DATABASE_URL: database.roles.identity.migrationUrl,
    CREDENTIAL_PEPPER_FILE: path.join(folder, 'pepper'),
    OPERATOR_KEY_FILE: path.join(folder, 'operator'),
    REGISTRAR_KEY_FILE: witnesses.registrarFile,
    ROOT_DOCUMENT_FILE: witnesses.rootFile,
    WITNESS_TARGETS: witnesses.targets.join(','),
    ...grants.env,
  };
});
afterAll(async () => {
  await host.close();
  await database.drop();
  await witnesses.close();
  rmSync(folder, { recursive: true });
});

const startService = (
  settings: Readonly<Record<string, string | undefined>>,
  ...args: string[]
): StartedProcess => startProcess(main, { env: settings, args });

function connectAs(name: 'gateway' | 'wallet' | 'policy' | 'signer' | 'witness' | 'operator') {
  return connect({
    definition: definitions.identity,
    targets: [`unix:${folder}/identity.sock`],
    tls: readCertificate(certificates[name]),
    serverName: 'identity',
  });
}
const options = { deadlineMs: 5_000, traceId: 'identity-process-test' };

describe('the identity process', () => {
  let service: StartedProcess;
  let operations: string;
  beforeAll(async () => {
    service = startService(env);
    operations = await operationsOf(service);
  });
  afterAll(() => service.end());

  it('serves the gateway over mTLS', async () => {
    const gateway = connectAs('gateway');
    try {
      const asOperator = await gateway.call('AuthenticateOperator', { operatorKey }, options);
      const operator = { ...options, grant: asOperator.grants?.identity };
      const created = await gateway.call('CreateApplication', { name: 'Shop' }, operator);
      const { secretKey } = created;
      const mine = await gateway.call('AuthenticateSecretKey', { secretKey }, options);
      const owner = { ...options, grant: mine.grants?.identity };
      const applicationId = created.application?.id ?? '';
      const { id: providerId } = await gateway.call(
        'CreateProvider',
        { applicationId, issuer: 'https://idp.example', audience: 'app', jwksUri: host.uri },
        owner,
      );
      const user = { apiKey: created.application?.apiKey ?? '', providerId };
      const answer = await gateway.call('AuthenticateUser', user, options);
      // Only what verifies a user's token, and whether to warn about an unproven address. The API key is public.
      expect(answer.application).toEqual({
        id: applicationId,
        name: '',
        apiKey: '',
        settings: { ...created.application?.settings, accessKeyRecovery: false },
        features: { pregeneratedWallets: false },
        timeCreated: '0',
        timeUpdated: '0',
      });
      expect(answer.provider?.jwksUri).toBe('');
      expect(JSON.parse(answer.keySetJson)).toMatchObject({ keys: [{ kid: 'first' }] });
      expect(mine.secretKeyId).toBe(created.secretKeyId);
      const now = await gateway.call('AuthenticateSecretKey', { secretKey }, options);
      const again = { secretKey, knownRevision: now.revision };
      expect(await gateway.call('AuthenticateSecretKey', again, options)).toMatchObject({
        unchanged: true,
        application: null,
      });
      const { keys } = await gateway.call('ListSecretKeys', { applicationId }, operator);
      expect(keys[0]).toMatchObject({ id: created.secretKeyId, timeRevoked: '0' });
      const error = await refusalOf(gateway.call('CreateApplication', { name: '' }, operator));
      expect(error).toMatchObject({ code: 'request.invalid', paths: ['/name'] });

      const log = service.output();
      for (const secret of [secretKey, secretKey.slice(36), operatorKey]) expect(log).not.toContain(secret);
      const shown = [asOperator.grants, mine.grants].flatMap((given) =>
        given ? [given.identity, given.policy, given.wallet, given.webhooks] : [],
      );
      expect(shown).toHaveLength(8);
      for (const grant of shown) {
        for (const encoding of ['hex', 'base64', 'base64url', 'latin1'] as const)
          expect(log).not.toContain(Buffer.from(grant).toString(encoding).slice(0, 40));
      }
    } finally {
      gateway.close();
    }
  });

  it.each(Object.keys(access) as UnaryMethod<IdentityDefinition>[])(
    'lets no other service call %s',
    async (method) => {
      for (const name of ['gateway', 'wallet', 'policy', 'signer', 'witness', 'operator'] as const) {
        const client = connectAs(name);
        try {
          const call = client.call(method, {}, options) as Promise<unknown>;
          const code = await call.then(
            () => 'ok',
            (error: unknown) => (error as { code: string }).code,
          );
          expect([name, code === 'auth.caller-not-allowed']).toEqual([
            name,
            !Object.hasOwn(access[method], name),
          ]);
        } finally {
          client.close();
        }
      }
    },
  );

  it('refuses a caller whose certificate comes from another authority', async () => {
    const others = await makeLocalCertificates(path.join(folder, 'other-tls'), new Date());
    const stranger = connect({
      definition: definitions.identity,
      targets: [`unix:${folder}/identity.sock`],
      tls: { ...readCertificate(others.gateway), ca: readCertificate(certificates.gateway).ca },
      serverName: 'identity',
    });
    const call = stranger.call('GetTrust', {}, { ...options, deadlineMs: 1_000 });
    expect((await refusalOf(call)).code).toMatch(/^service\.(unavailable|deadline-exceeded)$/);
    stranger.close();
  });

  it('shows its health and its metrics, and warns that loopback is open', async () => {
    expect((await fetch(`${operations}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${operations}/metrics`)).text()).toContain('rpc_duration_seconds');
    expect(service.output()).toContain('JWKS_ALLOW_LOOPBACK');
  });

  it('uses no row that somebody else wrote, raises an alarm, and adopts rows without MACs if told to', async () => {
    const owner = new pg.Client({ connectionString: database.roles.identity.migrationUrl });
    await owner.connect();
    await owner.query('set search_path to identity');
    const gateway = connectAs('gateway');
    const { grants: shown } = await gateway.call('AuthenticateOperator', { operatorKey }, options);
    const operator = { ...options, grant: shown?.identity };
    const { application, secretKey } = await gateway.call('CreateApplication', { name: 'Old' }, operator);
    const id = application?.id ?? '';
    const raise = 'update application_directory set revision = revision + 1 where application_id = $1';
    const code = async () =>
      gateway.call('AuthenticateSecretKey', { secretKey }, options).then(
        () => 'ok',
        (error: unknown) => (error as { code: string }).code,
      );
    try {
      expect(await code()).toBe('ok');
      await owner.query('update secret_keys set mac = null where application_id = $1', [id]);
      await owner.query(raise, [id]);
      expect(await code()).toBe('auth.secret-key-invalid');
      expect(service.output()).toMatch(/"table":"secret_keys".*"mac":"none".*INCIDENT/);
      const metrics = await (await fetch(`${operations}/metrics`)).text();
      expect(metrics).toMatch(/identity_forged_rows_total\{[^}]*table="secret_keys"[^}]*\} [1-9]/);
      expect(metrics).toMatch(/identity_forged_rows_total\{[^}]*table="providers"[^}]*\} 0/);
      // A restart alone changes nothing.
      const soon = new Date(Date.now() + 60_000).toISOString().replace(/\.\d+/, '');
      for (const [ADOPT_ROWS_UNTIL, expected] of [
        [undefined, 'auth.secret-key-invalid'],
        // Left on after an upgrade.
        ['2026-01-01T00:00Z', 'auth.secret-key-invalid'],
        [soon, 'ok'],
        [undefined, 'ok'],
      ] as const) {
        await service.end();
        rmSync(path.join(folder, 'identity.sock'), { force: true });
        service = startService({ ...env, ADOPT_ROWS_UNTIL });
        operations = await operationsOf(service);
        expect(await code()).toBe(expected);
      }
    } finally {
      gateway.close();
      await owner.end();
    }
  });

  it('counts witnesses that are away, and says what it needs them for', async () => {
    const gateway = connectAs('gateway');
    const { grants: shown } = await gateway.call('AuthenticateOperator', { operatorKey }, options);
    const operator = { ...options, grant: shown?.identity };
    const { application } = await gateway.call('CreateApplication', { name: 'New' }, operator);
    const ask = { applicationId: application?.id ?? '' };
    const count = async (outcome: string) => {
      const metrics = await (await fetch(`${operations}/metrics`)).text();
      const line = metrics
        .split('\n')
        .find((each) => each.includes('witness_answers_total{') && each.includes(`outcome="${outcome}"`));
      expect(line).toContain('witness="1"');
      return Number(line?.split(' ').at(-1));
    };
    expect(await count('away')).toBe(0);
    await witnesses.stop(0);
    const refused = await refusalOf(gateway.call('GetApplicationDocument', ask, operator));
    expect(refused.code).toBe('trust.witnesses-unavailable');
    expect(await count('away')).toBe(1);
    const before = await count('answered');
    await witnesses.start(0);
    await until('the witness', () =>
      gateway.call('GetApplicationDocument', ask, operator).catch(() => undefined),
    );
    expect(await count('answered')).toBeGreaterThan(before);
    gateway.close();
  });

  it('shuts down cleanly on SIGTERM', async () => {
    service.child.kill('SIGTERM');
    expect(await service.exit).toBe(0);
  });
});

describe('starting the identity process', () => {
  it('fails in production with loopback open', async () => {
    const service = startService({ ...env, ENVIRONMENT: 'production' });
    expect(await service.exit).toBe(1);
    expect(service.output()).toContain('JWKS_ALLOW_LOOPBACK');
  });

  it('fails in production with secrets that others can read', async () => {
    const shared = path.join(folder, 'shared');
    writeFileSync(shared, `${operatorKey}\n`, { mode: 0o644 });
    const service = startService({
      ...env,
      ENVIRONMENT: 'production',
      JWKS_ALLOW_LOOPBACK: undefined,
      OPERATOR_KEY_FILE: shared,
    });
    expect(await service.exit).toBe(1);
    expect(service.output()).toContain('chmod 600');
    expect(service.output()).not.toContain(operatorKey);
  });

  it('reports every missing variable', async () => {
    const service = startService({});
    expect(await service.exit).toBe(1);
    for (const name of ['LISTEN', 'DATABASE_URL', 'CREDENTIAL_PEPPER_FILE', 'OPERATOR_KEY_FILE']) {
      expect(service.output()).toContain(name);
    }
  });

  it('can run only the migrations', async () => {
    expect(await startService(env, 'migrate').exit).toBe(0);
    const without = startService({ ...env, MIGRATION_DATABASE_URL: undefined }, 'migrate');
    expect(await without.exit).toBe(1);
  });
});
