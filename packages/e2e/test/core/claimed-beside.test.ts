import { randomUUID } from 'node:crypto';
import { privateKeyToAddress } from 'viem/accounts';
import { until } from '@wallet-service/test-kit/until';
import { codeOf } from '../http/customer.js';
import { coreRefusal, startCore, type Core } from './core-client.js';

// A user who already has an ETH wallet claims the one that was pre-generated for their e-mail address. Nothing that was
// sent there is lost.

let core: Core;
let address: string;
let walletId: string;
const email = `${randomUUID()}@example.com`;
const subject = 'early-bird';

beforeAll(async () => {
  core = await startCore('claimed beside');
  const first = await core.users.wallet(await core.operationToken(subject, { email }), 'ETH');
  const made = await core.succeed<{ public_address: string }>('POST', '/v1/admin/pregen/wallet', { email });
  address = made.public_address;
  const again = await core.users.wallet(await core.operationToken(subject, { email }), 'ETH');
  expect([again, address === first]).toEqual([first, false]);
  walletId = (await status()).wallet_id;
});

const status = () =>
  core.succeed<{ wallet_id: string; status: string; interface: string; public_address: string }>(
    'GET',
    `/v1/admin/pregen/wallet?email=${encodeURIComponent(email)}`,
  );

it('the claim status names the wallet and the interface, and the wallet shows that it has no access key', async () => {
  expect(await status()).toMatchObject({ status: 'claimed', interface: 'core', public_address: address });
  const { data } = await core.succeed<{ data: object }>('GET', `/v2/api/wallet/${walletId}`);
  expect(data).toMatchObject({
    uuid: walletId,
    public_address: address,
    origin: 'pregenerated',
    access_key_required: false,
    recoverable: false,
    owner: { subject },
  });
  const listed = await core.succeed<{ data: { uuid: string }[] }>(
    'GET',
    `/v2/api/wallets?subject=${subject}`,
  );
  expect(listed.data.map(({ uuid }) => uuid)).toEqual([walletId]);
});

it('its owner signs with it and exports its key with only their token', async () => {
  expect(await core.signerOf(await core.sign(subject, walletId, undefined))).toBe(address);
  const key = await core.exportKey(subject, walletId, undefined);
  expect(privateKeyToAddress(`0x${key}`)).toBe(address);
});

it('nobody else does, and an access key is refused instead of ignored', async () => {
  expect(codeOf(await core.sign('mallory', walletId, undefined))).toBe('WALLET_OWNER_MISMATCH');
  const other = await core.newWallet(subject);
  const given = await core.sign(subject, walletId, other.data.access_key);
  expect([given.status, coreRefusal(given).details.errors]).toEqual([
    400,
    [{ path: '/access_key', message: 'must be left out: the wallet has none' }],
  ]);
});

it('has no access key that could be rotated or recovered', async () => {
  const other = await core.newWallet(subject);
  const answers = [
    await core.manage('POST', '/v2/api/wallet/rotate_access_key', {
      op_jwt: await core.operationToken(subject),
      access_key: other.data.access_key,
      wallet_id: walletId,
    }),
    await core.manage('POST', '/v2/api/wallet/recover_access_key', {
      auth_jwt: await core.operationToken(subject),
      wallet_id: walletId,
    }),
  ];
  for (const answer of answers)
    expect([answer.status, coreRefusal(answer).details.errors]).toEqual([
      400,
      [{ path: '/wallet_id', message: 'the wallet has no access key' }],
    ]);
});

it('nobody claims while no provider may assert e-mail addresses, and later the user has both wallets', async () => {
  const late = `${randomUUID()}@example.com`;
  const logIn = async (claims: Record<string, string> = {}) =>
    core.users.post('/v2/wallet', await core.operationToken('late', { email: late, ...claims }), 'ETH');
  const lateStatus = () =>
    core.succeed<{ status: string; wallet_id: string }>('GET', `/v1/admin/pregen/wallet?email=${late}`);
  const { email_provider_ids } = await core.succeed<{ email_provider_ids: string[] }>(
    'GET',
    '/v1/application',
  );
  const waiting = await core.succeed<{ public_address: string }>('POST', '/v1/admin/pregen/wallet', {
    email: late,
  });

  await core.succeed('PATCH', '/v1/application', { email_provider_ids: [], claim_possible: 'skip' });
  const own = await logIn();
  expect(own.status).toBe(200);
  expect(own.body).not.toEqual(waiting);
  expect(await lateStatus()).toMatchObject({ status: 'unclaimed' });

  await core.succeed('PATCH', '/v1/application', { email_provider_ids });
  expect((await logIn({ email_verified: 'false' })).body).toEqual(own.body);
  expect(await lateStatus()).toMatchObject({ status: 'unclaimed' });
  // The signers learn of it from the application's document. Until then such a claim fails, and a later sign-in makes
  // it.
  await until('the claim', async () => {
    expect((await logIn()).body).toEqual(own.body);
    return (await lateStatus()).status !== 'unclaimed';
  });
  const { status: state, wallet_id } = await lateStatus();
  expect(state).toBe('claimed');
  expect(await core.signerOf(await core.sign('late', wallet_id, undefined))).toBe(waiting.public_address);
  const second = await core.users.wallet(await core.operationToken('second', { email: late }), 'ETH');
  expect(second).not.toBe(waiting.public_address);
});
