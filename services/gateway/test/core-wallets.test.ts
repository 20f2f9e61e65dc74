import { AppError, invalidField } from '@wallet-service/errors';
import { expectCoreError } from './expect-core-error.js';
import {
  accessKey,
  gatewayUnderTest,
  secretKey,
  userToken,
  walletKeyText,
  type GatewayUnderTest,
} from './gateway-under-test.js';

const headers = { 'x-service-secret-key': secretKey, 'content-type': 'application/json' };
const accessKeyText = `ak_${accessKey.toString('base64url')}`;
const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const wallet = {
  uuid: 'wallet-1',
  time_created: 1_790_000_000,
  time_updated: null,
  network: 'EVM',
  caip2: null,
  wallet_group_id: null,
  metadata: {},
  key_type: 'secp256k1',
  public_address: address,
  public_key: walletKeyText,
};
const made = {
  data: { ...wallet, access_key: accessKeyText },
  wallet_id: 'wallet-1',
  wallet_address: address,
};

let gateway: GatewayUnderTest;
let token: string;
beforeAll(async () => {
  gateway = await gatewayUnderTest();
  token = await userToken();
});
beforeEach(() => {
  gateway.asked.length = 0;
});

const send = (method: string, url: string, payload?: unknown, more: Record<string, string> = {}) =>
  gateway.send({ method, url, headers: { ...headers, ...more }, payload });
const sealed = (length: number) => Buffer.alloc(length, 1).toString('base64');
const lastAsked = () => gateway.asked.at(-1);
const create = (body: object, more: Record<string, string> = {}) =>
  send('POST', '/v2/api/wallet', { auth_jwt: token, network: 'EVM', ...body }, more);
const user = () => ({
  applicationId: 'application-1',
  providerId: 'provider-1',
  issuer: 'https://login.example',
  subject: 'user-1',
  jwt: token,
  opJwtMode: 'observe',
  assertsEmail: false,
});

describe('wallet groups', () => {
  const group = { uuid: 'group-1', time_created: 1, time_updated: 1, metadata: {} };

  it.each([undefined, {}, { metadata: {} }])('POST %j creates one', async (payload) => {
    const answer = await send('POST', '/v1/api/wallet_group', payload);
    expect([answer.status, answer.json()]).toEqual([200, { data: group }]);
    expect(lastAsked()?.request).toEqual({ applicationId: 'application-1' });
  });

  it('POST accepts an id that the caller chose', async () => {
    const metadata = { resource_id: 'team-4' };
    const answer = await send('POST', '/v1/api/wallet_group', { metadata });
    expect(answer.json()).toEqual({ data: { ...group, metadata } });
    expect(lastAsked()?.request).toMatchObject({ resourceId: 'team-4' });
  });

  it('GET lists them, and GET by id shows one', async () => {
    expect((await send('GET', '/v1/api/wallet_groups')).json()).toEqual({ data: [group], next: null });
    expect((await send('GET', '/v1/api/wallet_group/group-1')).json()).toEqual({ data: group });
    expect(lastAsked()?.request).toEqual({ applicationId: 'application-1', groupId: 'group-1' });
  });
});

