import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { adminRequest, administrate } from '@wallet-service/operator-cli/admin';
import { requestJson, type JsonAnswer } from '@wallet-service/operator-cli/http-json';
import { createAuthenticator, type Authenticator } from '@wallet-service/passkeys/testing';
import { operationsOf, type OpenApi, type OperationAt } from './contract/open-api.js';
import { codeOf, newCustomer, type Customer } from './http/customer.js';
import { sharedStack, type SharedStack } from './stacks.js';

// People over HTTP, on a real stack: how they get in, and what each of them may do with every operation there is.

type Headers = Readonly<Record<string, string>>;
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type PublicKey = { readonly challenge: string; readonly rpId: string; readonly rp: { readonly id: string } };
type Person = { readonly session: string; readonly id: string; readonly authenticator: Authenticator };

let stack: SharedStack;
let customer: Customer;
let operations: readonly OperationAt[];
const tokens: string[] = [];
beforeAll(async () => {
  stack = await sharedStack('people');
  customer = await newCustomer(stack.stack, 'people');
  const { body } = await requestJson(`${stack.expressUrl}/openapi.json`);
  operations = operationsOf(body as OpenApi);
});

const send = (method: Method, at: string, headers: Headers, body?: unknown): Promise<JsonAnswer> =>
  requestJson(stack.expressUrl + at, { method, headers, ...(body !== undefined && { body }) });

async function succeed<Body>(method: Method, at: string, headers: Headers, body?: unknown): Promise<Body> {
  const answer = await send(method, at, headers, body);
  expect([at, codeOf(answer)]).toEqual([at, 'ok']);
  return answer.body as Body;
}

const inSession = ({ session }: Pick<Person, 'session'>, applicationId?: string): Headers => ({
  'x-service-session': session,
  ...(applicationId !== undefined && { 'x-service-application-id': applicationId }),
});

/** With the operator's program. */
async function invited(words: readonly string[], access: object): Promise<string> {
  const target = { url: stack.expressUrl, operatorKey: stack.stack.operator_key };
  const answer = await administrate(target, adminRequest(['person', ...words], access));
  const { invitation } = answer as { readonly invitation: string };
  tokens.push(invitation);
  return invitation;
}

async function accept(invitation: string): Promise<Person> {
  const authenticator = createAuthenticator({ origin: stack.consoleUrl });
  const { public_key: options } = await succeed<{ public_key: PublicKey }>(
    'POST',
    '/v1/invitation/challenge',
    {},
    { invitation },
  );
  const passkey = JSON.parse(authenticator.create(options)) as object;
  const made = await succeed<{ session: string; person: { id: string } }>(
    'POST',
    '/v1/invitation/accept',
    {},
    { invitation, passkey, label: 'laptop' },
  );
  tokens.push(made.session);
  return { session: made.session, id: made.person.id, authenticator };
}

async function newOperator(): Promise<Person> {
  return accept(await invited(['invite', 'Olga'], { isOperator: true }));
}

async function newMember(role: string): Promise<Person> {
  return accept(await invited(['invite', role], { application: customer.id, role }));
}

/** A session whose confirmation is too old, as five minutes after it. */
async function signInAgain({ authenticator, id }: Person): Promise<Person> {
  const { public_key: options } = await succeed<{ public_key: PublicKey }>(
    'POST',
    '/v1/session/challenge',
    {},
  );
  const passkey = JSON.parse(authenticator.get(options)) as object;
  const { session } = await succeed<{ session: string }>('POST', '/v1/session', {}, { passkey });
  tokens.push(session);
  return { session, authenticator, id };
}

async function stepUp(person: Person): Promise<void> {
  const at = '/v1/session/step_up';
  const headers = inSession(person);
  const { public_key: options } = await succeed<{ public_key: PublicKey }>(
    'POST',
    `${at}/challenge`,
    headers,
  );
  const passkey = JSON.parse(person.authenticator.get(options)) as object;
  await succeed('POST', at, headers, { passkey });
}

const forSecretKeys = (): readonly OperationAt[] =>
  operations.filter(({ operation: { security } }) => security.some((one) => Object.hasOwn(one, 'SecretKey')));
const forOperators = (): readonly OperationAt[] =>
  operations.filter(({ operation: { security } }) =>
    security.some((one) => Object.hasOwn(one, 'OperatorKey')),
  );

