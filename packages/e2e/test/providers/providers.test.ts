import { readFileSync } from 'node:fs';
import { createExpressClient, type ExpressClient } from '@wallet-service/local-stack/express-client';
import { until } from '@wallet-service/test-kit/until';
import { createHmac } from 'node:crypto';
import { recoverMessageAddress, type Hex } from 'viem';
import { printableSubjects } from '../../../jwt/test/subjects.js';
import { demoCustomer, type Customer } from '../http/customer.js';
import { sharedStack, type SharedStack } from '../stacks.js';
import { moreShapes } from './more-shapes.js';
import { startProviderHost, type ProviderHost } from './provider-host.js';
import { shapes, type Shape } from './shapes.js';

// docs/providers.md, provider by provider, on running services: which tokens make a wallet and sign, and which do not.

const all = [...shapes, ...moreShapes];
let stack: SharedStack;
let customer: Customer;
let host: ProviderHost;
const clients = new Map<Shape, ExpressClient>();
const ids = new Map<Shape, string>();

beforeAll(async () => {
  stack = await sharedStack('providers');
  customer = demoCustomer(stack.stack);
  host = await startProviderHost(all);
  for (const shape of all) {
    const body = { issuer: shape.issuer, ...shape.registered, jwks_uri: host.jwksUri(shape) };
    const { id } = await customer.succeed<{ id: string }>('POST', '/v1/identity/provider', body);
    ids.set(shape, id);
    clients.set(
      shape,
      createExpressClient({ ...stack.stack, demo_provider: { ...stack.stack.demo_provider, id } }),
    );
  }
  for (const [{ name }, id] of ids) {
    const status = () => customer.succeed<{ trusted: boolean }>('GET', `/v1/identity/provider/${id}/status`);
    await until(`the trust in ${name}`, async () => (await status()).trusted);
  }
});
afterAll(() => {
  host.close();
});

const clientOf = (shape: Shape): ExpressClient => {
  const client = clients.get(shape);
  if (!client) throw new Error(`${shape.name} is not registered`);
  return client;
};
const shapeOf = (of: string): Shape => all.find(({ name }) => name === of) ?? never();
const own = shapeOf("one's own");
const message = { message_base64: Buffer.from('hello').toString('base64') };

describe.each(all.map((shape) => [shape.name, shape] as const))('%s', (_name, shape) => {
  it.each(Object.entries(shape.tokens))('%s: makes a wallet and signs', async (_title, token) => {
    const jwt = await host.sign(shape, token);
    const client = clientOf(shape);
    const address = await client.wallet(jwt, 'ETH');
    const { signature } = await client.signMessage(jwt, 'ETH', Buffer.from('hello'));
    expect(await recoverMessageAddress({ message: 'hello', signature: signature as Hex })).toBe(address);
  });

  it.each(Object.entries(shape.refused))('%s: is refused, and the answer says why', async (_title, token) => {
    const jwt = await host.sign(shape, token);
    const refused = await clientOf(shape).post('/v2/wallet', jwt, 'ETH');
    expect([refused.status, refused.body]).toMatchObject([
      401,
      { detail: expect.stringMatching(token.says) as string },
    ]);
    expect(JSON.stringify(refused.body)).not.toContain(jwt);
  });

  it('is in docs/providers.md', () => {
    const page = readFileSync(new URL('../../../../docs/providers.md', import.meta.url), 'utf8');
    expect(page).toMatch(new RegExp(`^## .*${shape.name.split(',')[0] ?? ''}`, 'im'));
  });
});

it('a shared secret (legacy Supabase) is refused with the remedy', async () => {
  const supabase = shapeOf('Supabase');
  const [, claims = ''] = (await host.sign(supabase, Object.values(supabase.tokens)[0] ?? never())).split(
    '.',
  );
  const header = Buffer.from('{"alg":"HS256","kid":"legacy","typ":"JWT"}').toString('base64url');
  const mac = createHmac('sha256', 'super-secret-jwt-token')
    .update(`${header}.${claims}`)
    .digest('base64url');
  const refused = await clientOf(supabase).post('/v2/wallet', `${header}.${claims}.${mac}`, 'ETH');
  expect([refused.status, refused.body]).toMatchObject([
    401,
    { detail: expect.stringMatching(/alg is 'HS256'.*RSA, ECDSA or Ed25519/) as string },
  ]);
});

