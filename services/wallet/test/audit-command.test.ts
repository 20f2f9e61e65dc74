import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { CallServer } from '@wallet-service/grpc';
import { readCertificate } from '@wallet-service/local-certificates';
import { until } from '@wallet-service/test-kit/until';
import { signStoredJournal, stranger } from './audited-database.js';
import { suiteWithApplications, type ApplicationUnderTest } from './application-under-test.js';
import { playWitness } from './play-witness.js';
import type { RealSuite } from './real-suite.js';

// `audit` in the wallet's container asks the signers for the checkpoint keys. It logs its findings as INCIDENT.

let suite: RealSuite;
let app: ApplicationUnderTest;
let owner: pg.Client;
let witness: CallServer;

beforeAll(async () => {
  ({ suite, app } = await suiteWithApplications('wallet_audit_command'));
  owner = new pg.Client({ connectionString: suite.database.url });
  await owner.connect();
  const certificate = readCertificate(suite.certificates.witness);
  witness = await playWitness(`unix:${suite.folder}/witness.sock`, certificate, suite.identity.witness);
  await app.create('alice');
  await until('an entry in the log', entries);
});
afterAll(async () => {
  await owner.end();
  await witness.drain(0);
  await suite.stop();
});

async function entries(): Promise<number | null> {
  const sql = 'select from wallet.journal_logs where application_id = $1 and size > 0';
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
      WEBHOOKS_TARGETS: `unix:${suite.folder}/webhooks.sock`,
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

it('says what it cannot check without a checkpoint and without notes', () => {
  const { status, line } = audit();
  expect(line).toMatchObject({
    msg: 'the journal is whole',
    unchecked: expect.arrayContaining(['no-checkpoint', 'rollback']) as string[],
  });
  expect(status).toBe(3);
});

it('gets the key from the signers, and finds a checkpoint under another one', async () => {
  await signStoredJournal(owner, app.applicationId, stranger);
  const { status, line } = audit();
  expect(line).toMatchObject({
    msg: 'INCIDENT: the journal was altered',
    problem: 'checkpoint-key-changed',
  });
  expect(status).toBe(1);
});
