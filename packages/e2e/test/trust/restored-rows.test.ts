import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { TestStack } from '@wallet-service/local-stack';
import { until } from '@wallet-service/test-kit/until';
import { demoCustomer, type Customer } from '../http/customer.js';
import { ownStack } from '../stacks.js';
import { clientsOf, signing, startProvider, type Provider } from './provider.js';

// The owner of the database's schemas puts back every row that identity and the wallet service had when a provider was
// trusted, raises the revision, and everything restarts. Up to 0.2.0, tokens of the deleted provider signed again.

let stack: TestStack;
let customer: Customer;
let provider: Provider;
let owner: pg.Client;

beforeAll(async () => {
  [stack, provider] = await Promise.all([ownStack(), startProvider()]);
  customer = demoCustomer(stack.stack);
  owner = new pg.Client({ connectionString: stack.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  provider.close();
  await owner.end();
  await stack.stop();
});

const tables = ['providers', 'key_sets', 'trust_documents'];

async function rowsOf(table: string): Promise<readonly string[]> {
  const { rows } = await owner.query<{ row: string }>(
    `select to_jsonb(t)::text as row from identity.${table} t`,
  );
  return rows.map(({ row }) => row);
}

async function putBack(table: string, rows: readonly string[]): Promise<void> {
  await owner.query(`alter table identity.${table} disable trigger user`);
  await owner.query(`delete from identity.${table}`);
  const { rows: columns } = await owner.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'identity' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  for (const row of rows)
    await owner.query(
      `insert into identity.${table} (${names})
       select ${names} from jsonb_populate_record(null::identity.${table}, $1::jsonb)`,
      [row],
    );
  await owner.query(`alter table identity.${table} enable trigger user`);
}

const restart = async (service: string) => {
  await stack.processes.find(({ name }) => name === `${service}-0`)?.restart();
};

it('the deleted provider stays deleted for the signer, and identity reports an incident', async () => {
  await provider.publish('one');
  const body = { issuer: provider.issuer, audience: 'shop', jwks_uri: `${provider.issuer}/jwks` };
  const { id } = await customer.succeed<{ id: string }>('POST', '/v1/identity/provider', body);
  const [client] = clientsOf(stack, id);
  await client?.post('/v2/wallet', await provider.token('one', 'anna'), 'ETH');
  expect(await signing(client, await provider.token('one', 'anna'))).toBe('ok');
  const kept = await Promise.all(tables.map(rowsOf));

  await customer.succeed('DELETE', `/v1/identity/provider/${id}`);
  expect(await signing(client, await provider.token('one', 'anna'))).not.toBe('ok');

  for (const [index, table] of tables.entries()) await putBack(table, kept[index] ?? []);
  await owner.query('update identity.application_directory set revision = revision + 1000');
  for (const service of ['identity', 'wallet', 'signer']) await restart(service);
  await until('the stack again', async () => {
    const { status } = await customer.manage('GET', '/v1/identity/provider');
    return status === 200;
  });
  for (let attempt = 0; attempt < 5; attempt += 1)
    expect(await signing(client, await provider.token('one', 'anna'))).not.toBe('ok');
  const logOfIdentity = () => readFileSync(path.join(stack.logsDir, 'identity-0.log'), 'utf8');
  await until('the incident', () => logOfIdentity().includes('INCIDENT'));
  // Nobody else is harmed.
  const users = client && clientsOf(stack, stack.stack.demo_provider.id)[0];
  expect(await signing(users, (await users?.token('alice')) ?? '')).toBe('wallet.not-found');
});
