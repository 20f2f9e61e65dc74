import { randomUUID } from 'node:crypto';
import { codeOf } from '../http/customer.js';
import { neverDenying, someKey, startCore, type Core, type CoreWallet } from './core-client.js';

// What settings and policies of an application forbid, over HTTP and all real processes, and that it is allowed again
// without them.

let core: Core;
beforeAll(async () => {
  core = await startCore('core settings');
});

const path = '/v2/api/wallet';
const withSettings = async (settings: object, work: () => Promise<void>, undo: object) => {
  await core.succeed('PATCH', '/v1/application', settings);
  try {
    await work();
  } finally {
    await core.succeed('PATCH', '/v1/application', undo);
  }
};

it('nobody recovers an access key while the application has turned recovery off', async () => {
  const wallet = await core.newWallet('alice');
  const recover = async (walletId: string) =>
    core.manage('POST', `${path}/recover_access_key`, {
      auth_jwt: await core.operationToken('alice'),
      wallet_id: walletId,
    });
  let fixed: CoreWallet | undefined;
  await withSettings(
    { access_key_recovery: false },
    async () => {
      const refused = await recover(wallet.wallet_id);
      expect([refused.status, codeOf(refused)]).toEqual([403, 'WALLET_RECOVERY_DISABLED']);
      fixed = await core.newWallet('alice');
    },
    { access_key_recovery: true },
  );
  await core.expectSigns('alice', wallet);
  const never = await recover(fixed?.wallet_id ?? '');
  expect([never.status, codeOf(never)]).toEqual([403, 'WALLET_NOT_RECOVERABLE']);
  expect((await recover(wallet.wallet_id)).status).toBe(200);
});

it('a token can do one thing if the application says so', async () => {
  const wallet = await core.newWallet('alice');
  const { wallet_id, data } = wallet;
  const access_key = data.access_key;
  await withSettings(
    { op_jwt_mode: 'single_payload' },
    async () => {
      const spent = await core.operationToken('alice');
      const recipient_public_key = Buffer.alloc(32, 9).toString('base64');
      const uses: [string, object][] = [
        ['', { auth_jwt: spent, network: 'EVM' }],
        ['', { auth_jwt: spent, network: 'SOL_MAINNET' }],
        ['/sign_message', { op_jwt: spent, access_key, wallet_id, message_base64: 'aGk=' }],
        ['/sign_data', { op_jwt: spent, access_key, wallet_id, raw_data_hash: `0x${'ab'.repeat(32)}` }],
        ['/rotate_access_key', { op_jwt: spent, access_key, wallet_id }],
        ['/recover_access_key', { auth_jwt: spent, wallet_id }],
        ['/export', { op_jwt: spent, access_key, wallet_id, recipient_public_key }],
        ['/import', { ...(await core.importBody('alice', 'EVM', someKey('k'))), auth_jwt: spent }],
      ];
      const sign = { op_jwt: spent, access_key, wallet_id, message_base64: 'aGVsbG8=' };
      const first = await core.manage('POST', `${path}/sign_message`, sign);
      expect(first.status).toBe(200);
      expect(await core.manage('POST', `${path}/sign_message`, sign)).toEqual(first);
      for (const [operation, body] of uses) {
        const answer = await core.manage('POST', path + operation, body);
        expect([operation, answer.status, codeOf(answer)]).toEqual([
          operation,
          409,
          'WALLET_TOKEN_ALREADY_USED',
        ]);
      }
      const created = { auth_jwt: await core.operationToken('alice'), network: 'EVM' };
      const key = { 'idempotency-key': randomUUID() };
      const made = await core.succeed<CoreWallet>('POST', path, created, key);
      expect(await core.succeed<CoreWallet>('POST', path, created, key)).toEqual(made);
      expect(codeOf(await core.manage('POST', path, created))).toBe('WALLET_TOKEN_ALREADY_USED');
    },
    { op_jwt_mode: 'observe' },
  );
  await core.expectSigns('alice', wallet);
});

it('a policy for any chain closes exports on both interfaces until it is inactive', async () => {
  const wallet = await core.newWallet('alice');
  await core.users.wallet(await core.operationToken('alice'), 'ETH');
  const recipient_public_key = Buffer.alloc(32, 9).toString('base64');
  const exports = async () => [
    await core.manage('POST', `${path}/export`, {
      op_jwt: await core.operationToken('alice'),
      access_key: wallet.data.access_key,
      wallet_id: wallet.wallet_id,
      recipient_public_key,
    }),
    await core.users.post('/v2/wallet/export', await core.operationToken('alice'), 'ETH', {
      recipient_public_key,
    }),
  ];
  const policy = neverDenying({ name: 'of Solana', chain: 'SOL', method: 'signTransaction' });
  await withSettings(
    { policy_evaluation_enabled: true },
    async () => {
      expect((await exports()).map(({ status }) => status)).toEqual([200, 200]);
      const made = await core.manage('POST', '/v1/policy', policy);
      expect(made.status).toBe(201);
      const { id } = made.body as { id: string };
      const [onCore, onExpress] = await exports();
      expect([onCore?.status, onCore && codeOf(onCore)]).toEqual([403, 'POLICY_DENIED']);
      expect([onExpress?.status, onExpress?.body]).toEqual([
        403,
        expect.objectContaining({ code: 'policy.denied' }),
      ]);
      await core.succeed('PATCH', `/v1/policy/${id}`, { is_active: false });
      expect((await exports()).map(({ status }) => status)).toEqual([200, 200]);
    },
    { policy_evaluation_enabled: false },
  );
});
