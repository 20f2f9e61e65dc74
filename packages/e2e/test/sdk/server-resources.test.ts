import { randomUUID } from 'node:crypto';
import { isErrorOf } from '@wallet-service/sdk';
import { createOperatorClient, createServerClient, type ServerClient } from '@wallet-service/sdk/server';
import { demoCustomer, freshToken, type Customer } from '../http/customer.js';
import { sharedStack, type SharedStack } from '../stacks.js';

// The resources of an application, through the server's client and the real service.

let stack: SharedStack;
let customer: Customer;
let server: ServerClient;
const requests: string[] = [];

beforeAll(async () => {
  stack = await sharedStack('sdk server resources');
  customer = demoCustomer(stack.stack);
  const counting = (url: string, init: RequestInit): Promise<Response> => {
    requests.push(`${init.method} ${new URL(url).pathname}`);
    return fetch(url, init);
  };
  server = createServerClient({ url: stack.expressUrl, secretKey: customer.secretKey(), fetch: counting });
});

async function all<Entry>(list: AsyncIterable<Entry>): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of list) entries.push(entry);
  return entries;
}

const thrownBy = (work: Promise<unknown>): Promise<unknown> => work.then(String, (error: unknown) => error);

it('lists wallets of a group over several pages, and stops where the caller does', async () => {
  const { data: group } = await server.walletGroups.create({ metadata: { resource_id: 'team' } });
  const made: string[] = [];
  for (let number = 0; number < 5; number += 1) {
    const auth_jwt = await freshToken(customer, 'pages');
    const body = { auth_jwt, network: 'EVM', wallet_group_id: group.uuid };
    made.unshift((await server.wallets.create(body)).wallet_id);
  }
  const list = server.wallets.list({ wallet_group_id: group.uuid, limit: '2' });
  requests.length = 0;
  expect((await all(list)).map(({ uuid }) => uuid)).toEqual(made);
  expect(requests).toHaveLength(3);
  const pages = await all(list.pages());
  expect(pages.map(({ data, next }) => [data.length, typeof next])).toEqual([
    [2, 'string'],
    [2, 'string'],
    [1, 'object'],
  ]);
  requests.length = 0;
  for await (const { uuid } of list) {
    expect(uuid).toBe(made[0]);
    break;
  }
  expect(requests).toHaveLength(1);

  const { issuer } = customer.provider;
  const everywhere = await all(server.allWallets.list({ issuer, subject: 'pages' }));
  expect(everywhere.map(({ id }) => id).sort()).toEqual([...made].sort());
  const [user] = await all(server.users.list({ issuer, subject: 'pages' }));
  expect(user?.subject).toBe('pages');
  const { data: found } = await server.wallets.get(made[0] ?? '');
  expect(found).toMatchObject({ uuid: made[0], wallet_group_id: group.uuid, network: 'EVM' });
  expect((await server.walletGroups.get(group.uuid)).data).toEqual(group);
  expect(await all(server.walletGroups.list())).toContainEqual(group);
});

it('makes a policy, changes one revision of it, tries it, and deletes it', async () => {
  const anyTime = {
    field_source: 'system',
    field: 'current_unix_timestamp',
    operator: 'gt',
    value: 1,
  } as const;
  const rule = { name: 'never', method: 'personal_sign', action: 'DENY', conditions: [anyTime] } as const;
  const draft = { name: 'no messages', chain: 'ETH', scope: 'GLOBAL', rules: [rule] } as const;
  const { id } = await server.policies.create(draft);
  expect(await server.policies.update(id, { is_active: false }, { revision: 1 })).toMatchObject({
    is_active: false,
  });
  const late = await thrownBy(server.policies.update(id, { is_active: true }, { revision: 1 }));
  if (!isErrorOf('updatePolicy', late)) throw late;
  const codes = { changed: 'request.revision-conflict' } satisfies Record<string, typeof late.code>;
  expect(late.code).toBe(codes.changed);
  await server.policies.update(id, { is_active: true });
  expect((await all(server.policies.revisions(id))).map(({ revision }) => revision).sort()).toEqual([
    1, 2, 3,
  ]);
  expect((await all(server.policies.list({ chain: 'ETH', is_active: true }))).map((one) => one.id)).toContain(
    id,
  );
  expect(await all(server.policies.list({ chain: 'SOL' }))).toEqual([]);
  const message_base64 = Buffer.from('hi').toString('base64');
  const tried = await server.policies.evaluate({ chain: 'ETH', message_base64, policy_id: id });
  expect(tried.outcome).toBe('deny');

  await server.application.update({ policy_evaluation_enabled: true });
  const { express } = customer;
  const token = await freshToken(customer, 'denied');
  await express.wallet(token, 'ETH');
  for (let number = 0; number < 3; number += 1)
    await express.post('/v2/wallet/sign/message', token, 'ETH', { message_base64 });
  const decisions = await all(server.policies.decisions(id, { limit: '2' }));
  expect(decisions.map(({ outcome }) => outcome)).toEqual(['deny', 'deny', 'deny']);
  const [newest] = await all(server.decisions.list({ subject: 'denied', issuer: customer.provider.issuer }));
  expect(await server.decisions.get(newest?.id ?? '')).toMatchObject({ outcome: 'deny' });
  await server.policies.delete(id);
  const gone = await thrownBy(server.policies.get(id));
  expect(isErrorOf('getPolicy', gone) && gone.code === 'policy.not-found').toBe(true);
});

