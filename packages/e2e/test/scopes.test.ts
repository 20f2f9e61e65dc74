import { randomUUID } from 'node:crypto';
import { coverableScopes, grantableScopes } from '@wallet-service/grants';
import { requestJson, type JsonAnswer } from '@wallet-service/operator-cli/http-json';
import { createServerClient } from '@wallet-service/sdk/server';
import { until } from '@wallet-service/test-kit/until';
import { operationsOf, type OpenApi, type OperationAt } from './contract/open-api.js';
import { codeOf, freshToken, newCustomer, type Customer } from './http/customer.js';
import { sharedStack, type SharedStack } from './stacks.js';

// Secret keys with scopes and times, over HTTP. What services do without the gateway's check: stolen-gateway.test.ts.

let stack: SharedStack;
let customer: Customer;
let operations: readonly OperationAt[];
beforeAll(async () => {
  stack = await sharedStack('scopes');
  customer = await newCustomer(stack.stack, 'scopes');
  const { body } = await requestJson(`${stack.expressUrl}/openapi.json`);
  operations = operationsOf(body as OpenApi).filter(({ operation: { security } }) =>
    security.some((schemes) => Object.hasOwn(schemes, 'SecretKey')),
  );
});

type Made = { readonly id: string; readonly secret_key: string };
const newKey = (limits: object): Promise<Made> => customer.succeed<Made>('POST', '/v1/secret_key', limits);

/**
 * With the example of the document as its body, a real token, and a provider that exists, so that it comes as far as
 * it can.
 */
async function call({ method, path, operation }: OperationAt, secretKey: string): Promise<JsonAnswer> {
  const isAboutProvider = path.startsWith('/v1/identity/provider');
  const id = isAboutProvider && method !== 'delete' ? customer.provider.id : randomUUID();
  const content = operation.requestBody?.content['application/json'] as
    | { readonly example?: object }
    | undefined;
  const token = await freshToken(customer, 'alice');
  const real = {
    op_jwt: token,
    auth_jwt: token,
    ...(isAboutProvider && { issuer: customer.provider.issuer }),
  };
  const body = content && withReal(content.example ?? {}, real);
  return requestJson(stack.expressUrl + path.replaceAll(/\{\w+\}/g, id), {
    method: method.toUpperCase() as 'GET',
    headers: { 'x-service-secret-key': secretKey },
    ...(body && { body }),
  });
}

function withReal(example: object, real: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, real[name] ?? value]));
}

function lacksScope(answer: JsonAnswer): boolean {
  const text = JSON.stringify(answer.body);
  return answer.status === 403 && /auth\.scope-missing|SCOPE_MISSING/.test(text);
}

it('has exactly one scope for each operation of a secret key, and an operation for each scope', () => {
  expect(operations.length).toBeGreaterThan(45);
  const used = new Set(operations.map(({ operation }) => operation['x-scope']));
  expect([...used].sort()).toEqual([...grantableScopes, 'keys', 'members', 'approvals'].sort());
});

it('lets an application have owners approve every deletion', () => {
  const deletions = operations.filter(({ method }) => method === 'delete');
  expect(deletions.length).toBeGreaterThan(4);
  const coverable: readonly string[] = coverableScopes;
  for (const { operation } of deletions) expect(coverable).toContain(operation['x-scope']);
});

it.each(grantableScopes.map((scope) => [scope]))(
  'lets a key with the scope %s do the operations of that scope, and no other',
  async (scope) => {
    const { id, secret_key } = await newKey({ label: scope, scopes: [scope] });
    const passed: string[] = [];
    for (const at of operations) {
      const answer = await call(at, secret_key);
      if (lacksScope(answer)) continue;
      passed.push(at.operation.operationId);
      // A credential that is refused would hide a scope that a service behind misses.
      expect(codeOf(answer)).not.toMatch(/TOKEN|GRANT|auth\./);
    }
    const held = scope === 'read' ? ['read', 'lookup'] : [scope];
    const own = operations.filter(({ operation }) => held.includes(operation['x-scope'] ?? ''));
    expect(passed.sort()).toEqual(own.map(({ operation }) => operation.operationId).sort());
    await customer.succeed('DELETE', `/v1/secret_key/${id}`);
  },
);