describe('POST /v2/api/wallet', () => {
  it('answers exactly as the contract says', async () => {
    const answer = await create({});
    expect([answer.status, answer.json()]).toEqual([200, made]);
    expect(lastAsked()).toEqual({
      service: 'wallet',
      method: 'CreateWallet',
      request: { user: user(), network: 'EVM', groupId: '', recoverable: true },
    });
  });

  it('passes on group and resource id, and returns the network as given', async () => {
    const metadata = { resource_id: 'r' };
    const answer = await create({ network: 'BASE_SEPOLIA', wallet_group_id: 'group-1', metadata });
    expect(answer.json()).toMatchObject({
      data: { network: 'BASE_SEPOLIA', wallet_group_id: 'group-1', metadata },
    });
    expect(lastAsked()?.request).toMatchObject({ groupId: 'group-1', resourceId: 'r' });
  });

  it.each([
    ['eip155:137', 'eip155:137'],
    ['POLYGON_MAINNET', 'eip155:137'],
    ['ETH', null],
  ])('names the network %s in CAIP-2 and warns of nothing', async (network, caip2) => {
    const answer = await create({ network });
    expect(answer.json()).toMatchObject({ data: { network, caip2 } });
    expect(answer.json()).not.toHaveProperty('warnings');
  });

  it.each([
    ['POLYGN', null, /no chain id is checked.*POLYGON is meant/],
    ['SOLAXY', null, /none that the service knows/],
    ['eip155:999999999999', 'eip155:999999999999', /no EVM network with the chain id 999999999999/],
  ])('warns of the network %s, which it does not know', async (network, caip2, remedy) => {
    const warnings = [
      { code: 'wallet.network-unknown', field: '/network', remedy: expect.stringMatching(remedy) as string },
    ];
    expect((await create({ network })).json()).toMatchObject({ data: { network, caip2 }, warnings });
    const body = { auth_jwt: token, network, encapsulated_key: sealed(32), ciphertext: sealed(48) };
    expect((await send('POST', '/v2/api/wallet/import', body)).json()).toMatchObject({ warnings });
  });

  it('a network that means something else is 422 with the nearest names', async () => {
    const refusing = await gatewayUnderTest({
      answers: {
        CreateWallet: () => {
          throw new AppError('wallet.network-unsupported', 'the network means something else', {
            fields: [{ path: '/network', message: 'means something else' }],
            details: { nearest: ['SOL_MAINNET'] },
          });
        },
      },
    });
    const payload = { auth_jwt: token, network: 'SOL_MAINET' };
    const answer = await refusing.send({ method: 'POST', url: '/v2/api/wallet', headers, payload });
    const { details } = expectCoreError(answer, 422, 'WALLET_NETWORK_UNSUPPORTED');
    expect(details).toMatchObject({ nearest: ['SOL_MAINNET'], errors: [{ path: '/network' }] });
  });

  it.each<[object, string]>([
    [{ auth_jwt: undefined }, '/auth_jwt'],
    [{ auth_jwt: 'x'.repeat(16_385) }, '/auth_jwt'],
    [{ network: '' }, '/network'],
    [{ network: 'a'.repeat(65) }, '/network'],
    [{ network: 'a b' }, '/network'],
    [{ metadata: { resource_id: 'x'.repeat(256) } }, '/metadata/resource_id'],
    [{ metadata: { color: 'red' } }, '/metadata/color'],
    [{ encryption_context: 'secret' }, '/encryption_context'],
  ])('%j is 400 at %s', async (body, path) => {
    const { details } = expectCoreError(await create(body), 400, 'INVALID_REQUEST_FIELDS');
    expect(details.errors?.map((error) => error.path)).toEqual([path]);
  });

  it("a missing secret key is 401 in Core's error format", async () => {
    const answer = await gateway.send({ method: 'POST', url: '/v2/api/wallet' });
    expectCoreError(answer, 401, 'INVALID_SECRET_KEY');
  });
});

