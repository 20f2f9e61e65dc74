import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { until } from '@wallet-service/test-kit/until';
import { expectJson } from '@wallet-service/operator-cli/http-json';
import { startReceiver, type Receiver } from '@wallet-service/test-kit/webhook-receiver';
import { currentDocument, newAdministrator, rootSigner, submitDocument } from '../trust/documents.js';
import { startProvider, type Provider } from '../trust/provider.js';
import { approveAt, newOwner } from '../http/owner.js';
import { neverDenying, someKey, startCore, type Core, type CoreWallet } from '../core/core-client.js';

// Every event in the reference, driven over HTTP through all real processes. Each delivery is checked against its
// schema.

type Document = {
  webhooks: Record<
    string,
    { post: { requestBody: { content: Record<string, { schema: object; example: object }> } } }
  >;
};

let receiver: Receiver;
let provider: Provider;
let core: Core;
let document: Document;
beforeAll(async () => {
  [core, receiver, provider] = await Promise.all([
    startCore('documented events'),
    startReceiver(),
    startProvider(),
  ]);
  const registered = await core.manage('POST', '/v1/webhook', { url: receiver.url() });
  expect(registered.status).toBe(201);
  document = await core.succeed<Document>('GET', '/openapi.json');
});
afterAll(async () => {
  provider.close();
  await receiver.close();
});

async function useWallets(): Promise<void> {
  const wallet = await core.newWallet('alice');
  await core.expectSigns('alice', wallet);
  await core.signsFor('alice', wallet, `ak_${Buffer.alloc(32, 1).toString('base64url')}`);
  await core.exportKey('alice', wallet.wallet_id, wallet.data.access_key);
  await core.succeed('POST', '/v2/api/wallet/rotate_access_key', {
    op_jwt: await core.operationToken('alice'),
    access_key: wallet.data.access_key,
    wallet_id: wallet.wallet_id,
  });
  await core.succeed('POST', '/v2/api/wallet/recover_access_key', {
    auth_jwt: await core.operationToken('alice'),
    wallet_id: wallet.wallet_id,
  });
  const imported = await core.importBody('alice', 'SOL_MAINNET', someKey(randomUUID()));
  await core.succeed<CoreWallet>('POST', '/v2/api/wallet/import', imported);
  const email = `${randomUUID()}@example.com`;
  await core.succeed('POST', '/v1/admin/pregen/wallet', { email });
  await core.users.wallet(await core.operationToken('claimer', { email }), 'ETH');
}

/** Signatures that an owner approves and declines. */
async function decideAboutSignatures(): Promise<void> {
  const owner = await newOwner(core, core.stack.app.id);
  const wallet = await core.newWallet('approved');
  const condition = { field_source: 'message', field: 'length', operator: 'gte', value: 0 };
  const rule = { name: 'r', method: 'personal_sign', action: 'require_approval', conditions: [condition] };
  const policy = { name: 'approvals', chain: 'ETH', scope: 'GLOBAL', rules: [rule] };
  const made = (await core.manage('POST', '/v1/policy', policy)).body as { id: string };
  expect((await core.signsFor('approved', wallet, wallet.data.access_key)).status).toBe(403);
  const { data } = await core.succeed<{ data: { id: string }[] }>('GET', '/v1/signature_request');
  const path = `/v1/signature_request/${data[0]?.id ?? ''}`;
  await approveAt(core.expressUrl, path, owner);
  await expectJson(`${core.expressUrl}${path}/decline`, { method: 'POST', headers: owner.headers });
  await core.manage('DELETE', `/v1/policy/${made.id}`);
}

async function changeRules(): Promise<void> {
  const policy = neverDenying({ name: 'limits', chain: 'ETH', method: 'personal_sign' });
  const made = (await core.manage('POST', '/v1/policy', policy)).body as { id: string };
  await core.succeed('PATCH', `/v1/policy/${made.id}`, { name: 'other limits' });
  await core.manage('DELETE', `/v1/policy/${made.id}`);
  await core.succeed('PATCH', '/v1/application', { recency_window_minutes: 30 });
  const [own] = await core.succeed<{ issuer: string; jwks_uri: string }[]>('GET', '/v1/identity/provider');
  const provider = { ...own, id: undefined, audience: 'another-app' };
  const registered = (await core.manage('POST', '/v1/identity/provider', provider)).body as { id: string };
  await core.manage('DELETE', `/v1/identity/provider/${registered.id}`);
}

async function changeTrust(): Promise<void> {
  await provider.publish('one');
  const body = { issuer: provider.issuer, audience: 'shop', jwks_uri: `${provider.issuer}/jwks` };
  const { id } = (await core.manage('POST', '/v1/identity/provider', body)).body as { id: string };
  await provider.publish('two');
  await core.succeed('POST', `/v1/identity/provider/${id}/refresh`);

  const [anna, ben] = [newAdministrator('anna'), newAdministrator('ben')];
  const before = await currentDocument(core);
  const issuers = before.issuers.map((issuer) => ({ ...issuer, pinned: true as const }));
  const ofAnna = {
    ...before,
    version: before.version + 1,
    issuers,
    administrators: { keys: [anna.key], threshold: 1 },
  };
  expect(await submitDocument(core, ofAnna, [anna.sign])).toMatchObject({ status: 200 });
  const administrators = { keys: [ben.key], threshold: 1 };
  const ofBen = { ...ofAnna, version: ofAnna.version + 1, administrators };
  const root = rootSigner(core.dataDir);
  expect(await submitDocument(core, ofBen, [ben.sign, root])).toMatchObject({
    body: { not_before: expect.any(Number) as number },
  });
}

async function testTheEndpoint(): Promise<void> {
  const { data } = await core.succeed<{ data: { id: string }[] }>('GET', '/v1/webhook');
  await core.succeed('POST', `/v1/webhook/${data[0]?.id ?? ''}/test`);
}

it('every documented event is delivered as documented', async () => {
  await testTheEndpoint();
  await useWallets();
  await decideAboutSignatures();
  await changeRules();
  await changeTrust();
  const documented = Object.keys(document.webhooks).toSorted();
  const told = () => [...new Set(receiver.received.map(({ event }) => event.type))].toSorted();
  await until('every event', () => told().length >= documented.length);
  expect(told()).toEqual(documented);

  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'document', ...document });
  const validatorOf = (type: string) => {
    const at = ['webhooks', type, 'post', 'requestBody', 'content', 'application~1json', 'schema'];
    const validate = ajv.getSchema(`document#/${at.join('/')}`);
    if (!validate) throw new Error(`no schema of ${type}`);
    return validate;
  };
  const received = receiver.received.map(({ event }) => event);
  for (const event of received) {
    const validate = validatorOf(event.type);
    expect({ event, fits: validate(event), errors: validate.errors }).toMatchObject({ fits: true });
  }
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const example = post.requestBody.content['application/json']?.example;
    expect({ type, fits: validatorOf(type)(example) }).toEqual({ type, fits: true });
  }
  const changes = received.filter(({ type }) => type === 'policy.changed').map(({ data }) => data['change']);
  expect(changes).toEqual(['created', 'deleted', 'created', 'updated', 'deleted', 'settings_updated']);
});
