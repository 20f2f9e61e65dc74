import { randomUUID } from 'node:crypto';
import { expectJson } from '@wallet-service/operator-cli/http-json';
import { startReceiver } from '@wallet-service/test-kit/webhook-receiver';
import { until } from '@wallet-service/test-kit/until';
import { codeOf, newCustomer, type Customer } from './http/customer.js';
import { sharedStack, type SharedStack } from './stacks.js';

// Who changed what, when and why: each change of an application is in its journal, once.

type Entry = {
  readonly seq: number;
  readonly operation: string;
  readonly request_id: string;
  readonly trace_id: string;
  readonly details: {
    readonly actor: { readonly kind: string; readonly id: string };
    readonly reason: string | null;
    readonly before: Readonly<Record<string, unknown>> | null;
    readonly after: Readonly<Record<string, unknown>> | null;
  };
};

let stack: SharedStack;
let customer: Customer;
beforeAll(async () => {
  stack = await sharedStack('administrative journal');
  customer = await newCustomer(stack.stack, 'administrative journal');
});

type Page = { readonly data: readonly Entry[]; readonly next: string | null };

async function journal(of = customer): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (let after: string | null = '0'; after !== null;) {
    const page: Page = await of.succeed<Page>('GET', `/v1/audit?after=${after}`);
    entries.push(...page.data);
    after = page.next;
  }
  return entries;
}

async function changes(of = customer): Promise<readonly Entry[]> {
  return (await journal(of)).filter(({ operation }) => operation.startsWith('admin.'));
}

/** The changes that the work makes. */
async function changesBy(work: () => Promise<unknown>): Promise<readonly Entry[]> {
  const before = (await changes()).length;
  await work();
  return (await changes()).slice(before);
}

const policy = {
  name: 'short messages',
  chain: 'ETH',
  scope: 'GLOBAL',
  rules: [
    {
      name: 'short',
      method: 'personal_sign',
      action: 'ALLOW',
      conditions: [{ field_source: 'message', field: 'length', operator: 'lt', value: 100 }],
    },
  ],
};

it('shows how the application came to be, in the operator’s name and without any secret', async () => {
  // Changes of different services may come in any order.
  const found = (await changes()).filter(({ operation }) => !operation.startsWith('admin.policy'));
  expect(found.slice(0, 4).map(({ operation }) => operation)).toEqual([
    'admin.application_created',
    'admin.secret_key_created',
    'admin.application_updated',
    'admin.provider_created',
  ]);
  expect(found.slice(0, 3).map(({ details }) => details.actor.kind)).toEqual(
    Array.from({ length: 3 }, () => 'operator-key'),
  );
  expect(found[2]?.details).toMatchObject({
    before: { features: { pregeneratedWallets: false } },
    after: { features: { pregeneratedWallets: true } },
  });
  expect(found[3]?.details).toMatchObject({ actor: { kind: 'secret-key' }, before: null });
  const text = JSON.stringify(found);
  for (const secret of [customer.secretKey(), stack.stack.operator_key]) expect(text).not.toContain(secret);
  expect(text).not.toContain('jwks_uri"');
});

