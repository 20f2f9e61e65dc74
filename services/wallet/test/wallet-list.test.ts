import { call, suiteWithApplications, type ApplicationUnderTest } from './application-under-test.js';
import { issuer, type RealSuite } from './real-suite.js';

let suite: RealSuite;
let app: ApplicationUnderTest;
let other: ApplicationUnderTest;

beforeAll(async () => {
  ({ suite, app, other } = await suiteWithApplications('wallet_list'));
});
afterAll(() => suite.stop());

const list = (filter: object = {}, of = app) =>
  of.client.call('ListWallets', { applicationId: of.applicationId, ...filter }, call);
const ids = async (filter: object = {}) => (await list(filter)).wallets.map(({ id }) => id);

it('lists and finds wallets of the application only, newest first', async () => {
  const { client, applicationId } = app;
  const group = await client.call('CreateWalletGroup', { applicationId }, call);
  const [one, two, three] = [
    (await app.create('erin', { groupId: group.id })).wallet,
    (await app.create('erin', { network: 'BTC_REGTEST' })).wallet,
    (await app.create('frank', { resourceId: 'mine', groupId: group.id })).wallet,
  ];
  await other.create('erin');
  expect(await ids()).toEqual([three.id, two.id, one.id]);
  expect(await ids({ groupId: group.id })).toEqual([three.id, one.id]);
  expect(await ids({ network: 'BTC_REGTEST' })).toEqual([two.id]);
  expect(await ids({ resourceId: 'mine' })).toEqual([three.id]);
  expect(await ids({ groupId: 'x' })).toEqual([]);
  expect(await ids({ subject: 'erin' })).toEqual([two.id, one.id]);
  expect(await ids({ subject: 'erin', issuer })).toEqual([two.id, one.id]);
  expect(await ids({ issuer, network: 'ETH_MAINNET' })).toEqual([three.id, one.id]);
  expect(await ids({ issuer: 'https://other.example/' })).toEqual([]);
  expect(await ids({ subject: 'nobody' })).toEqual([]);

  const digits = one.address.slice(2);
  for (const form of [digits, digits.toLowerCase(), digits.toUpperCase(), swappedCase(digits)])
    expect(await ids({ address: `0x${form}` })).toEqual([one.id]);
  expect(await ids({ address: two.address })).toEqual([two.id]);
  expect(await ids({ address: two.address.toUpperCase() })).toEqual([two.id]);
  expect(await ids({ address: 'nothing that is an address' })).toEqual([]);

  const page = await list({ limit: 2 });
  expect(page.wallets.map(({ id }) => id)).toEqual([three.id, two.id]);
  expect(await ids({ after: page.next })).toEqual([one.id]);
  expect((await list({ after: page.next })).next).toBe('');
  expect(await client.call('GetWallet', { applicationId, walletId: one.id }, call)).toEqual(one);
  const elsewhere = { applicationId: other.applicationId, walletId: one.id };
  await expect(client.call('GetWallet', elsewhere, call)).rejects.toMatchObject({ code: 'wallet.not-found' });
});

it.each([
  [{ limit: 101 }, '/limit'],
  [{ after: 'x' }, '/after'],
])('%j is refused at %s', async (filter, path) => {
  await expect(list(filter)).rejects.toMatchObject({ code: 'request.invalid', fields: [{ path }] });
});

function swappedCase(text: string): string {
  return text.replaceAll(/[a-f]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
