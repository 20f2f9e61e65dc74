import { AppError, type ErrorCode } from '@wallet-service/errors';
import { expectCoreError } from './expect-core-error.js';
import {
  accessKey,
  gatewayUnderTest,
  secretKey,
  signature,
  userToken,
  type GatewayUnderTest,
} from './gateway-under-test.js';

const headers = { 'x-service-secret-key': secretKey, 'content-type': 'application/json' };
const hash = `0x${'ab'.repeat(32)}`;
const transaction = {
  type: 'eip1559',
  chainId: 1,
  nonce: 0,
  to: `0x${'11'.repeat(20)}`,
  gas: 21_000,
  maxFeePerGas: '1',
  maxPriorityFeePerGas: '1',
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

const sign = (operation: string, fields: object, to = gateway) =>
  to.send({
    method: 'POST',
    url: `/v2/api/wallet/sign_${operation}`,
    headers,
    payload: {
      op_jwt: token,
      access_key: `ak_${accessKey.toString('base64url')}`,
      wallet_id: 'wallet-1',
      ...fields,
    },
  });
const lastAsked = () => gateway.asked.at(-1);

describe('signing on Core', () => {
  it("sign_data signs a hash, given the wallet's access key and a token", async () => {
    const answer = await sign('data', { raw_data_hash: hash });
    expect([answer.status, answer.json()]).toEqual([200, { data: { message_hash: '0xdd', ...signature } }]);
    expect(lastAsked()?.request).toEqual({
      user: {
        applicationId: 'application-1',
        providerId: 'provider-1',
        issuer: 'https://login.example',
        subject: 'user-1',
        jwt: token,
        opJwtMode: 'observe',
        assertsEmail: false,
      },
      walletId: 'wallet-1',
      accessKey,
      operation: { rawHash: { hash: Buffer.alloc(32, 0xab) } },
      receipt: false,
    });
  });

  it.each(['wallet-1', 'wallet-sol', 'wallet-btc'])(
    "sign_message with %s names no format, because the wallet's chain decides it",
    async (wallet_id) => {
      const answer = await sign('message', { wallet_id, message_base64: 'aGVsbG8=' });
      expect([answer.status, answer.json()]).toEqual([200, { data: signature }]);
      expect(lastAsked()?.request['operation']).toEqual({ message: { message: Buffer.from('hello') } });
    },
  );

  it('sign_message passes on the format that the caller names', async () => {
    const fields = { wallet_id: 'wallet-btc', message_base64: '', format: 'bip322' };
    expect((await sign('message', fields)).status).toBe(200);
    expect(lastAsked()?.request).toMatchObject({ operation: { message: { format: 'bip322' } } });
  });

  it('needs no access key for a wallet that has none', async () => {
    expect((await sign('message', { message_base64: 'aGk=', access_key: undefined })).status).toBe(200);
    expect(lastAsked()?.request).toMatchObject({ walletId: 'wallet-1', accessKey: Buffer.alloc(0) });
  });

  it('sign_transaction accepts payloads as Express does', async () => {
    const answer = await sign('transaction', { payload: transaction });
    expect([answer.status, answer.json()]).toEqual([
      200,
      { data: { signed_transaction: '0xee', transaction_hash: '0xdd' } },
    ]);
    expect(lastAsked()?.request['operation']).toEqual({ transaction: { json: JSON.stringify(transaction) } });
  });

  it('calls only Sign of the wallet service', async () => {
    await sign('data', { raw_data_hash: hash, wallet_id: 'wallet-new' });
    await sign('message', { message_base64: '', wallet_id: 'wallet-sol' });
    await sign('transaction', { payload: 'cHNidP8=', wallet_id: 'wallet-btc' });
    const methods = gateway.asked.filter(({ service }) => service === 'wallet').map(({ method }) => method);
    expect(methods).toEqual(['Sign', 'Sign', 'Sign']);
  });

  it.each<[string, object, string]>([
    ['data', { raw_data_hash: '0xab' }, '/raw_data_hash'],
    ['data', { raw_data_hash: hash, payload: transaction }, '/raw_data_hash'],
    ['message', { message_base64: 'aGVsbG8' }, '/message_base64'],
    ['message', { message_base64: '', format: 'bip322' }, '/format'],
    ['transaction', { payload: { ...transaction, gass: 1 } }, '/payload/gass'],
    ['transaction', { wallet_id: 'wallet-sol', payload: {} }, '/payload'],
    ['message', { message_base64: '', op_jwt: 7 }, '/op_jwt'],
    ['message', { message_base64: '', encryption_context: 'x' }, '/encryption_context'],
  ])('sign_%s %j is 400 at %s', async (operation, fields, path) => {
    const { details } = expectCoreError(await sign(operation, fields), 400, 'INVALID_REQUEST_FIELDS');
    expect(details.errors?.map((error) => error.path)).toContain(path);
  });

  it("refuses what makes no sense on the wallet's chain, and names the field", async () => {
    const answer = await sign('data', { raw_data_hash: hash, wallet_id: 'wallet-sol' });
    const { details } = expectCoreError(answer, 400, 'CHAIN_OPERATION_UNSUPPORTED');
    expect(details.errors?.[0]?.path).toBe('/wallet_id');
  });

  it('an operation token may live at most 5 minutes', async () => {
    const iat = Math.floor(Date.now() / 1000);
    const longest = await sign('data', {
      raw_data_hash: hash,
      op_jwt: await userToken({ iat, exp: iat + 300 }),
    });
    expect(longest.status).toBe(200);
    const longer = await sign('data', {
      raw_data_hash: hash,
      op_jwt: await userToken({ iat, exp: iat + 301 }),
    });
    expectCoreError(longer, 401, 'TOKEN_LIFETIME_TOO_LONG');
    expect(lastAsked()?.service).toBe('identity');
  });

  it('a token that may create a wallet may not sign, even if it was accepted before', async () => {
    const iat = Math.floor(Date.now() / 1000);
    const auth_jwt = await userToken({ iat, exp: iat + 3600 });
    const created = await gateway.send({
      method: 'POST',
      url: '/v2/api/wallet',
      headers,
      payload: { auth_jwt, network: 'EVM' },
    });
    expect(created.status).toBe(200);
    const refused = await sign('data', { raw_data_hash: hash, op_jwt: auth_jwt });
    expectCoreError(refused, 401, 'TOKEN_LIFETIME_TOO_LONG');
  });

  it.each(['wrong', `sk_${'A'.repeat(43)}`, `ak_${'A'.repeat(42)}`])(
    "the malformed access key %s gets the same answer as another wallet's key",
    async (access_key) => {
      const answer = await sign('data', { raw_data_hash: hash, access_key });
      const { message } = expectCoreError(answer, 403, 'INVALID_ACCESS_KEY');
      expect(message).not.toContain(access_key);
      expect(gateway.asked.some(({ method }) => method === 'Sign')).toBe(false);
    },
  );

  it.each<[ErrorCode, number, string]>([
    ['wallet.access-key-invalid', 403, 'INVALID_ACCESS_KEY'],
    ['wallet.owner-mismatch', 403, 'WALLET_OWNER_MISMATCH'],
    ['wallet.not-found', 404, 'WALLET_NOT_FOUND'],
    ['policy.denied', 403, 'POLICY_DENIED'],
    ['auth.mfa-required', 401, 'AUTH_MFA_REQUIRED'],
    ['provider.not-trusted-yet', 409, 'PROVIDER_NOT_TRUSTED_YET'],
    ['request.idempotency-mismatch', 422, 'REQUEST_IDEMPOTENCY_MISMATCH'],
    ['request.idempotency-running', 409, 'REQUEST_IDEMPOTENCY_RUNNING'],
    ['service.unavailable', 503, 'SERVICE_UNAVAILABLE'],
    ['wallet.record-corrupt', 500, 'WALLET_RECORD_CORRUPT'],
  ])("the wallet service's %s becomes %d %s", async (code, status, name) => {
    const failing = await gatewayUnderTest({
      answers: {
        Sign: () => {
          throw new AppError(code, 'no', { details: { policy_id: 'p' } });
        },
      },
    });
    const { details } = expectCoreError(await sign('data', { raw_data_hash: hash }, failing), status, name);
    if (status !== 500) expect(details).toMatchObject({ policy_id: 'p' });
  });

  it('nothing of a request is written to the log', async () => {
    gateway.log.length = 0;
    await sign('data', { raw_data_hash: hash });
    await sign('data', { raw_data_hash: hash, access_key: 'wrong-one' });
    const log = JSON.stringify(gateway.log);
    for (const secret of [token, secretKey, accessKey.toString('base64url'), 'wrong-one', hash])
      expect(log).not.toContain(secret);
  });
});
