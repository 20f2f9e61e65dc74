import { gatewayUnderTest, secretKey, type GatewayUnderTest } from './gateway-under-test.js';

// The filters of lists, as the services behind the gateway get them.

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await gatewayUnderTest();
});
beforeEach(() => {
  gateway.asked.length = 0;
});

const get = (url: string) =>
  gateway.send({ method: 'GET', url, headers: { 'x-service-secret-key': secretKey } });
const asked = (method: string) => gateway.asked.find((call) => call.method === method)?.request;

const trace = 'ab'.repeat(16);
const common = `wallet_id=w&issuer=https%3A%2F%2Fa.example%2F&subject=Alic%C3%A9&trace_id=${trace}&since=10&until=20`;
const user = { walletId: 'w', issuer: 'https://a.example/', subject: 'Alic\u00e9', traceId: trace };

it('of the journal', async () => {
  expect((await get(`/v1/audit?${common}&outcome=denied&after=3&limit=7`)).status).toBe(200);
  expect(asked('ListJournal')).toEqual({
    applicationId: 'application-1',
    after: '3',
    place: [],
    limit: 7,
    newestFirst: false,
    filter: { ...user, outcome: 'denied', sinceMs: '10000', untilMs: '20000' },
  });
  gateway.asked.length = 0;
  await get('/v1/audit?order=desc');
  const unfiltered = { applicationId: 'application-1', after: '0', place: [], limit: 100 };
  expect(asked('ListJournal')).toEqual({ ...unfiltered, newestFirst: true });
  gateway.asked.length = 0;
  expect((await get('/v1/audit?outcome=denied&after=3-900-700')).status).toBe(200);
  expect(asked('ListJournal')).toMatchObject({ after: '3', place: ['900', '700'] });
});

it.each(['/v1/policy/decisions', '/v1/policy/policy-1/decisions'])('of %s', async (url) => {
  expect((await get(`${url}?${common}&outcome=require_mfa&limit=7`)).status).toBe(200);
  expect(asked('ListDecisions')).toMatchObject({
    limit: 7,
    filter: { ...user, outcome: 'require_mfa', since: '10', until: '20' },
  });
});

it('of wallets and users', async () => {
  const answer = await get(
    '/v1/wallets?subject=Alic%C3%A9&interface=core&chain=ETH&public_address=0xab&since=10',
  );
  expect(answer.status).toBe(200);
  expect(asked('ListAllWallets')).toEqual({
    applicationId: 'application-1',
    interface: 'core',
    chain: 'ETH',
    network: '',
    address: '0xab',
    issuer: '',
    subject: 'Alic\u00e9',
    since: '10',
    until: '0',
    after: '',
    limit: 50,
  });
  const { data, next } = answer.json() as { data: Record<string, unknown>[]; next: string };
  expect(next).toBe('wallet-2');
  expect((await get('/v1/users?subject_prefix=Ali')).status).toBe(200);
  expect(asked('ListUsers')).toMatchObject({ subject: '', subjectPrefix: 'Ali' });
  gateway.asked.length = 0;
  expect(data[0]).toMatchObject({ id: 'wallet-1', interface: 'core', owner: { subject: 'user-1' } });
  expect(data[1]).toMatchObject({ id: 'wallet-2', public_address: null, public_key: null, owner: null });
  const users = (await get('/v1/users?limit=2')).json() as { data: object[] };
  expect(users.data[0]).toMatchObject({
    subject: 'user-1',
    more_wallets: true,
    wallets: [{ id: 'wallet-1' }],
  });
});

it.each([
  '/v1/audit?outcome=allow',
  '/v1/audit?trace_id=x',
  '/v1/audit?since=yesterday',
  '/v1/audit?after=3-',
  '/v1/audit?after=3-02',
  '/v1/policy/decisions?outcome=signed',
  '/v1/policy/decisions?until=-1',
  '/v1/wallets?interface=both',
  '/v1/wallets?chain=DOGE',
  '/v1/wallets?surprise=1',
  '/v1/users?limit=0',
])('%s is refused', async (url) => {
  expect((await get(url)).status).toBe(422);
});