it.each([
  ['admin.policy_created', 'POST', () => '/v1/policy', policy],
  ['admin.policy_updated', 'PATCH', (id: string) => `/v1/policy/${id}`, { name: 'shorter messages' }],
  ['admin.policy_deleted', 'DELETE', (id: string) => `/v1/policy/${id}`, undefined],
] as const)('records %s with who, why, before and after', async (operation, method, pathOf, body) => {
  const made = await customer.succeed<{ id: string }>('POST', '/v1/policy', policy);
  const path = pathOf(made.id);
  let traceId: string | undefined;
  const [change, ...others] = await changesBy(async () => {
    const answer = await customer.manage(method, path, body, { 'x-reason': encodeURIComponent('früh, №42') });
    expect(codeOf(answer)).toBe('ok');
    traceId = answer.headers.get('x-trace-id') ?? undefined;
  });
  expect(others).toEqual([]);
  expect(change).toMatchObject({ operation, trace_id: traceId });
  const { actor, reason, before, after } = (change as Entry).details;
  expect(actor.kind).toBe('secret-key');
  expect(actor.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(reason).toBe('früh, №42');
  expect(before === null).toBe(operation === 'admin.policy_created');
  expect(after === null).toBe(operation === 'admin.policy_deleted');
  if (operation === 'admin.policy_updated')
    expect([before, after]).toMatchObject([
      { name: 'short messages', revision: 1 },
      { name: 'shorter messages', revision: 2 },
    ]);
});

it('records what a request changes at two services, and shows only the hash of what is large', async () => {
  const both = { policy_evaluation_enabled: true, allowed_origins: ['https://app.example'] };
  const found = await changesBy(() => customer.succeed('PATCH', '/v1/application', both));
  expect(found.map(({ operation }) => operation).sort()).toEqual([
    'admin.application_updated',
    'admin.policy_settings_updated',
  ]);
  const long = { ...policy, description: 'x'.repeat(900), rules: manyRules(40) };
  const [created] = await changesBy(() => customer.succeed('POST', '/v1/policy', long));
  expect(Object.keys(created?.details.after ?? {})).toEqual(['sha256']);
  expect(created?.details.after?.['sha256']).toMatch(/^[0-9a-f]{64}$/);
});

function manyRules(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({ ...policy.rules[0], name: `rule ${index}` }));
}

it('tells the life of a secret key', async () => {
  const found = await changesBy(async () => {
    const { id } = await customer.succeed<{ id: string }>('POST', '/v1/secret_key', { scopes: ['read'] });
    await customer.succeed('PATCH', `/v1/secret_key/${id}`, { label: 'checkout' });
    await customer.succeed('DELETE', `/v1/secret_key/${id}`);
    // Revoking it again changes nothing.
    await customer.succeed('DELETE', `/v1/secret_key/${id}`);
  });
  expect(found.map(({ operation, details: { after } }) => [operation, after])).toEqual([
    ['admin.secret_key_created', expect.objectContaining({ scopes: ['read'], label: '' })],
    ['admin.secret_key_updated', expect.objectContaining({ label: 'checkout' })],
    ['admin.secret_key_revoked', expect.objectContaining({ time_revoked: expect.any(Number) as unknown })],
  ]);
});

it('tells the life of a webhook endpoint, without its address and secret', async () => {
  const url = 'https://hooks.example/secret-path';
  const found = await changesBy(async () => {
    const { id } = await customer.succeed<{ id: string }>('POST', '/v1/webhook', { url });
    await customer.succeed('PATCH', `/v1/webhook/${id}`, { enabled: false });
    await customer.succeed('POST', `/v1/webhook/${id}/rotate_secret`, {});
    await customer.succeed('DELETE', `/v1/webhook/${id}`);
  });
  expect(found.map(({ operation }) => operation)).toEqual([
    'admin.webhook_created',
    'admin.webhook_updated',
    'admin.webhook_secret_rotated',
    'admin.webhook_deleted',
  ]);
  expect(found[1]?.details).toMatchObject({ before: { enabled: true }, after: { enabled: false } });
  expect(JSON.stringify(found)).not.toMatch(/hooks\.example|whsec_/);
});

