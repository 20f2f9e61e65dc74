import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import pg from 'pg';
import { createExpressClient } from '@wallet-service/local-stack/express-client';
import { requestJson, type JsonAnswer } from '@wallet-service/operator-cli/http-json';
import type { TestStack } from '@wallet-service/local-stack';
import { until } from '@wallet-service/test-kit/until';
import { codeOf, demoCustomer, freshToken, type Customer } from './http/customer.js';
import type { NewWallet } from './lifecycle/create-steps.js';
import { ownStack } from './stacks.js';

// What the Core interface promises when many callers ask at once, answers get lost, records are put back, and somebody
// else's address is claimed. Two gateways, two wallet services.

let stack: TestStack;
let customer: Customer;
beforeAll(async () => {
  stack = await ownStack({
    GATEWAY_REPLICAS: '2',
    WALLET_REPLICAS: '2',
    V1_RETIREMENT_DATE: '2999-12-31',
  });
  customer = demoCustomer(stack.stack);
});
afterAll(async () => {
  await stack.stop();
});

const newUser = (): string => `user-${randomUUID()}`;
const newEmail = (): string => `${randomUUID()}@example.com`;

/** Uses each gateway in turn. */
function post(index: number, path: string, body: unknown, headers = {}): Promise<JsonAnswer> {
  return requestJson(`${stack.gatewayUrls[index % 2] ?? ''}${path}`, {
    method: 'POST',
    headers: { 'x-service-secret-key': customer.secretKey(), ...headers },
    body,
  });
}

async function walletsOf(resource: string): Promise<string[]> {
  const path = `/v2/api/wallets?resource_id=${resource}`;
  const { data } = await customer.succeed<{ data: { uuid: string }[] }>('GET', path);
  return data.map(({ uuid }) => uuid);
}

describe('a create with an Idempotency-Key', () => {
  async function creation(): Promise<{ resource: string; body: object; headers: Record<string, string> }> {
    const resource = randomUUID();
    const auth_jwt = await freshToken(customer, newUser());
    return {
      resource,
      body: { auth_jwt, network: 'EVM', metadata: { resource_id: resource } },
      headers: { 'idempotency-key': `"${resource}"` },
    };
  }

  it('makes one wallet for 40 concurrent requests on all replicas: the others learn of the work', async () => {
    const { resource, body, headers } = await creation();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => post(index, '/v2/api/wallet', body, headers)),
    );
    const again = await post(0, '/v2/api/wallet', body, headers);
    expect(again.status).toBe(200);
    for (const answer of answers) {
      if (answer.status === 200) expect(answer.body).toEqual(again.body);
      else {
        expect([answer.status, codeOf(answer)]).toEqual([409, 'REQUEST_IDEMPOTENCY_RUNNING']);
        expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      }
    }
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await walletsOf(resource)).toEqual([(again.body as NewWallet).wallet_id]);
  });

  it('makes one wallet even if its answer is lost, however early the caller hangs up', async () => {
    for (let afterMs = 0; afterMs < 50; afterMs += 5) {
      const { resource, body, headers } = await creation();
      await hangUp('/v2/api/wallet', body, headers, afterMs);
      const made = await untilMade(() => post(1, '/v2/api/wallet', body, headers));
      expect(await walletsOf(resource)).toEqual([made.wallet_id]);
      expect(made.data.access_key).toMatch(/^ak_[A-Za-z0-9_-]{43}$/);
    }
  });

  it('makes one wallet even if every wallet service is killed meanwhile', async () => {
    const { resource, body, headers } = await creation();
    const first = post(0, '/v2/api/wallet', body, headers).catch(() => undefined);
    for (const { name, kill } of stack.processes) if (name.startsWith('wallet-')) kill('SIGKILL');
    await first;
    const made = await untilMade(() => post(1, '/v2/api/wallet', body, headers));
    expect(await walletsOf(resource)).toEqual([made.wallet_id]);
  });
});