it('each subject owns a wallet of its own, also those that look alike', async () => {
  const client = clientOf(own);
  const addresses = new Map<string, string>();
  for (const sub of printableSubjects) {
    const jwt = await host.sign(own, { typ: 'JWT', lifetime: 300, claims: { sub, aud: 'wallets' } });
    addresses.set(sub, await client.wallet(jwt, 'ETH'));
    const signed = await client.post('/v2/wallet/sign/message', jwt, 'ETH', message);
    expect([sub, signed.status]).toEqual([sub, 200]);
    const core = { auth_jwt: jwt, network: 'EVM' };
    const { wallet_id: id } = await customer.succeed<{ wallet_id: string }>('POST', '/v2/api/wallet', core);
    const query = new URLSearchParams({ subject: sub, issuer: own.issuer }).toString();
    const { data } = await customer.succeed<{ data: { uuid: string; owner: { subject: string } }[] }>(
      'GET',
      `/v2/api/wallets?${query}`,
    );
    expect(data.map(({ uuid, owner }) => [uuid, owner.subject])).toEqual([[id, sub]]);
  }
  expect(new Set(addresses.values()).size).toBe(printableSubjects.length);
});

it('a token of 16 KiB makes a wallet and signs, on both interfaces', async () => {
  const groups = 'g'.repeat(11_900);
  const jwt = await host.sign(own, {
    typ: 'JWT',
    lifetime: 300,
    claims: { sub: 'in many groups', aud: 'wallets', groups },
  });
  expect(jwt.length).toBeGreaterThan(16_000);
  expect(jwt.length).toBeLessThanOrEqual(16_384);
  const client = clientOf(own);
  await client.wallet(jwt, 'ETH');
  expect((await client.post('/v2/wallet/sign/message', jwt, 'ETH', message)).status).toBe(200);
  const made = await customer.succeed<{ wallet_id: string; data: { access_key: string } }>(
    'POST',
    '/v2/api/wallet',
    { auth_jwt: jwt, network: 'EVM' },
  );
  const body = { op_jwt: jwt, access_key: made.data.access_key, wallet_id: made.wallet_id, ...message };
  expect((await customer.manage('POST', '/v2/api/wallet/sign_message', body)).status).toBe(200);
});

it('a token of one hour makes a Core wallet, and the refusal of its use says what to do', async () => {
  const google = shapeOf('Google');
  const jwt = await host.sign(google, google.tokens['id token'] ?? never());
  const made = await customer.succeed<{ wallet_id: string; data: { access_key: string } }>(
    'POST',
    '/v2/api/wallet',
    { auth_jwt: jwt, network: 'EVM' },
  );
  const body = { op_jwt: jwt, access_key: made.data.access_key, wallet_id: made.wallet_id, ...message };
  const refused = await customer.manage('POST', '/v2/api/wallet/sign_message', body);
  expect([refused.status, refused.body]).toMatchObject([
    401,
    {
      error: {
        code: 'TOKEN_LIFETIME_TOO_LONG',
        message: expect.stringMatching(/by at most 300 s, and is by 3600 s\..*RFC 8693/) as string,
      },
    },
  ]);
});

it('a change of the settings reaches the signers within a request', async () => {
  const shape = shapeOf('Privy');
  const jwt = await host.sign(shape, {
    typ: 'JWT',
    lifetime: 300,
    claims: { aud: [shape.registered.audience, 'x'] },
  });
  const client = clientOf(shape);
  await client.wallet(jwt, 'ETH');
  const id = ids.get(shape) ?? never();
  const change = (audience_match: string) =>
    customer.succeed('PATCH', `/v1/identity/provider/${id}`, {
      issuer: shape.issuer,
      ...shape.registered,
      jwks_uri: host.jwksUri(shape),
      audience_match,
    });
  const sign = () => client.post('/v2/wallet/sign/message', jwt, 'ETH', message);
  await change('exact');
  expect(await sign()).toMatchObject({ status: 401, body: { reason: 'token-audience' } });
  await change('contains');
  expect((await sign()).status).toBe(200);
});

it('the text "true" proves an e-mail address for Apple, and for nobody else', async () => {
  const [apple, okta] = [shapeOf('Apple'), shapeOf('Okta')];
  const email = 'x7k2@privaterelay.appleid.com';
  const { public_address: waiting } = await customer.succeed<{ public_address: string }>(
    'POST',
    '/v1/admin/pregen/wallet',
    { email },
  );
  const email_provider_ids = [apple, okta].map((shape) => ids.get(shape));
  await customer.succeed('PATCH', '/v1/application', { email_provider_ids });
  const logIn = async (shape: Shape, sub: string) => {
    const claims = { sub, aud: shape.registered.audience, email, email_verified: 'true' };
    const jwt = await host.sign(shape, { lifetime: 3600, claims });
    return clientOf(shape).post('/v2/wallet', jwt, 'ETH');
  };
  expect(JSON.stringify((await logIn(okta, 'stranger')).body)).not.toContain(waiting);
  expect(await logIn(apple, '001234.relay')).toMatchObject({
    status: 200,
    body: { public_address: waiting },
  });
});

function never(): never {
  throw new Error('the table lacks it');
}