it('tells of a test event, and of what is sent again, by their ids', async () => {
  const receiver = await startReceiver();
  type Delivery = { readonly id: string; readonly event_id: string; readonly status: string };
  const { id } = await customer.succeed<{ id: string }>('POST', '/v1/webhook', { url: receiver.url() });
  const deliveries = `/v1/webhook/${id}/delivery`;
  const delivered = () =>
    until('the delivery', async () => {
      const { data } = await customer.succeed<{ data: [Delivery] }>('GET', deliveries);
      return data.find(({ status }) => status === 'delivered');
    });
  let sent: Delivery | undefined;
  const found = await changesBy(async () => {
    await customer.succeed('POST', `/v1/webhook/${id}/test`);
    sent = await delivered();
    await customer.succeed('POST', `${deliveries}/${sent.id}/redeliver`);
    await delivered();
  });
  await customer.succeed('DELETE', `/v1/webhook/${id}`);
  await receiver.close();
  const after = { id: sent?.id, endpoint_id: id, event_id: sent?.event_id };
  const details = { actor: expect.objectContaining({ kind: 'secret-key' }) as unknown, reason: null };
  expect(found).toMatchObject([
    { operation: 'admin.webhook_test_sent', details: { ...details, before: null, after } },
    { operation: 'admin.webhook_redelivered', details: { ...details, before: null, after } },
  ]);
});

it('tells that the keys of a provider were fetched, once for each fetch', async () => {
  const path = `/v1/identity/provider/${customer.provider.id}/refresh`;
  const found = await changesBy(async () => {
    await customer.succeed('POST', path);
    expect(codeOf(await customer.manage('POST', path))).toBe('request.rate-limited');
  });
  expect(found).toMatchObject([
    { operation: 'admin.provider_refreshed', details: { after: { id: customer.provider.id } } },
  ]);
});

it('records nothing of what was refused', async () => {
  const found = await changesBy(async () => {
    expect(codeOf(await customer.manage('POST', '/v1/policy', { ...policy, chain: 'DOGE' }))).not.toBe('ok');
    expect(codeOf(await customer.manage('DELETE', `/v1/policy/${randomUUID()}`))).toBe('policy.not-found');
    const badReason = await customer.manage('POST', '/v1/policy', policy, { 'x-reason': '%0a' });
    expect(badReason).toMatchObject({ status: 422 });
    expect(JSON.stringify(badReason.body)).toContain('header X-Reason');
  });
  expect(found).toEqual([]);
});

it('adds up: the first state and all changes give the settings of now', async () => {
  for (let round = 0; round < 12; round += 1)
    await customer.succeed('PATCH', '/v1/application', {
      recency_window_minutes: 5 + (round % 7),
      ...(round % 3 === 0 && { denial_detail: round % 2 === 0 ? 'full' : 'brief' }),
      ...(round % 4 === 1 && { access_key_recovery: round % 8 === 1 }),
      ...(round % 5 === 0 && { allowed_origins: [`https://app${round}.example`] }),
    });
  const now = await customer.succeed<Record<string, unknown>>('GET', '/v1/application');
  for (const operation of ['admin.application_updated', 'admin.policy_settings_updated']) {
    const all = (await changes()).filter((change) => change.operation === operation);
    expect(all.length).toBeGreaterThan(4);
    // Each begins where the one before ended.
    all.slice(1).forEach(({ details }, index) => {
      expect(details.before).toEqual(all[index]?.details.after);
    });
    const after = all.at(-1)?.details.after ?? {};
    const settings = operation === 'admin.policy_settings_updated' ? after : (after['settings'] as object);
    for (const [name, value] of Object.entries(settings)) {
      const asAnswered = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      if (asAnswered in now) expect([name, value]).toEqual([name, now[asAnswered]]);
    }
  }
});

it('keeps the journal provable', async () => {
  const data = await journal();
  expect(data.map(({ seq }) => seq)).toEqual(data.map((_, index) => index + 1));
  expect(new Set(data.map(({ request_id }) => request_id)).size).toBe(data.length);
});

it('keeps changes of one application from others', async () => {
  const other = await newCustomer(stack.stack, 'another');
  const ids = new Set((await changes()).map(({ request_id }) => request_id));
  expect((await changes(other)).some(({ request_id }) => ids.has(request_id))).toBe(false);
  const { data } = await expectJson<{ data: object[] }>(`${stack.expressUrl}/v1/audit`, {
    headers: { 'x-service-secret-key': other.secretKey() },
  });
  expect(data.length).toBeGreaterThan(0);
});
