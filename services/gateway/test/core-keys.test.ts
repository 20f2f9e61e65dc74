import { expectCoreError } from './expect-core-error.js';
import {
  accessKey,
  application,
  gatewayUnderTest,
  honestAnswers,
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

const send = (method: string, url: string, payload?: unknown) =>
  gateway.send({ method, url, headers, payload });
const lastAsked = () => gateway.asked.at(-1);
const user = () => ({
  applicationId: 'application-1',
  providerId: 'provider-1',
  issuer: 'https://login.example',
  subject: 'user-1',
  jwt: token,
  opJwtMode: 'observe',
  assertsEmail: false,
});

describe('access keys', () => {
  it('are rotated with the old key and an operation token', async () => {
    const body = { op_jwt: token, access_key: accessKeyText, wallet_id: 'wallet-1' };
    const answer = await send('POST', '/v2/api/wallet/rotate_access_key', body);
    expect([answer.status, answer.json()]).toEqual([200, made]);
    expect(lastAsked()).toMatchObject({
      method: 'RotateAccessKey',
      request: { user: user(), walletId: 'wallet-1', accessKey },
    });
  });

  it("are recovered with the owner's token alone", async () => {
    const body = { auth_jwt: token, wallet_id: 'wallet-1' };
    const answer = await send('POST', '/v2/api/wallet/recover_access_key', body);
    expect([answer.status, answer.json()]).toEqual([200, made]);
    expect(lastAsked()).toMatchObject({
      method: 'RecoverAccessKey',
      request: { user: user(), walletId: 'wallet-1' },
    });
  });

  it('are not recovered while the application has recovery turned off', async () => {
    const settings = { ...application.settings, accessKeyRecovery: false };
    const off = await gatewayUnderTest({
      answers: {
        AuthenticateSecretKey: (request) => ({
          ...(honestAnswers['AuthenticateSecretKey']?.(request) as object),
          application: { ...application, settings },
        }),
      },
    });
    const payload = { auth_jwt: token, wallet_id: 'wallet-1' };
    const url = '/v2/api/wallet/recover_access_key';
    expectCoreError(
      await off.send({ method: 'POST', url, headers, payload }),
      403,
      'WALLET_RECOVERY_DISABLED',
    );
    expect(off.asked.some(({ service }) => service === 'wallet')).toBe(false);
  });
});

describe('moving private keys', () => {
  const recipient = Buffer.alloc(32, 4).toString('base64');
  const exported = {
    wallet_id: 'wallet-1',
    public_address: address,
    public_key: walletKeyText,
    encapsulated_key: Buffer.alloc(32, 1).toString('base64'),
    ciphertext: 'c2VhbGVk',
    info: 'aW5mbw==',
    associated_data: 'YWFk',
  };

  it("exports to the caller's public key", async () => {
    const body = {
      op_jwt: token,
      access_key: accessKeyText,
      wallet_id: 'wallet-1',
      recipient_public_key: recipient,
    };
    const answer = await send('POST', '/v2/api/wallet/export', body);
    expect([answer.status, answer.json()]).toEqual([200, { data: exported }]);
    expect(lastAsked()?.request).toEqual({
      user: user(),
      walletId: 'wallet-1',
      accessKey,
      recipientPublicKey: Buffer.alloc(32, 4),
    });
  });

  it('returns the key to seal an import to, for an owner and a network', async () => {
    const query = 'network=EVM&issuer=https%3A%2F%2Flogin.example&subject=user-1';
    const answer = await send('GET', `/v2/api/wallet/import_key?${query}`);
    expect(answer.json()).toEqual({
      data: { public_key: Buffer.alloc(32, 2).toString('base64'), info: 'aW5mbw==', associated_data: 'YWFk' },
    });
    expect(lastAsked()?.request).toEqual({
      applicationId: 'application-1',
      network: 'EVM',
      issuer: 'https://login.example',
      subject: 'user-1',
    });
  });

  it('imports a sealed key', async () => {
    const body = {
      auth_jwt: token,
      network: 'EVM',
      encapsulated_key: recipient,
      ciphertext: Buffer.alloc(48, 5).toString('base64'),
    };
    const answer = await send('POST', '/v2/api/wallet/import', body);
    expect([answer.status, answer.json()]).toEqual([200, made]);
    expect(lastAsked()?.request).toMatchObject({
      encapsulatedKey: Buffer.alloc(32, 4),
      ciphertext: Buffer.alloc(48, 5),
      recoverable: true,
    });
  });

  it.each<[string, object, string]>([
    ['export', { recipient_public_key: 'AAAA' }, '/recipient_public_key'],
    ['export', { recipient_public_key: recipient.replace('=', '') }, '/recipient_public_key'],
    ['import', { encapsulated_key: 'AAAA', ciphertext: '' }, '/encapsulated_key'],
    ['import', { encapsulated_key: recipient, ciphertext: '?' }, '/ciphertext'],
    [
      'import',
      { encapsulated_key: recipient, ciphertext: Buffer.alloc(47).toString('base64') },
      '/ciphertext',
    ],
    [
      'import',
      { encapsulated_key: recipient, ciphertext: Buffer.alloc(80).toString('base64') },
      '/ciphertext',
    ],
  ])('%s %j is refused at %s', async (operation, fields, path) => {
    const own =
      operation === 'export'
        ? { op_jwt: token, access_key: accessKeyText, wallet_id: 'wallet-1' }
        : { auth_jwt: token, network: 'EVM' };
    const answer = await send('POST', `/v2/api/wallet/${operation}`, { ...own, ...fields });
    const { details } = expectCoreError(answer, 400, 'INVALID_REQUEST_FIELDS');
    expect(details.errors?.map((error) => error.path)).toEqual([path]);
  });
});
