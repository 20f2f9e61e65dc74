import { AppError } from '@wallet-service/errors';
import {
  application,
  gatewayUnderTest,
  secretKey,
  walletKeyText,
  type GatewayUnderTest,
} from './gateway-under-test.js';

const headers = { 'x-service-secret-key': secretKey, 'content-type': 'application/json' };
const url = '/v1/admin/pregen/wallet';
const nobodyCanClaim = {
  code: 'pregeneration.no-email-provider',
  field: '/email_provider_ids',
  remedy: expect.stringContaining('PATCH /v1/application') as string,
};
const address = { public_address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', public_key: walletKeyText };
const clientNotFound = {
  error: 'client not found: the secret key identifies no application',
  status: 'error',
};

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await gatewayUnderTest();
});
beforeEach(() => {
  gateway.asked.length = 0;
});

const post = (payload: unknown, path = url) => gateway.send({ method: 'POST', url: path, headers, payload });

describe('pre-generated wallets', () => {
  it('POST answers 200 with the address', async () => {
    const answer = await post({ email: 'User@Example.com' });
    expect([answer.status, answer.json()]).toEqual([200, { ...address, warnings: [nobodyCanClaim] }]);
    expect(gateway.asked.at(-1)?.request).toEqual({
      applicationId: 'application-1',
      emails: ['User@Example.com'],
    });
  });

  it.each([
    { email: 'nobody' },
    { email: '' },
    { email: 7 },
    { email: null },
    {},
    { email: `${'a'.repeat(320)}@b.c` },
  ])('POST %j is 400 with exactly this body', async (payload) => {
    const answer = await post(payload);
    expect([answer.status, answer.json()]).toEqual([400, { error: 'MALFORMED_EMAIL', status: 'error' }]);
  });

  it.each<Record<string, string>>([{}, { 'x-service-secret-key': 'sk_other' }])(
    'an unknown client is 401 with exactly this body: %j',
    async (given) => {
      for (const request of [
        { method: 'POST', url, payload: { email: 'a@b.c' } },
        { method: 'POST', url: `${url}s`, payload: { emails: ['a@b.c'] } },
        { method: 'GET', url: `${url}?email=a@b.c` },
      ]) {
        const answer = await gateway.send({
          ...request,
          headers: { 'content-type': 'application/json', ...given },
        });
        expect([answer.status, answer.json()]).toEqual([401, clientNotFound]);
      }
    },
  );

  it('is 403 unless the operator has turned it on for the application', async () => {
    const off = await gatewayUnderTest({
      answers: {
        AuthenticateSecretKey: () => ({
          revision: '1',
          unchanged: false,
          application: { ...application, features: { pregeneratedWallets: false } },
          secretKeyId: 'k',
          scopes: [],
          afterApproval: [],
          providers: [],
        }),
      },
    });
    for (const request of [
      { method: 'POST', url, payload: { email: 'a@b.c' } },
      { method: 'POST', url: `${url}s`, payload: { emails: ['a@b.c'] } },
      { method: 'GET', url: `${url}?email=a@b.c` },
    ]) {
      const answer = await off.send({ ...request, headers });
      expect([answer.status, answer.json()]).toEqual([
        403,
        { error: expect.stringMatching(/are off for this application/) as string, status: 'error' },
      ]);
    }
    expect(off.asked.some(({ service }) => service === 'wallet')).toBe(false);
  });

  it('the batch has one result for each e-mail address, in order', async () => {
    const answer = await post({ emails: ['a@b.c', 'nobody', 'a@b.c'] }, `${url}s`);
    expect([answer.status, answer.json()]).toEqual([
      200,
      {
        data: [
          { email: 'a@b.c', ...address, error: null },
          { email: 'nobody', public_address: null, public_key: null, error: 'MALFORMED_EMAIL' },
          { email: 'a@b.c', ...address, error: null },
        ],
        warnings: [nobodyCanClaim],
      },
    ]);
  });

  it('comes without a warning when a provider may verify addresses', async () => {
    const settings = { ...application.settings, emailProviderIds: ['provider-1'] };
    const on = await gatewayUnderTest({
      answers: {
        AuthenticateSecretKey: () => ({
          revision: '4',
          application: { ...application, settings },
          secretKeyId: 'key-1',
          scopes: [],
          afterApproval: [],
          providers: [],
        }),
      },
    });
    for (const [to, payload] of [
      [url, { email: 'a@b.c' }],
      [`${url}s`, { emails: ['a@b.c'] }],
    ] as const) {
      const answer = await on.send({ method: 'POST', url: to, headers, payload });
      expect([answer.status, Object.keys(answer.json() as object)]).toEqual([
        200,
        expect.not.arrayContaining(['warnings']),
      ]);
    }
  });

  it.each([{ emails: [] }, { emails: Array.from({ length: 101 }, () => 'a@b.c') }, { emails: 'a@b.c' }, {}])(
    'the batch refuses %.60j',
    async (payload) => {
      const answer = await post(payload, `${url}s`);
      expect([answer.status, answer.json()]).toEqual([
        400,
        { error: expect.any(String) as string, status: 'error' },
      ]);
    },
  );

  it('GET says whether it is claimed, and where', async () => {
    const answer = await gateway.send({ method: 'GET', url: `${url}?email=a%40b.c`, headers });
    const unclaimed = { status: 'unclaimed', interface: null, time_created: 1, time_claimed: null };
    expect([answer.status, answer.json()]).toEqual([
      200,
      { ...address, wallet_id: 'wallet-2', ...unclaimed },
    ]);
    expect(gateway.asked.at(-1)?.request).toEqual({ applicationId: 'application-1', email: 'a@b.c' });
  });

  it('GET of an address without a wallet is 404, and 400 without an e-mail address', async () => {
    const none = await gatewayUnderTest({
      answers: {
        GetPregeneratedWallet: () => {
          throw new AppError('wallet.not-found', 'there is no wallet for this address');
        },
      },
    });
    expect((await none.send({ method: 'GET', url: `${url}?email=a@b.c`, headers })).status).toBe(404);
    const missing = await none.send({ method: 'GET', url, headers });
    expect([missing.status, missing.json()]).toEqual([400, { error: 'MALFORMED_EMAIL', status: 'error' }]);
  });
});
