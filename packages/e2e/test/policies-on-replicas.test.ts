import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { createExpressClient, type ExpressClient } from '@wallet-service/local-stack/express-client';
import { expectJson } from '@wallet-service/operator-cli/http-json';
import type { TestStack } from '@wallet-service/local-stack';
import { until } from '@wallet-service/test-kit/until';
import { ownStack } from './stacks.js';

// Whatever is changed through one gateway is in force on every replica of every service once the answer is there.

let stack: TestStack;
let clients: readonly ExpressClient[];
let client: ExpressClient;
let token: string;

beforeAll(async () => {
  stack = await ownStack({ GATEWAY_REPLICAS: '2', POLICY_REPLICAS: '2', WALLET_REPLICAS: '2' });
  clients = stack.gatewayUrls.map((url) => createExpressClient(stack.stack, url));
  client = createExpressClient(stack.stack);
  token = await client.token(newUser());
  await client.wallet(token, 'ETH');
  await manage(0, 'PATCH', '/v1/application', { policy_evaluation_enabled: true });
});
afterAll(async () => {
  await stack.stop();
});

const newUser = (): string => `user-${randomBytes(6).toString('hex')}`;
const thief = `0x${'de'.repeat(20)}`;
const somebody = `0x${'55'.repeat(20)}`;
let payments = 0;
/** No two are the same. */
const payment = (to = thief, value = 1000) => ({
  payload: { chainId: 31337, type: 0, nonce: payments++, gasLimit: 21_000, gasPrice: 0, to, value },
});
const noThief = (to = thief) => [
  {
    name: 'not to the thief',
    method: 'eth_signTransaction',
    action: 'DENY',
    conditions: [{ field_source: 'ethereum_transaction', field: 'to', operator: 'eq', value: to }],
  },
];

/** Through one of the gateways, with the secret key. */
function manage<Answer>(
  gateway: number,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  at: string,
  body?: object,
) {
  const url = `${stack.gatewayUrls[gateway % 2] ?? ''}${at}`;
  const headers = { 'x-service-secret-key': stack.stack.app.secret_key };
  return expectJson<Answer>(url, { method, headers, body });
}

/** Of the application's document that all signers have. */
async function documentVersion(): Promise<number> {
  const path = `/v1/identity/provider/${stack.stack.demo_provider.id}/status`;
  return (await manage<{ document_version: number }>(0, 'GET', path)).document_version;
}

type Probe = { readonly operation: string; readonly body: () => object; readonly token?: string };
const pay: Probe = { operation: 'transaction', body: () => payment() };

/** 'signed', or the code of the refusal. */
async function outcomeOf(on: ExpressClient, { operation, body, token: own = token }: Probe): Promise<string> {
  const { status, body: answer } = await on.post(`/v2/wallet/sign/${operation}`, own, 'ETH', body());
  return status === 200 ? 'signed' : (answer as { code: string }).code;
}

/** What all replicas answer right now, each asked several times. */
async function outcomes(probe: Probe): Promise<readonly string[]> {
  const each = [...clients, ...clients, ...clients, ...clients];
  return [...new Set(await Promise.all(each.map((on) => outcomeOf(on, probe))))];
}

type Change = readonly [
  what: string,
  change: (gateway: number, id: string) => Promise<unknown>,
  then: string,
];
const denied = 'policy.denied';
const patch = (changes: object) => (gateway: number, id: string) =>
  manage(gateway, 'PATCH', `/v1/policy/${id}`, changes);
const settle = (settings: object) => (gateway: number) =>
  manage(gateway, 'PATCH', '/v1/application', settings);

const ofPolicies: readonly Change[] = [
  ['deactivated', patch({ is_active: false }), 'signed'],
  ['activated', patch({ is_active: true }), denied],
  ['with other rules', patch({ rules: noThief(somebody) }), 'signed'],
  ['with its rules back', patch({ rules: noThief() }), denied],
  ['evaluation off', settle({ policy_evaluation_enabled: false }), 'signed'],
  ['evaluation on', settle({ policy_evaluation_enabled: true }), denied],
  ['deleted', (gateway, id) => manage(gateway, 'DELETE', `/v1/policy/${id}`), 'signed'],
  ['default deny', settle({ default_action: 'deny' }), denied],
  ['default allow', settle({ default_action: 'allow' }), 'signed'],
];