/** With ids of nothing, and a body that nothing takes, so that nothing changes. */
function attempt({ method, path: at }: OperationAt, headers: Headers): Promise<JsonAnswer> {
  const hasBody = method === 'post' || method === 'patch';
  return send(
    method.toUpperCase() as Method,
    at.replaceAll(/\{\w+\}/g, randomUUID()),
    headers,
    hasBody ? { unknown_member: true } : undefined,
  );
}

const refusalsOfPeople = ['auth.scope-missing', 'SCOPE_MISSING', 'auth.step-up-required', 'STEP_UP_REQUIRED'];
const isRefused = (answer: JsonAnswer): boolean =>
  answer.status >= 400 && refusalsOfPeople.some((code) => JSON.stringify(answer.body ?? '').includes(code));

it.each([
  [
    'owner',
    ['approvals', 'keys', 'lookup', 'members', 'policies', 'providers', 'read', 'settings', 'webhooks'],
  ],
  ['developer', ['approvals', 'lookup', 'policies', 'read', 'settings', 'webhooks']],
  ['auditor', ['lookup', 'read']],
  ['support', ['lookup']],
])('lets the role %s do the operations of its scopes, and no other', async (role, scopes) => {
  const headers = inSession(await newMember(role), customer.id);
  const passed = new Set<string>();
  for (const at of forSecretKeys()) {
    const answer = await attempt(at, headers);
    const scope = at.operation['x-scope'] ?? '';
    expect([at.operation.operationId, isRefused(answer)]).toEqual([
      at.operation.operationId,
      !scopes.includes(scope),
    ]);
    if (!isRefused(answer)) passed.add(scope);
  }
  expect([...passed].sort()).toEqual(scopes);
  for (const at of forOperators()) expect(codeOf(await attempt(at, headers))).toBe('auth.not-a-member');
});

it('lets an operator do everything of the operator, and nothing in an application', async () => {
  const olga = await newOperator();
  for (const at of forOperators()) expect(isRefused(await attempt(at, inSession(olga)))).toBe(false);
  const answer = await send('GET', '/v1/policy', inSession(olga, customer.id));
  expect(codeOf(answer)).toBe('auth.not-a-member');
  const name = 'made by Olga';
  const { id } = await succeed<{ id: string }>('POST', '/v1/admin/application', inSession(olga), { name });
  const { data } = await succeed<{ data: { id: string; name: string }[] }>(
    'GET',
    '/v1/admin/application?limit=100',
    inSession(olga),
  );
  expect(data.find((one) => one.id === id)?.name ?? name).toBe(name);
});

it('shows the person, before and after, and the reason in the journal', async () => {
  const owner = await newMember('owner');
  const headers = inSession(owner, customer.id);
  const { invitation, person_id: id } = await succeed<{ invitation: string; person_id: string }>(
    'POST',
    '/v1/member',
    headers,
    { name: 'Ben', role: 'developer' },
  );
  tokens.push(invitation);
  const ben = await accept(invitation);
  expect(ben.id).toBe(id);
  await succeed(
    'PATCH',
    `/v1/member/${id}`,
    { ...headers, 'x-reason': 'left the team' },
    { role: 'auditor' },
  );
  await succeed('PATCH', '/v1/application', inSession(owner, customer.id), {
    allowed_origins: ['https://a.example'],
  });
  const secretKey = await succeed<{ id: string }>('POST', '/v1/secret_key', headers, { scopes: ['read'] });
  type Entry = { readonly operation: string; readonly details: object };
  const entries: Entry[] = [];
  for (let after: string | null = '0'; after !== null;) {
    const page: { data: Entry[]; next: string | null } = await succeed(
      'GET',
      `/v1/audit?after=${after}`,
      headers,
    );
    entries.push(...page.data);
    after = page.next;
  }
  const actor = { kind: 'person', id: owner.id };
  const mine = entries.filter(({ details }) => JSON.stringify(details).includes(owner.id));
  expect(mine.map(({ operation, details }) => ({ operation, details }))).toEqual(
    expect.arrayContaining([
      {
        operation: 'admin.member_updated',
        details: {
          actor,
          reason: 'left the team',
          before: { person_id: id, name: 'Ben', role: 'developer' },
          after: { person_id: id, name: 'Ben', role: 'auditor' },
        },
      },
      {
        operation: 'admin.member_added',
        details: expect.objectContaining({ actor, before: null }) as object,
      },
      { operation: 'admin.application_updated', details: expect.objectContaining({ actor }) as object },
      {
        operation: 'admin.secret_key_created',
        details: expect.objectContaining({
          actor,
          after: expect.objectContaining({ id: secretKey.id }) as object,
        }) as object,
      },
    ]),
  );
});

