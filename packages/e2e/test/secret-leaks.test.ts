import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { connect, definitions } from '@wallet-service/grpc';
import { readCertificate } from '@wallet-service/local-certificates';
import { startTestStack, type TestStack } from '@wallet-service/local-stack';
import { until } from '@wallet-service/test-kit/until';
import { demoCustomer, freshToken, type Customer } from './http/customer.js';
import { exportRecipient, sealForImport, type ImportKey, type SealedExport } from './http/hpke.js';
import { carelessRequests } from './leaks/careless-requests.js';
import { placesOf } from './leaks/places.js';
import { bytesSecret, leaksIn, textSecret, type Secret } from './leaks/secret.js';
import { secretsOf } from './secrets-of.js';

// Does everything that makes, shows or takes a secret once over HTTP, faults included, with logs at their most verbose
// level. Then it searches every log, every column and every command line for each of those secrets.

let stack: TestStack;
let customer: Customer;
const secrets: Secret[] = [];
const refusals: string[] = [];

beforeAll(async () => {
  stack = await startTestStack({ LOG_LEVEL: 'trace' });
  customer = demoCustomer(stack.stack);
});
afterAll(async () => {
  await stack.stop();
});

type Wallet = { readonly data: { readonly uuid: string; readonly access_key: string } };

function remember<S extends Secret>(secret: S): S {
  secrets.push(secret);
  return secret;
}

async function token(subject: string): Promise<string> {
  const made = await freshToken(customer, subject);
  const [, claims = '', signature = ''] = made.split('.');
  remember(textSecret('claims of a token', claims));
  remember(textSecret('signature of a token', signature));
  return made;
}

function remembered(wallet: Wallet): Wallet {
  remember(bytesSecret('access key', Buffer.from(wallet.data.access_key, 'base64')));
  return wallet;
}

it('makes, shows and takes every kind of secret', async () => {
  const { express, succeed, manage } = customer;
  const sign = async ({ data }: Wallet) => ({
    op_jwt: await token('alice'),
    access_key: data.access_key,
    wallet_id: data.uuid,
  });
  for (const chain of ['ETH', 'SOL', 'BTC'] as const) {
    const jwt = await token('alice');
    await express.wallet(jwt, chain);
    await express.signMessage(jwt, chain, Buffer.from('hello'));
  }
  const created = remembered(
    await succeed<Wallet>(
      'POST',
      '/v2/api/wallet',
      { auth_jwt: await token('alice'), network: 'EVM' },
      { 'idempotency-key': `"${randomUUID()}"` },
    ),
  );
  const rotated = remembered(
    await succeed<Wallet>('POST', '/v2/api/wallet/rotate_access_key', await sign(created)),
  );
  const recovered = remembered(
    await succeed<Wallet>('POST', '/v2/api/wallet/recover_access_key', {
      auth_jwt: await token('alice'),
      wallet_id: rotated.data.uuid,
    }),
  );
  await succeed('POST', '/v2/api/wallet/sign_message', {
    ...(await sign(recovered)),
    message_base64: Buffer.from('hello').toString('base64'),
  });
  const stale = { ...(await sign(created)), message_base64: '' };
  expect((await manage('POST', '/v2/api/wallet/sign_message', stale)).status).toBeGreaterThanOrEqual(400);

  const recipient = await exportRecipient();
  const exported = await succeed<{ data: SealedExport }>('POST', '/v2/api/wallet/export', {
    ...(await sign(recovered)),
    recipient_public_key: recipient.publicKey,
  });
  const { private_key } = await recipient.open(exported.data);
  expect(private_key).toMatch(/^[0-9a-f]{64}$/);
  remember(bytesSecret('exported key', Buffer.from(private_key, 'hex')));

  const importedKey = remember(bytesSecret('imported key', randomBytes(32)));
  const query = new URLSearchParams({
    network: 'EVM',
    issuer: customer.provider.issuer,
    subject: 'alice',
  }).toString();
  const target = await succeed<{ data: ImportKey }>('GET', `/v2/api/wallet/import_key?${query}`);
  remembered(
    await succeed<Wallet>('POST', '/v2/api/wallet/import', {
      auth_jwt: await token('alice'),
      network: 'EVM',
      ...(await sealForImport(importedKey.bytes, target.data)),
    }),
  );

  const endpoint = await succeed<{ id: string; secret: string }>('POST', '/v1/webhook', {
    url: 'http://127.0.0.1:9/hook',
  });
  const next = await succeed<{ secret: string }>('POST', `/v1/webhook/${endpoint.id}/rotate_secret`, {});
  for (const { secret } of [endpoint, next]) {
    remember(textSecret('webhook secret', secret));
    remember(bytesSecret('webhook secret', Buffer.from(secret.replace(/^whsec_/, ''), 'base64')));
  }
  remember(textSecret('secret key', customer.secretKey()));
  await customer.rotateSecretKey();
  remember(textSecret('secret key', customer.secretKey()));
  for (const grant of await grantsInUse()) remember(bytesSecret('grant', grant));
});

