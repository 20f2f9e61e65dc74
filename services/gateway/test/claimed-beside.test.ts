import { randomUUID } from 'node:crypto';
import { startTestStack, type TestStack } from '@wallet-service/dev-env';
import { privateKeyToAddress } from 'viem/accounts';
import { codeOf, coreClient, refusalOf, type CoreClient } from './core-client.js';

// A user who has an ETH wallet already claims the one that was pre-generated for his e-mail address: nothing that was sent there is out of reach.

let stack: TestStack;
let core: CoreClient;
let address: string;
let walletId: string;
const email = `${randomUUID()}@example.com`;
const subject = 'early-bird';

beforeAll(async () => {
  stack = await startTestStack();
  core = coreClient(stack);
  const first = await core.users.wallet(await core.operationToken(subject, { email }), 'ETH');
  const made = await core.succeed<{ public_address: string }>('POST', '/v1/admin/pregen/wallet', { email });
  address = made.public_address;
  const again = await core.users.wallet(await core.operationToken(subject, { email }), 'ETH');
  expect([again, address === first]).toEqual([first, false]);
  walletId = (await status()).wallet_id;
}, 90_000);
afterAll(async () => {
  await stack.stop();
}, 60_000);

const status = () =>
  core.succeed<{ wallet_id: string; status: string; interface: string; public_address: string }>(
    'GET',
    `/v1/admin/pregen/wallet?email=${encodeURIComponent(email)}`,
  );

it('the claim status says where it is, and the wallet that it has no access key', async () => {
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

it('its owner signs with it, and exports its key, by his token alone', async () => {
  expect(await core.signerOf(await core.sign(subject, walletId, undefined))).toBe(address);
  const key = await core.exportKey(subject, walletId, undefined);
  expect(privateKeyToAddress(`0x${key}`)).toBe(address);
});

it('nobody else does, and an access key is refused rather than not looked at', async () => {
  expect(codeOf(await core.sign('mallory', walletId, undefined))).toBe('WALLET_OWNER_MISMATCH');
  const other = await core.newWallet(subject);
  const given = await core.sign(subject, walletId, other.data.access_key);
  expect([given.status, refusalOf(given).details.errors]).toEqual([
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
    expect([answer.status, refusalOf(answer).details.errors]).toEqual([
      400,
      [{ path: '/wallet_id', message: 'the wallet has no access key' }],
    ]);
});
