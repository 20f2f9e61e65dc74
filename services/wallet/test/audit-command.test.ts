import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { until } from '@wallet-service/test-kit/until';
import { suiteWithApplications, type ApplicationUnderTest } from './application-under-test.js';
import type { RealSuite } from './real-suite.js';

// `audit` in the wallet's container asks the signers for the checkpoint keys. It logs its findings as INCIDENT.

let suite: RealSuite;
let app: ApplicationUnderTest;
let owner: pg.Client;

beforeAll(async () => {
  ({ suite, app } = await suiteWithApplications('wallet_audit_command'));
  owner = new pg.Client({ connectionString: suite.database.url });
  await owner.connect();
  await app.create('alice');
  await until('a checkpoint', checkpoints);
});
afterAll(async () => {
  await owner.end();
  await suite.stop();
});

async function checkpoints(): Promise<number | null> {
  const sql = 'select from wallet.journal_checkpoints where application_id = $1';
  return (await owner.query(sql, [app.applicationId])).rowCount;
}

type Line = {
  readonly applicationId?: string;
  readonly msg: string;
  readonly problem?: string;
  readonly unchecked?: string[];
};

function audit(): { readonly status: number | null; readonly line: Line | undefined } {
  const { ca, cert, key } = suite.certificates.wallet;
  const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [main, 'audit'], {
    encoding: 'utf8',
    env: {
      ENVIRONMENT: 'development',
      ...suite.grants.env,
      TLS_CA_FILE: ca,
      TLS_CERT_FILE: cert,
      TLS_KEY_FILE: key,
      LISTEN: `unix:${suite.folder}/audit.sock`,
      DATABASE_URL: suite.database.roles.wallet.url,
      WITNESS_TARGETS: `unix:${suite.folder}/witness.sock`,
      IDENTITY_TARGETS: `unix:${suite.folder}/identity.sock`,
      POLICY_TARGETS: `unix:${suite.folder}/policy.sock`,
      SIGNER_TARGETS: `unix:${suite.folder}/signer-0.sock`,
      EVENT_KEY_FILE: `${suite.folder}/event.key`,
    },
  });
  const lines = stdout
    .trim()
    .split('\n')
    .filter((text) => text.startsWith('{'))
    .map((text) => JSON.parse(text) as Line);
  return { status, line: lines.find(({ applicationId }) => applicationId === app.applicationId) };
}

it('gets the key from the signers, and says that it cannot check for a rollback without notes', () => {
  const { status, line } = audit();
  expect(line).toMatchObject({ msg: 'the journal is whole' });
  expect(line?.unchecked).toContain('rollback');
  expect(line?.unchecked).not.toContain('checkpoint-key');
  expect(status).toBe(3);
});

it('finds checkpoints under another key', async () => {
  await owner.query(
    'update wallet.journal_checkpoints set public_key = sha256(public_key) where application_id = $1',
    [app.applicationId],
  );
  const { status, line } = audit();
  expect(line?.msg).toBe('INCIDENT: the journal was altered');
  expect(line?.problem).toMatch(/^checkpoint-(forged|key-changed)$/);
  expect(status).toBe(1);
});
