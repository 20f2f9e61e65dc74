import { expectProblem } from './expect-problem.js';
import {
  type GatewayUnderTest,
  gatewayUnderTest,
  signature,
  userHeaders,
  userToken,
  walletKeyText,
} from './gateway-under-test.js';

describe('the Express interface', () => {
  let gateway: GatewayUnderTest;
  let token: string;
  beforeAll(async () => {
    gateway = await gatewayUnderTest();
    token = await userToken();
  });
  beforeEach(() => {
    gateway.asked.length = 0;
  });

  it.each([undefined, '{}', ''])(
    'POST /v2/wallet with the body %j answers with the address',
    async (payload) => {
      const answer = await gateway.send({
        method: 'POST',
        url: '/v2/wallet',
        headers: userHeaders(token),
        ...(payload !== undefined && { payload }),
      });
      expect(answer.status).toBe(200);
      expect(answer.json()).toEqual({
        public_address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
        public_key: walletKeyText,
      });
      expect(gateway.asked.map(({ method }) => method)).toEqual(['AuthenticateUser', 'GetOrCreateWallet']);
      expect(gateway.asked[1]?.request).toEqual({
        user: {
          applicationId: 'application-1',
          providerId: 'provider-1',
          issuer: 'https://login.example',
          subject: 'user-1',
          jwt: token,
          opJwtMode: 'observe',
          assertsEmail: false,
        },
        chain: 'ETH',
        skipClaim: false,
        pregenerates: true,
      });
    },
  );

  it('signs a hash', async () => {
    const raw_data_hash = `0x${'Ab'.repeat(32)}`;
    const answer = await gateway.send({
      method: 'POST',
      url: '/v2/wallet/sign/data',
      headers: userHeaders(token),
      payload: { raw_data_hash },
    });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({ message_hash: '0xdd', ...signature });
    expect(gateway.asked.at(-1)?.request).toMatchObject({
      operation: { rawHash: { hash: Buffer.alloc(32, 0xab) } },
    });
  });

  it.each([
    ['ETH', undefined],
    ['SOL', undefined],
    ['BTC', undefined],
    ['BTC', 'bip137'],
    ['BTC', 'bip322'],
  ])('signs a message on %s with the format %j', async (chain, format) => {
    const answer = await gateway.send({
      method: 'POST',
      url: '/v2/wallet/sign/message',
      headers: userHeaders(token, chain),
      payload: { message_base64: 'aGVsbG8=', ...(format !== undefined && { format }) },
    });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual(signature);
    const request = gateway.asked.at(-1)?.request;
    expect(request).toMatchObject({ chain });
    const message = { message: Buffer.from('hello'), ...(format !== undefined && { format }) };
    expect(request?.['operation']).toEqual({ message });
  });

  it.each(['ETH', 'SOL'])('%s: a message has one format, and naming it is refused', async (chain) => {
    const answer = await gateway.send({
      method: 'POST',
      url: '/v2/wallet/sign/message',
      headers: userHeaders(token, chain),
      payload: { message_base64: 'aGVsbG8=', format: 'bip322' },
    });
    const { errors } = expectProblem(answer, 422, 'request.invalid');
    expect(errors?.map(({ path }) => path)).toEqual(['/format']);
  });

  it('signs the empty message and one of 64 KiB', async () => {
    for (const bytes of [0, 65_536]) {
      const message_base64 = Buffer.alloc(bytes, 7).toString('base64');
      const answer = await gateway.send({
        method: 'POST',
        url: '/v2/wallet/sign/message',
        headers: userHeaders(token),
        payload: { message_base64 },
      });
      expect(answer.status).toBe(200);
    }
  });

  it('signs an EIP-7702 authorization', async () => {
    const answer = await gateway.send({
      method: 'POST',
      url: '/v2/wallet/sign/eip7702',
      headers: userHeaders(token),
      payload: { chain_id: 9_007_199_254_740_991, address: `0x${'Ff'.repeat(20).toLowerCase()}`, nonce: 0 },
    });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({ r: '1', s: '2', y_parity: 0, r_hex: '0x1', s_hex: '0x2' });
    expect(gateway.asked.at(-1)?.request).toMatchObject({
      operation: {
        eip7702Authorization: {
          chainId: '9007199254740991',
          address: Buffer.alloc(20, 0xff),
          nonce: '0',
        },
      },
    });
  });

  it('asks identity for every request, but only for what has changed', async () => {
    await gateway.send({ method: 'POST', url: '/v2/wallet', headers: userHeaders(token) });
    expect(gateway.asked[0]?.request).toMatchObject({ knownRevision: '7' });
  });
});