/** What identity gives the gateway now: the same grants that the calls of the last seconds carried. */
async function grantsInUse(): Promise<readonly Buffer[]> {
  await customer.succeed('GET', '/v1/policy');
  const identity = connect({
    definition: definitions.identity,
    targets: [stack.targets['identity-0'] ?? ''],
    tls: readCertificate(stack.certificates.gateway),
    serverName: 'identity',
  });
  const options = { deadlineMs: 5_000, traceId: 'a'.repeat(32) };
  const shown = await identity.call('AuthenticateSecretKey', { secretKey: customer.secretKey() }, options);
  const asOperator = await identity.call(
    'AuthenticateOperator',
    { operatorKey: stack.stack.operator_key },
    options,
  );
  identity.close();
  const grants = [shown.grants, asOperator.grants].flatMap((given) =>
    given ? [given.identity, given.policy, given.wallet, given.webhooks] : [],
  );
  if (grants.length !== 8) throw new Error('identity gave no grants');
  return grants;
}

it('refuses requests with secrets where none belong, and repeats none of them in its answers', async () => {
  const bySort = new Map(secrets.map((secret) => [secret.name, secret]));
  const misplaced = [...bySort.values()].map(({ forms }) => forms[0] ?? '');
  const jwt = await token('alice');
  for (const text of [jwt, ...misplaced]) {
    for (const request of carelessRequests(text)) {
      const response = await fetch(`${stack.expressUrl}${request.path}`, {
        method: request.method,
        headers: { 'x-service-secret-key': customer.secretKey(), ...request.headers },
        ...(request.body !== undefined && { body: request.body }),
      });
      refusals.push(`${request.title}: ${response.status} ${await response.text()}`);
      expect([request.title, response.status < 500]).toEqual([request.title, true]);
    }
  }
});

it('meets faults while requests are under way', async () => {
  const jwt = await token('alice');
  const messages = async (): Promise<void> => {
    await Promise.allSettled(
      Array.from({ length: 40 }, () => customer.express.signMessage(jwt, 'ETH', Buffer.from('fault'))),
    );
  };
  const under = messages();
  for (const name of ['signer-0', 'policy-0', 'wallet-0', 'identity-0'])
    stack.processes.find((supervised) => supervised.name === name)?.kill('SIGKILL');
  await under;
  await messages();
  const postmaster = path.join(stack.dataDir, 'postgres/cluster/postmaster.pid');
  process.kill(Number(readFileSync(postmaster, 'utf8').split('\n')[0]), 'SIGKILL');
  await messages();
  const signs = () => customer.express.signMessage(jwt, 'ETH', Buffer.from('again')).catch(() => undefined);
  await until('the suite to come back', signs);
});

it('keeps all of them out of logs, columns, command lines, progress output and refusals', async () => {
  const all = [...secrets, ...secretsOf(stack).map((text) => textSecret('of the suite', text))];
  expect(new Set(all.map(({ name }) => name))).toEqual(
    new Set([
      ...['claims of a token', 'signature of a token', 'access key', 'exported key', 'imported key'],
      ...['webhook secret', 'secret key', 'grant', 'of the suite'],
    ]),
  );
  const places = await placesOf(stack);
  const named = places.map(({ name }) => name);
  for (const service of ['gateway', 'identity', 'policy', 'signer', 'wallet', 'webhooks']) {
    expect(named).toContain(`log of ${service}-0`);
    // An empty log would prove nothing.
    expect(places.find(({ name }) => name === `log of ${service}-0`)?.text.length).toBeGreaterThan(100);
  }
  for (const column of ['wallet.wallets.sealed', 'identity.secret_keys', 'webhooks.endpoints'])
    expect(named.some((name) => name.startsWith(`column ${column}`))).toBe(true);
  // What may be seen is found, in the logs and in the columns.
  expect(leaksIn(places, [textSecret('id', stack.stack.app.id)]).length).toBeGreaterThan(5);
  expect(leaksIn([...places, { name: 'refusals', text: refusals.join('\n') }], all)).toEqual([]);
});