it('manages providers, settings and pre-generated wallets, and reads journal, trust and attestation', async () => {
  const [known] = await all(server.providers.list());
  const issuer = String(known?.issuer);
  const provider = { issuer, jwks_uri: String(known?.jwks_uri), audience: 'another app' };
  const { id } = await server.providers.create(provider);
  expect(await server.providers.get(id)).toMatchObject(provider);
  const changed = await server.providers.update(id, { ...provider, audience: 'a third app' });
  expect(changed.audience).toBe('a third app');
  expect((await server.providers.status(id)).id).toBe(id);
  expect((await server.providers.refresh(id)).id).toBe(id);
  await server.providers.delete(id);
  expect((await all(server.providers.list())).map((one) => one.id)).not.toContain(id);
  expect((await server.trust.get()).version).toBeGreaterThan(0);
  const forged = server.trust.submit({ signed_document: 'AAAA' });
  await expect(forged).rejects.toMatchObject({ operation: 'submitTrust', status: 409 });

  expect(await server.application.update({ default_action: 'deny' })).toMatchObject({
    default_action: 'deny',
  });
  expect((await server.application.get()).default_action).toBe('deny');
  await server.application.update({ default_action: 'allow' });

  const email = `${randomUUID()}@example.com`;
  const { public_address } = await server.pregeneratedWallets.create({ email });
  expect(await server.pregeneratedWallets.get({ email })).toMatchObject({
    public_address,
    status: 'unclaimed',
  });
  expect((await server.pregeneratedWallets.createMany({ emails: [email] })).data).toHaveLength(1);
  await expect(server.pregeneratedWallets.create({ email: 'no address' })).rejects.toMatchObject({
    ...{ status: 400, code: 'request.invalid' },
  });

  const numbers: number[] = [];
  for await (const { data, size } of server.audit.list({ limit: '3' }).pages()) {
    numbers.push(...data.map(({ seq }) => seq));
    expect(size).toBeGreaterThanOrEqual(numbers.at(-1) ?? 0);
  }
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  const { attestations } = await server.attestation.get({ nonce: 'ab'.repeat(32) });
  expect(attestations.length).toBeGreaterThan(0);
});

it('lets the operator make applications and keys, and take keys away', async () => {
  const operator = createOperatorClient({ url: stack.expressUrl, operatorKey: stack.stack.operator_key });
  const name = `made by the sdk ${randomUUID()}`;
  const { id, secret_key } = await operator.applications.create({ name });
  expect((await operator.applications.get(id)).name).toBe(name);
  const renamed = await operator.applications.update(id, { name: `${name} again` });
  expect(renamed.name).toBe(`${name} again`);
  expect((await all(operator.applications.list({ limit: '100' }))).map((one) => one.id)).toContain(id);
  const second = await operator.secretKeys.create(id, { label: 'second' });
  await operator.secretKeys.create(id);
  const ofSecond = createServerClient({ url: stack.expressUrl, secretKey: second.secret_key });
  expect((await ofSecond.application.get()).id).toBe(id);
  const keys = await all(operator.secretKeys.list(id));
  expect(keys).toHaveLength(3);
  const labelled = keys.find(({ label }) => label === 'second')?.id ?? '';
  expect((await operator.secretKeys.update(id, labelled, { label: 'old' })).label).toBe('old');
  await operator.secretKeys.revoke(id, labelled);
  await expect(ofSecond.application.get()).rejects.toMatchObject({
    code: 'auth.secret-key-invalid',
    status: 401,
  });
  const first = createServerClient({ url: stack.expressUrl, secretKey: secret_key });
  expect((await first.application.get()).id).toBe(id);
});