describe('a pre-generated wallet', () => {
  const pregenerate = async (email: string): Promise<string> =>
    (await customer.succeed<{ public_address: string }>('POST', '/v1/admin/pregen/wallet', { email }))
      .public_address;
  const statusOf = (email: string) =>
    customer.succeed<object>('GET', `/v1/admin/pregen/wallet?email=${encodeURIComponent(email)}`);
  const signIn = async (email: string, claims = {}, chain: 'ETH' | 'SOL' = 'ETH'): Promise<string> =>
    customer.express.wallet(await freshToken(customer, newUser(), { email, ...claims }), chain);

  it('has one address for 100 concurrent calls, however the e-mail address is written', async () => {
    const email = newEmail();
    const written = [email, email.toUpperCase(), ` ${email}\t`, email.replace('example', 'EXAMPLE')];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        post(index, '/v1/admin/pregen/wallet', { email: written[index % written.length] }),
      ),
    );
    const seen = answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`);
    expect(new Set(seen).size).toBe(1);
    expect(seen[0]).toMatch(
      /^200 {"public_address":"0x[0-9A-Fa-f]{40}","public_key":"0x0[23][0-9a-f]{64}"}$/,
    );
    const internationalised = randomUUID();
    const punycode = await pregenerate(`${internationalised}@xn--bcher-kva.example`);
    expect(await pregenerate(`${internationalised}@BÜCHER.example`)).toBe(punycode);
  });

  it('assumes nothing about dots and plus signs', async () => {
    const name = randomUUID().slice(0, 8);
    const addresses = [
      await pregenerate(`${name}.x@example.com`),
      await pregenerate(`${name}x@example.com`),
      await pregenerate(`${name}.x+tag@example.com`),
    ];
    expect(new Set(addresses).size).toBe(3);
  });

  it('is not claimed without a verified address, on another chain, or by a provider without that right', async () => {
    const email = newEmail();
    const address = await pregenerate(email);
    expect(await signIn(email, { email_verified: 'false' })).not.toBe(address);
    await signIn(email, {}, 'SOL');
    await customer.succeed('PATCH', '/v1/application', { email_provider_ids: [], claim_possible: 'skip' });
    expect(await signIn(email)).not.toBe(address);
    expect(await statusOf(email)).toMatchObject({ status: 'unclaimed', interface: null, time_claimed: null });
    const settings = { email_provider_ids: [customer.provider.id], claim_possible: 'refuse' };
    await customer.succeed('PATCH', '/v1/application', settings);
    expect(await signIn(email)).toBe(address);
    expect(await statusOf(email)).toMatchObject({ status: 'claimed', interface: 'express' });
  });

  it('goes to its user in all of their concurrent first calls, over all replicas', async () => {
    const email = newEmail();
    const address = await pregenerate(email);
    const token = await freshToken(customer, newUser(), { email });
    const clients = stack.gatewayUrls.map((url) => createExpressClient(stack.stack, url));
    const given = await Promise.all(
      Array.from({ length: 30 }, (_, index) => (clients[index % 2] ?? customer.express).wallet(token, 'ETH')),
    );
    expect(new Set(given)).toEqual(new Set([address]));
    expect(await statusOf(email)).toMatchObject({ status: 'claimed', interface: 'express' });
  });

  it('goes to one of many users who sign in at once with its address', async () => {
    const email = newEmail();
    const address = await pregenerate(email);
    const clients = stack.gatewayUrls.map((url) => createExpressClient(stack.stack, url));
    const tokens = await Promise.all(
      Array.from({ length: 12 }, () => freshToken(customer, newUser(), { email })),
    );
    const given = await Promise.all(
      tokens.map((token, index) => (clients[index % 2] ?? customer.express).wallet(token, 'ETH')),
    );
    expect(given.filter((each) => each === address)).toHaveLength(1);
    expect(new Set(given).size).toBe(given.length);
  });
});

it('refuses a record that is put back after a rotation with its own code, and the new one signs', async () => {
  const user = newUser();
  const body = { auth_jwt: await freshToken(customer, user), network: 'EVM' };
  const { wallet_id, data } = await customer.succeed<NewWallet>('POST', '/v2/api/wallet', body);
  const signs = async (access_key: string) =>
    codeOf(
      await post(0, '/v2/api/wallet/sign_message', {
        op_jwt: await freshToken(customer, user),
        ...{ access_key, wallet_id, message_base64: 'aGk=' },
      }),
    );
  const database = new pg.Client({ connectionString: stack.databaseUrl });
  await database.connect();
  try {
    const columns = ['record_version', 'sealed', 'recovery_record'];
    const row = async (): Promise<Record<string, unknown>> => {
      const query = `select ${columns.join()} from wallet.wallets where wallet_id = $1`;
      return (await database.query<Record<string, unknown>>(query, [wallet_id])).rows[0] ?? {};
    };
    const put = (values: Record<string, unknown>) =>
      database.query(
        `update wallet.wallets set record_version = $2, sealed = $3, recovery_record = $4 where wallet_id = $1`,
        [wallet_id, ...columns.map((column) => values[column])],
      );
    const before = await row();
    const rotated = await customer.succeed<NewWallet>('POST', '/v2/api/wallet/rotate_access_key', {
      op_jwt: await freshToken(customer, user),
      ...{ access_key: data.access_key, wallet_id },
    });
    const after = await row();
    await put(before);
    expect(await signs(data.access_key)).toBe('WALLET_RECORD_ROLLED_BACK');
    await put(after);
    expect(await signs(rotated.data.access_key)).toBe('ok');
    expect(await signs(data.access_key)).toBe('INVALID_ACCESS_KEY');
  } finally {
    await database.end();
  }
});

describe('version 1 before its retirement', () => {
  it.each([
    ['/v1/api/wallet', '/v2/api/wallet', 'VERSION_RETIRED'],
    ['/v1/api/wallet/sign_data', '/v2/api/wallet/sign_data', 'VERSION_RETIRED'],
    ['/v1/wallet/sign/message', '/v2/wallet/sign/message', 'request.version-retired'],
  ])('%s is gone, names %s and says when it ends', async (path, successor, code) => {
    const answer = await post(0, path, { encryption_context: 'x' });
    expect([answer.status, codeOf(answer)]).toEqual([410, code]);
    expect(answer.headers.get('link')).toBe(`<${successor}>; rel="successor-version"`);
    const ends = Date.UTC(2999, 11, 31);
    expect(answer.headers.get('deprecation')).toBe(`@${ends / 1000}`);
    expect(Date.parse(answer.headers.get('sunset') ?? '')).toBe(ends);
  });
});

/** Sends a request and breaks the connection after that time, whatever has come back. */
function hangUp(path: string, body: unknown, headers: object, afterMs: number): Promise<void> {
  const text = JSON.stringify(body);
  return new Promise((resolve) => {
    const sent = request(`${stack.gatewayUrls[0] ?? ''}${path}`, {
      method: 'POST',
      headers: {
        'x-service-secret-key': customer.secretKey(),
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        ...headers,
      },
    });
    sent.on('error', () => undefined);
    sent.on('close', resolve);
    sent.end(text, () => setTimeout(() => sent.destroy(), afterMs));
  });
}

/** What a careful caller does: repeats the same request until it is answered. */
function untilMade(ask: () => Promise<JsonAnswer>): Promise<NewWallet> {
  return until(
    'the wallet',
    async () => {
      const answer = await ask();
      if (answer.status === 200) return answer.body as NewWallet;
      const code = codeOf(answer);
      if (/^(REQUEST_IDEMPOTENCY_RUNNING|SERVICE_\w+)$/.test(code)) return undefined;
      throw new Error(`refused: ${answer.status} ${code}`);
    },
    60_000,
  );
}