describe('a change through one gateway is in force on all replicas for requests that start after its answer', () => {
  it('for policies and the settings that turn them on, under a stream of signatures', async () => {
    const broken: string[] = [];
    // What is expected since the last answer. Undefined while a change is under way.
    let expected: { readonly then: string; readonly after: string } | undefined;
    let over = false;
    const streams = clients.map(async (on) => {
      while (!over) {
        const before = expected;
        const outcome = await outcomeOf(on, pay);
        if (before && before === expected && outcome !== before.then)
          broken.push(`${before.after}: ${outcome}`);
      }
    });
    const change = async (after: string, then: string, work: () => Promise<unknown>) => {
      expected = undefined;
      await work();
      expected = { then, after };
      const seen = await outcomes(pay);
      if (seen.join() !== then) broken.push(`right after ${after}: ${seen.join()}`);
    };
    for (const round of [0, 1, 2, 3]) {
      let id = '';
      await change('created', denied, async () => {
        const policy = { name: 'no thief', chain: 'ETH', scope: 'GLOBAL', rules: noThief() };
        ({ id } = await manage<{ id: string }>(round, 'POST', '/v1/policy', policy));
      });
      for (const [index, [what, work, then]] of ofPolicies.entries())
        await change(what, then, () => work(round + index, id));
    }
    over = true;
    await Promise.all(streams);
    expect(broken).toEqual([]);
  });

  it('for every other setting that affects signatures', async () => {
    const hash = {
      operation: 'data',
      body: () => ({ raw_data_hash: `0x${randomBytes(32).toString('hex')}` }),
    };
    const everywhere = {
      operation: 'eip7702',
      body: () => ({ chain_id: 0, address: somebody, nonce: payments++ }),
    };
    const message = { operation: 'message', body: () => ({ message_base64: btoa(newUser()) }) };
    const claims = { amr: 'mfa', auth_time: String(Math.floor(Date.now() / 1000) - 600) };
    const withMfa = { ...message, token: await client.token(newUser(), claims) };
    await client.wallet(withMfa.token, 'ETH');
    const { id } = await manage<{ id: string }>(0, 'POST', '/v1/policy', {
      name: 'mfa for messages',
      chain: 'ETH',
      scope: 'STEP_UP',
      rules: [
        {
          name: 'always',
          method: 'personal_sign',
          action: 'require_mfa',
          conditions: [{ field_source: 'system', field: 'current_unix_timestamp', operator: 'gt', value: 1 }],
        },
      ],
    });
    await manage(0, 'POST', '/v1/policy', { name: 'x', chain: 'ETH', scope: 'GLOBAL', rules: noThief() });
    const embedded = [stack.stack.demo_provider.id];
    const missing = 'auth.mfa-required';
    const table: readonly (readonly [object, Probe, string])[] = [
      [{ raw_hash_signing: 'allow' }, hash, 'signed'],
      [{ raw_hash_signing: 'refuse' }, hash, 'policy.raw-hash-refused'],
      [{ eip7702_any_chain: 'refuse' }, everywhere, denied],
      [{ embedded_wallet_provider_ids: embedded }, message, missing],
      [{ embedded_wallet_provider_ids: [] }, message, 'signed'],
      [{ embedded_wallet_provider_ids: embedded, recency_window_minutes: 30 }, withMfa, 'signed'],
      [{ recency_window_minutes: 5 }, withMfa, missing],
      [{ recency_window_minutes: 30, mfa_acr_values: ['urn:phishing-resistant'] }, withMfa, missing],
      [{ mfa_acr_values: [] }, withMfa, 'signed'],
      [
        { embedded_wallet_provider_ids: [], op_jwt_mode: 'single_payload' },
        message,
        'wallet.token-already-used',
      ],
      [{ op_jwt_mode: 'observe' }, message, 'signed'],
      [{ express_jwt_max_lifetime_seconds: 60 }, message, 'auth.token-lifetime-too-long'],
      [{ express_jwt_max_lifetime_seconds: 86_400 }, message, 'signed'],
    ];
    const seen: unknown[] = [];
    for (const [index, [settings, probe]] of table.entries()) {
      const before = await documentVersion();
      await manage(index, 'PATCH', '/v1/application', settings);
      seen.push([settings, (await outcomes(probe)).join()]);
      // The signers refuse such tokens too as soon as they have the document. They must not after the next change.
      if ('express_jwt_max_lifetime_seconds' in settings)
        await until('the newer document', async () => (await documentVersion()) > before);
    }
    await manage(1, 'DELETE', `/v1/policy/${id}`);
    expect(seen).toEqual(table.map(([settings, , then]) => [settings, then]));
  });
});

