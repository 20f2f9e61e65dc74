import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startTestStack, type TestStack } from '@wallet-service/local-stack';
import { requestJson } from '@wallet-service/operator-cli/http-json';
import { demoCustomer } from './http/customer.js';

// The data of a release whose rows had no MACs: identity had neither the columns nor the migration that adds them.

const folder = mkdtempSync(path.join(tmpdir(), 'without-macs-'));
let stack: TestStack | undefined;
afterAll(async () => {
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function asOwner(statement: string): Promise<void> {
  const database = new pg.Client({ connectionString: stack?.databaseUrl });
  await database.connect();
  try {
    await database.query(statement);
  } finally {
    await database.end();
  }
}

async function restart(): Promise<TestStack> {
  await stack?.stop();
  stack = await startTestStack({ DATA_DIR: folder });
  return stack;
}

it('keys from before MACs stay valid, and a row that is stripped of its MAC later does not', async () => {
  stack = await startTestStack({ DATA_DIR: folder });
  const tables = ['applications', 'secret_keys', 'providers', 'key_sets'];
  await asOwner(
    tables.map((table) => `alter table identity.${table} drop column mac, add column seal bytea`).join(';'),
  );
  await asOwner('drop function identity.never_falls cascade; drop function identity.stays_revoked cascade');
  // Later migrations run again after those, as in an upgrade.
  await asOwner(`alter table identity.applications drop column allowed_origins, drop column claim_possible,
    drop column approvals_needed, drop column approval_scopes`);
  await asOwner('drop table identity.change_approvals; drop table identity.change_requests');
  const again = ['row_macs', 'guard_what_counts', 'allowed_origins', 'approvals'];
  const names = again.map((name) => `name like '%${name}%'`);
  await asOwner(`delete from identity.migrations where ${names.join(' or ')}`);

  const upgraded = await restart();
  const customer = demoCustomer(upgraded.stack);
  await customer.succeed('GET', '/v1/application');
  await customer.express.wallet(await customer.express.token('alice'), 'ETH');

  await asOwner('update identity.secret_keys set mac = null');
  const { expressUrl } = await restart();
  // The demo makes a new key at each start when its own is refused.
  const headers = { 'x-service-secret-key': customer.secretKey() };
  expect((await requestJson(`${expressUrl}/v1/application`, { headers })).status).toBe(401);
});