describe('Idempotency-Key', () => {
  const idempotency = async (body: object, key = '"k-1"', url = '/v2/api/wallet') => {
    await send('POST', url, body, { 'idempotency-key': key });
    return lastAsked()?.request['idempotency'] as { key: string; bodyHash: Buffer; sealKey: Buffer };
  };
  const body = () => ({ auth_jwt: token, network: 'EVM', metadata: { resource_id: 'r' } });

  it('is passed on with a hash of the request and a key to seal its answer with', async () => {
    const given = await idempotency(body());
    expect(given.key).toBe('k-1');
    expect([given.bodyHash.length, given.sealKey.length]).toEqual([32, 32]);
    expect(given.sealKey.toString()).not.toContain(secretKey);
  });

  it('the same request with a newer token of the same user is the same request', async () => {
    const first = await idempotency(body());
    const newer = await userToken({ jti: 'newer' });
    const second = await idempotency({ metadata: { resource_id: 'r' }, network: 'EVM', auth_jwt: newer });
    expect(second).toEqual(first);
  });

  it('another user, field or path is another request', async () => {
    const first = await idempotency(body());
    const others = [
      await idempotency({ ...body(), auth_jwt: await userToken({ sub: 'user-2' }) }),
      await idempotency({ ...body(), network: 'SOL_MAINNET' }),
      await idempotency({ metadata: { resource_id: 'r' } }, '"k-1"', '/v1/api/wallet_group'),
    ];
    for (const other of others) expect(other.bodyHash).not.toEqual(first.bodyHash);
    expect((await idempotency(body(), '"k-2"')).sealKey).not.toEqual(first.sealKey);
  });

  it('means the same with and without quotes', async () => {
    expect(await idempotency(body(), 'k-1')).toEqual(await idempotency(body(), '"k-1"'));
  });

  it.each(['k 1', '""', '"a", "b"', `"${'k'.repeat(256)}"`])('%s is refused', async (key) => {
    const answer = await create({}, { 'idempotency-key': key });
    const { details } = expectCoreError(answer, 400, 'INVALID_REQUEST_FIELDS');
    expect(details.errors?.map(({ path }) => path)).toEqual(['header Idempotency-Key']);
    expect(gateway.asked.some(({ method }) => method === 'CreateWallet')).toBe(false);
  });
});

describe('GET /v2/api/wallets and /v2/api/wallet/{id}', () => {
  const shown = {
    ...wallet,
    origin: 'created',
    access_key_required: true,
    recoverable: true,
    owner: { issuer: 'https://login.example', subject: 'user-1' },
  };

  it('list, with every filter', async () => {
    const query =
      'wallet_group_id=g&network=EVM&resource_id=r&public_address=0x1&issuer=i&subject=s&after=w&limit=2';
    const answer = await send('GET', `/v2/api/wallets?${query}`);
    expect(answer.json()).toEqual({ data: [shown], next: 'wallet-1' });
    expect(lastAsked()?.request).toEqual({
      applicationId: 'application-1',
      groupId: 'g',
      network: 'EVM',
      resourceId: 'r',
      address: '0x1',
      issuer: 'i',
      subject: 's',
      after: 'w',
      limit: 2,
    });
  });

  it('show one, without its access key', async () => {
    expect((await send('GET', '/v2/api/wallet/wallet-1')).json()).toEqual({ data: shown });
    expect(lastAsked()?.request).toEqual({ applicationId: 'application-1', walletId: 'wallet-1' });
  });

  it.each([
    ['limit=0', 'query limit', /whole number from 1 to 100/],
    ['limit=101', 'query limit', /whole number from 1 to 100/],
    ['color=red', 'query color', /not a known field/],
    ['network=a%20b', 'query network', /1 to 64 letters, digits and _ \. : -/],
    ['subject=', 'query subject', /1 character/],
    ['after=%00', 'query after', /control characters/],
  ])('%s is refused at %s', async (query, path, message) => {
    const answer = await send('GET', `/v2/api/wallets?${query}`);
    const { details } = expectCoreError(answer, 400, 'INVALID_REQUEST_FIELDS');
    expect(details.errors).toEqual([{ path, message: expect.stringMatching(message) as string }]);
  });

  it('refuses an invalid page cursor, and names the query parameter', async () => {
    const refusing = await gatewayUnderTest({
      answers: {
        ListWallets: () => {
          throw invalidField('/after', 'must be the `next` of a page before');
        },
      },
    });
    const answer = await refusing.send({ method: 'GET', url: '/v2/api/wallets?after=w', headers });
    const { details } = expectCoreError(answer, 400, 'INVALID_REQUEST_FIELDS');
    expect(details.errors?.map(({ path }) => path)).toEqual(['query after']);
  });
});
