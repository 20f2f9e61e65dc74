import { AppError } from '@wallet-service/errors';
import {
  application,
  gatewayUnderTest,
  keySet,
  provider,
  userHeaders,
  userToken,
  type FakeAnswers,
} from './gateway-under-test.js';

const withoutKeys = {
  revision: '1',
  unchanged: false,
  application,
  provider,
  keySetJson: JSON.stringify({ keys: [] }),
};
const withKeys = { revision: '2', keySetJson: JSON.stringify(keySet) };

async function createWallet(answers: FakeAnswers, times = 1) {
  const gateway = await gatewayUnderTest({ answers });
  const headers = userHeaders(await userToken());
  const received = [];
  for (let i = 0; i < times; i += 1)
    received.push(await gateway.send({ method: 'POST', url: '/v2/wallet', headers }));
  return { statuses: received.map(({ status }) => status), asked: gateway.asked.map(({ method }) => method) };
}

describe('a token whose key is not known yet', () => {
  it('is accepted after identity has fetched the keys again, once', async () => {
    const { statuses, asked } = await createWallet(
      {
        AuthenticateUser: ({ knownRevision }) =>
          knownRevision === '2' ? { ...withoutKeys, unchanged: true } : withoutKeys,
        RefreshKeySet: () => withKeys,
      },
      2,
    );
    expect(statuses).toEqual([200, 200]);
    expect(asked.filter((method) => method === 'RefreshKeySet')).toHaveLength(1);
  });

  it('is refused when the provider does not publish it either', async () => {
    const { statuses } = await createWallet({
      AuthenticateUser: () => withoutKeys,
      RefreshKeySet: () => withoutKeys,
    });
    expect(statuses).toEqual([401]);
  });

  it('is refused when the provider cannot be reached', async () => {
    const { statuses } = await createWallet({
      AuthenticateUser: () => withoutKeys,
      RefreshKeySet: () => {
        throw new AppError('provider.key-set-unreachable', 'the key set cannot be fetched');
      },
    });
    expect(statuses).toEqual([401]);
  });
});

describe('an accepted token', () => {
  it('is refused once the provider has changed', async () => {
    let current: object = { ...withoutKeys, keySetJson: withKeys.keySetJson };
    const gateway = await gatewayUnderTest({
      answers: {
        AuthenticateUser: () => current,
        RefreshKeySet: () => ({ revision: '9', keySetJson: '{"keys":[]}' }),
      },
    });
    const headers = userHeaders(await userToken());
    expect((await gateway.send({ method: 'POST', url: '/v2/wallet', headers })).status).toBe(200);
    current = { ...withoutKeys, revision: '9' };
    expect((await gateway.send({ method: 'POST', url: '/v2/wallet', headers })).status).toBe(401);
  });

  it('is refused once the application allows only shorter lifetimes', async () => {
    const { settings } = application;
    let lifetime = 86_400;
    const gateway = await gatewayUnderTest({
      answers: {
        AuthenticateUser: () => ({
          ...withKeys,
          revision: String(lifetime),
          unchanged: false,
          provider,
          application: { ...application, settings: { ...settings, expressJwtMaxLifetimeSeconds: lifetime } },
        }),
      },
    });
    const headers = userHeaders(await userToken());
    expect((await gateway.send({ method: 'POST', url: '/v2/wallet', headers })).status).toBe(200);
    lifetime = 60;
    expect((await gateway.send({ method: 'POST', url: '/v2/wallet', headers })).status).toBe(401);
  });
});
