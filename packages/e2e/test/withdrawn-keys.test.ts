import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import { createExpressClient, type ExpressClient } from '@wallet-service/local-stack/express-client';
import { until } from '@wallet-service/test-kit/until';
import { demoCustomer, type Customer } from './http/customer.js';
import { sharedStack, type SharedStack } from './stacks.js';

// A provider whose signing key was stolen, on two gateways with the default settings.

type SigningKey = {
  readonly kid: string;
  readonly jwk: JWK;
  readonly sign: (subject: string) => Promise<string>;
};

let stack: SharedStack;
let customer: Customer;
let issuer: Server;
let published: readonly JWK[] = [];
let broken = false;
let issuerUrl = '';
const kept = signingKey('kept');
const stolen = signingKey('stolen');

beforeAll(async () => {
  issuer = createServer((_, response) => {
    const body = JSON.stringify({ keys: published });
    response.writeHead(broken ? 500 : 200, { 'content-type': 'application/json' }).end(body);
  }).listen(0, '127.0.0.1');
  stack = await sharedStack('withdrawn keys');
  issuerUrl = `http://localhost:${(issuer.address() as AddressInfo).port}`;
  customer = demoCustomer(stack.stack);
});
afterAll(() => {
  issuer.close();
});

async function signingKey(kid: string): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  return {
    kid,
    jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' },
    sign: (sub) =>
      new SignJWT({ sub })
        .setProtectedHeader({ alg: 'ES256', kid })
        .setIssuer(issuerUrl)
        .setAudience('shop')
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey),
  };
}

type Status = { readonly trusted: boolean; readonly keys: readonly { readonly kid: string }[] };
type Refreshed = {
  readonly keys_added: string[];
  readonly keys_removed: string[];
  readonly time_fetched: number;
};

describe('a stolen key that its provider withdraws', () => {
  it('is refused by every gateway once the refresh is answered, and by the signers soon after', async () => {
    const keys = await Promise.all([kept, stolen]);
    published = keys.map(({ jwk }) => jwk);
    const body = { issuer: issuerUrl, audience: 'shop', jwks_uri: `${issuerUrl}/jwks` };
    const { id } = await customer.succeed<{ id: string }>('POST', '/v1/identity/provider', body);
    const path = `/v1/identity/provider/${id}`;
    const status = () => customer.succeed<Status>('GET', `${path}/status`);
    await until('the trust in the provider', async () => (await status()).trusted);
    const clients = stack.gatewayUrls.map((url) => clientOf(url, id));
    const [good, thief] = await Promise.all(keys.map(({ sign }) => sign('carol')));
    const signing = (client: ExpressClient, token = '') =>
      client.post('/v2/wallet/sign/message', token, 'ETH', { message_base64: 'aGk=' });
    for (const client of clients) {
      await client.wallet(good ?? '', 'ETH');
      for (const token of [good, thief]) expect((await signing(client, token)).status).toBe(200);
    }

    expect((await status()).keys.map(({ kid }) => kid)).toEqual(['kept', 'stolen']);
    published = [keys[0].jwk];
    const refreshed = await customer.succeed<Refreshed>('POST', `${path}/refresh`);
    expect(refreshed).toMatchObject({ id, keys_added: [], keys_removed: ['stolen'] });
    for (const client of clients) {
      expect((await signing(client, thief)).status).toBe(401);
      expect((await client.post('/v2/wallet', thief ?? '', 'ETH')).status).toBe(401);
      expect((await signing(client, good)).status).toBe(200);
    }
    await until(
      'signers that no longer trust the stolen key',
      async () => (await status()).keys.every(({ kid }) => kid === 'kept'),
      10_000,
    );

    expect((await customer.manage('POST', `${path}/refresh`)).status).toBe(429);
    broken = true;
    const unreachable = await refreshedWhenAllowed(path);
    expect(unreachable).toMatchObject({ status: 422, body: { code: 'provider.key-set-unreachable' } });
    for (const client of clients) expect((await signing(client, good)).status).toBe(200);

    broken = false;
    published = [];
    expect((await refreshedWhenAllowed(path)).body).toMatchObject({ keys_removed: ['kept'] });
    for (const client of clients) expect((await signing(client, good)).status).toBe(401);
  });
});

/** The first answer that is not 429. */
function refreshedWhenAllowed(path: string) {
  return until('the permission to refresh again', async () => {
    const answer = await customer.manage('POST', `${path}/refresh`);
    return answer.status !== 429 && answer;
  });
}

function clientOf(url: string, id: string): ExpressClient {
  return createExpressClient({ ...stack.stack, demo_provider: { ...stack.stack.demo_provider, id } }, url);
}