it('takes a session in the place of a key only alone, and only whole', async () => {
  const owner = await newMember('owner');
  const headers = inSession(owner, customer.id);
  const both = { ...headers, 'x-service-secret-key': customer.secretKey() };
  expect(codeOf(await send('GET', '/v1/policy', both))).toBe('request.invalid');
  expect(codeOf(await send('GET', '/v1/policy', inSession(owner)))).toBe('request.invalid');
  const answer = await send('GET', '/v1/policy', { ...headers, 'x-service-session': `${owner.session}A` });
  expect([answer.status, codeOf(answer)]).toEqual([401, 'auth.session-invalid']);
  expect(answer.headers.get('www-authenticate')).toContain('X-Service-Session');
  const missing = await send('GET', '/v1/session', {});
  expect([missing.status, codeOf(missing)]).toEqual([401, 'auth.session-invalid']);
});

it('signs in, shows the person their own access, and signs out', async () => {
  const first = await newMember('developer');
  const ada = await signInAgain(first);
  const own = await succeed<{
    id: string;
    person: object;
    memberships: object[];
    passkeys: { label: string }[];
    sessions: { id: string }[];
    time_step_up_ends: number;
  }>('GET', '/v1/session', inSession(ada));
  expect(own).toMatchObject({
    person: { id: ada.id, name: 'developer', is_operator: false },
    memberships: [{ application_id: customer.id, application_name: 'people', role: 'developer' }],
    passkeys: [{ label: 'laptop', is_backed_up: true }],
  });
  expect(own.sessions).toHaveLength(2);
  expect(own.time_step_up_ends).toBeGreaterThan(Date.now() / 1000);
  const [other] = own.sessions.filter(({ id }) => id !== own.id);
  await succeed('DELETE', `/v1/session/${other?.id ?? ''}`, inSession(ada));
  expect(codeOf(await send('GET', '/v1/session', inSession(first)))).toBe('auth.session-invalid');
  await stepUp(ada);
  const phone = createAuthenticator({ origin: stack.consoleUrl });
  const { public_key: options } = await succeed<{ public_key: PublicKey }>(
    'POST',
    '/v1/passkey/challenge',
    inSession(ada),
  );
  const passkey = JSON.parse(phone.create(options)) as object;
  const { id } = await succeed<{ id: string }>('POST', '/v1/passkey', inSession(ada), {
    passkey,
    label: 'phone',
  });
  await succeed('DELETE', `/v1/passkey/${id}`, inSession(ada));
  await succeed('DELETE', '/v1/session', inSession(ada));
  expect(codeOf(await send('GET', '/v1/session', inSession(ada)))).toBe('auth.session-invalid');
});

it('ends all access of a person whom the operator disables, at once', async () => {
  const dev = await newMember('developer');
  const target = { url: stack.expressUrl, operatorKey: stack.stack.operator_key };
  await administrate(target, adminRequest(['person', 'disable', dev.id]));
  expect(codeOf(await send('GET', '/v1/policy', inSession(dev, customer.id)))).toBe('auth.session-invalid');
  const { data } = await customer.succeed<{ data: { person_id: string }[] }>('GET', '/v1/member');
  expect(data.map(({ person_id }) => person_id)).not.toContain(dev.id);
});

it('lets no secret key add people', async () => {
  const answer = await customer.manage('POST', '/v1/member', { name: 'Eve', role: 'owner' });
  expect([answer.status, codeOf(answer)]).toEqual([403, 'auth.people-only']);
});

it('keeps sessions and invitations out of all logs', () => {
  expect(tokens.length).toBeGreaterThan(20);
  const logs = readdirSync(stack.logsDir).map((file) => readFileSync(path.join(stack.logsDir, file), 'utf8'));
  for (const token of tokens) for (const log of logs) expect(log.includes(token.slice(-43))).toBe(false);
});