describe('a spending window', () => {
  const limit = (name: string, value: number) => ({
    name,
    chain: 'ETH',
    scope: 'GLOBAL',
    rules: [
      {
        name: 'the limit',
        method: 'eth_signTransaction',
        action: 'DENY',
        conditions: [
          {
            ...{ field_source: 'spending_window', field: 'native_amount', operator: 'gt', value },
            window_seconds: 3600,
          },
        ],
      },
    ],
  });
  let policyId: string;
  let spender: Probe;

  beforeEach(async () => {
    ({ id: policyId } = await manage<{ id: string }>(0, 'POST', '/v1/policy', limit('limit', 10_000)));
    const own = await client.token(newUser());
    await client.wallet(own, 'ETH');
    spender = { operation: 'transaction', body: () => payment(somebody), token: own };
  });
  afterEach(async () => {
    await manage(1, 'DELETE', `/v1/policy/${policyId}`);
  });

  type Audited = { readonly op?: string; readonly outcome?: string; readonly traceId?: string };
  const audited = (): readonly Audited[] =>
    readFileSync(path.join(stack.logsDir, 'signer-0.log'), 'utf8')
      .split('\n')
      .flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line) as Audited] : []));
  const reservations = async (): Promise<number> => {
    const owner = new pg.Client({ connectionString: stack.databaseUrl });
    await owner.connect();
    try {
      return (await owner.query('select from policy.spending_reservations')).rowCount ?? 0;
    } finally {
      await owner.end();
    }
  };
  const spendAtOnce = async (times: number): Promise<number> => {
    const answers = await Promise.all(
      Array.from({ length: times }, (_, index) => outcomeOf(clients[index % 2] ?? client, spender)),
    );
    expect(answers.filter((answer) => answer !== 'signed' && answer !== denied)).toEqual([]);
    return answers.filter((answer) => answer === 'signed').length;
  };

  it('is exact under 100 concurrent requests, over all replicas', async () => {
    expect(await spendAtOnce(100)).toBe(10);
    expect(await spendAtOnce(10)).toBe(0);
    for (const name of ['policy-0', 'policy-1', 'wallet-0', 'wallet-1'])
      expect(readFileSync(path.join(stack.logsDir, `${name}.log`), 'utf8')).toMatch(
        name.startsWith('policy') ? /Evaluate/ : /Sign/,
      );
  });

  it('does not count what was not signed because the token had been used for something else', async () => {
    await manage(0, 'PATCH', '/v1/application', { op_jwt_mode: 'single_payload' });
    expect(await outcomeOf(client, spender)).toBe('signed');
    for (const on of [...clients, ...clients, ...clients, ...clients, ...clients, ...clients])
      expect(await outcomeOf(on, spender)).toBe('wallet.token-already-used');
    await manage(1, 'PATCH', '/v1/application', { op_jwt_mode: 'observe' });
    expect(await spendAtOnce(20)).toBe(9);
  });

  it('does not count what the signer did not sign in time', async () => {
    const signer = stack.processes.find(({ name }) => name === 'signer-0');
    const pid = signer?.pid() ?? 0;
    const before = audited().length;
    const reservedBefore = await reservations();
    process.kill(pid, 'SIGSTOP');
    try {
      const [first, second] = clients;
      if (!first || !second) throw new Error('there are two gateways');
      const lost = await Promise.all([outcomeOf(first, spender), outcomeOf(second, spender)]);
      // The signer has the calls and may carry them out, even if the wallet service was the first to time out.
      expect(lost).toEqual(['service.deadline-exceeded', 'service.deadline-exceeded']);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    // When the signer continues, the calls are still in its socket and it may sign. For each it has signed, or states
    // that it never will.
    const words = () => {
      const calls = audited().slice(before);
      const requests = (of: string) =>
        new Set(calls.flatMap(({ op, outcome, traceId }) => (op === of && outcome === 'ok' ? [traceId] : [])))
          .size;
      return { used: requests('Sign'), unused: requests('VoidVerdict') };
    };
    await until('the word of the signer about both', () => words().used + words().unused === 2);
    const { used, unused } = words();
    await until(
      'it to reach the policy service',
      async () => (await reservations()) - reservedBefore === used,
    );
    expect(used + unused).toBe(2);
    expect(await spendAtOnce(20)).toBe(10 - used);
  });
});