it('lets a key do the operations of all of its scopes', async () => {
  const { secret_key } = await newKey({ scopes: ['sign', 'read'] });
  for (const at of operations) {
    const expected = !['sign', 'read', 'lookup'].includes(at.operation['x-scope'] ?? '');
    expect([at.operation.operationId, lacksScope(await call(at, secret_key))]).toEqual([
      at.operation.operationId,
      expected,
    ]);
  }
});

it('lets a key without scopes do everything, as before', async () => {
  const { secret_key } = await newKey({});
  for (const at of operations) expect(lacksScope(await call(at, secret_key))).toBe(false);
});

it('names the scope that is missing in each of the three forms of errors', async () => {
  const { secret_key: secretKey } = await newKey({ scopes: ['policies'] });
  const server = createServerClient({ url: stack.expressUrl, secretKey });
  for (const [work, scope, code] of [
    [server.application.get(), 'read', 'auth.scope-missing'],
    [server.wallets.list().pages()[Symbol.asyncIterator]().next(), 'lookup', 'auth.scope-missing'],
    [server.secretKeys.create({ label: 'mine' }), 'keys', 'auth.scope-missing'],
  ] as const)
    await expect(work).rejects.toMatchObject({ code, status: 403, details: { scope } });
  await expect(server.pregeneratedWallets.create({ email: 'a@example.com' })).rejects.toMatchObject({
    code: 'auth.scope-missing',
    message: expect.stringContaining('the scope wallets') as string,
  });
});

it('makes keys for the owner of a key without scopes, who sees and revokes them', async () => {
  const server = createServerClient({ url: stack.expressUrl, secretKey: customer.secretKey() });
  const {
    id,
    secret_key: secretKey,
    scopes,
  } = await server.secretKeys.create({ label: 'reader', scopes: ['read'] });
  expect(scopes).toEqual(['read']);
  const reader = createServerClient({ url: stack.expressUrl, secretKey });
  expect((await reader.application.get()).id).toBe(customer.id);
  const listed = async () => {
    for await (const key of reader.secretKeys.list()) if (key.id === id) return key;
    return undefined;
  };
  expect(await listed()).toMatchObject({ label: 'reader', scopes: ['read'], time_expires: null });
  // Uses are written every few seconds.
  await until('the time of the last use', async () => (await listed())?.time_last_used);
  await server.secretKeys.update(id, { label: 'auditor' });
  expect((await listed())?.label).toBe('auditor');
  await server.secretKeys.revoke(id);
  await expect(reader.application.get()).rejects.toMatchObject({ code: 'auth.secret-key-invalid' });
});

it('lets no key make one that outlives it', async () => {
  const time_expires = Math.floor(Date.now() / 1000) + 3_600;
  const { secret_key: secretKey } = await newKey({ time_expires });
  const server = createServerClient({ url: stack.expressUrl, secretKey });
  for (const asked of [{}, { time_expires: time_expires + 1 }, { label: 'reader' }])
    await expect(server.secretKeys.create(asked)).rejects.toMatchObject({
      code: 'request.invalid',
      fields: [{ path: '/time_expires' }],
    });
  expect((await server.secretKeys.create({ time_expires })).time_expires).toBe(time_expires);
});

it('refuses an expired key, with a code of its own', async () => {
  const { secret_key: secretKey } = await newKey({ time_expires: Math.floor(Date.now() / 1000) + 5 });
  const server = createServerClient({ url: stack.expressUrl, secretKey });
  const refusal = () =>
    server.application.get().then(
      () => undefined,
      (error: unknown) => error,
    );
  expect(await until('the end of the key', refusal)).toMatchObject({
    code: 'auth.secret-key-expired',
    status: 401,
  });
});
