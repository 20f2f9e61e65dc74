import { expectCoreError } from './expect-core-error.js';
import { expectProblem } from './expect-problem.js';
import {
  gatewayUnderTest,
  secretKey,
  userHeaders,
  userToken,
  type GatewayUnderTest,
} from './gateway-under-test.js';

// What a caller learns about a refused token: a code, the name of the rule, and the claim or header that breaks it.
// Never the token.

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await gatewayUnderTest();
});
beforeEach(() => {
  gateway.asked.length = 0;
});

const now = Math.floor(Date.now() / 1000);
const claims = (text: string) => `a.${Buffer.from(text).toString('base64url')}.c`;

type Refusal = {
  readonly title: string;
  readonly token: () => string | Promise<string>;
  readonly core: string;
  readonly express: string;
  readonly reason: string;
  readonly names: RegExp;
};
const invalid = { core: 'INVALID_TOKEN', express: 'auth.token-invalid' };
const unknown = { core: 'TOKEN_PROVIDER_UNKNOWN', express: 'auth.token-provider-unknown' };

const refusals: readonly Refusal[] = [
  {
    title: 'of another issuer',
    token: () => userToken({ iss: 'https://evil.example' }),
    ...unknown,
    reason: 'token-issuer',
    names: /claim iss/,
  },
  {
    title: 'for another audience',
    token: () => userToken({ aud: 'other' }),
    ...unknown,
    reason: 'token-audience',
    names: /claim aud/,
  },
  {
    title: 'for two other audiences',
    token: () => userToken({ aud: ['app-2', 'other'] }),
    ...unknown,
    reason: 'token-audience',
    names: /expected aud 'app-1'; found aud 'app-2', 'other'/,
  },
  { title: 'that is none', token: () => 'a.b.c', ...invalid, reason: 'token-malformed', names: /parts/ },
  {
    title: 'whose claims are no object',
    token: () => claims('7'),
    ...invalid,
    reason: 'token-malformed',
    names: /parts|header/,
  },
  {
    title: 'without a subject',
    token: () => userToken({ sub: '' }),
    ...invalid,
    reason: 'token-malformed',
    names: /claim sub must be text of 1 to 255/,
  },
  {
    title: 'whose subject has a line separator',
    token: () => userToken({ sub: 'user\u20281' }),
    ...invalid,
    reason: 'token-malformed',
    names: /claim sub .*line separators/,
  },
  {
    title: 'whose subject is half a character',
    token: () => userToken({ sub: 'us\ud800r' }),
    ...invalid,
    reason: 'token-malformed',
    names: /claim sub .*lone surrogates/,
  },
  {
    title: 'whose subject is too long',
    token: () => userToken({ sub: 'x'.repeat(256) }),
    ...invalid,
    reason: 'token-malformed',
    names: /claim sub .*255/,
  },
  {
    title: 'whose times are milliseconds',
    token: () => userToken({ iat: now * 1000 }),
    ...invalid,
    reason: 'token-malformed',
    names: /claim iat/,
  },
  {
    title: 'of the future',
    token: () => userToken({ nbf: now + 100 }),
    ...invalid,
    reason: 'token-not-yet-valid',
    names: /claim iat or nbf/,
  },
  {
    title: 'by an unknown key',
    token: () => userToken({}, 'k9'),
    ...invalid,
    reason: 'token-key-unknown',
    names: /header kid/,
  },
  {
    title: 'with a broken signature',
    token: async () => (await userToken()).slice(0, -8) + 'AAAAAAAA',
    ...invalid,
    reason: 'token-signature',
    names: /signature/,
  },
  {
    title: 'that has expired',
    token: () => userToken({ iat: now - 400, exp: now - 100 }),
    core: 'TOKEN_EXPIRED',
    express: 'auth.token-expired',
    reason: 'token-expired',
    names: /claim exp/,
  },
  {
    title: 'that lives longer than a day',
    token: () => userToken({ iat: now, exp: now + 86_401 }),
    core: 'TOKEN_LIFETIME_TOO_LONG',
    express: 'auth.token-lifetime-too-long',
    reason: 'token-lifetime',
    names: /claim exp .* iat by at most 86400 s/,
  },
];

const core = (path: string, payload: object) =>
  gateway.send({
    method: 'POST',
    url: `/v2/api/wallet${path}`,
    headers: { 'x-service-secret-key': secretKey, 'content-type': 'application/json' },
    payload,
  });

describe.each(refusals)('a token $title', ({ token, core: coreCode, express, reason, names }) => {
  it('is refused by name on Core', async () => {
    const jwt = await token();
    const answer = await core('', { auth_jwt: jwt, network: 'EVM' });
    const { message, details } = expectCoreError(answer, 401, coreCode);
    expect([message, details]).toEqual([expect.stringMatching(names), expect.objectContaining({ reason })]);
    expect(answer.body).not.toContain(jwt);
    expect(gateway.asked.some(({ service }) => service === 'wallet')).toBe(false);
  });

  it('is refused by name on Express', async () => {
    const jwt = await token();
    const answer = await gateway.send({ method: 'POST', url: '/v2/wallet', headers: userHeaders(jwt) });
    const problem = expectProblem(answer, 401, express);
    expect(problem).toMatchObject({ detail: expect.stringMatching(names) as string, reason });
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer error="invalid_token"/);
    expect(answer.body).not.toContain(jwt);
  });
});

describe('a token that lives longer than 5 minutes', () => {
  const wallet_id = 'wallet-1';
  const access_key = `ak_${Buffer.alloc(32, 3).toString('base64url')}`;
  const longer = () => userToken({ iat: now, exp: now + 301 });

  it.each<[string, (jwt: string) => object]>([
    ['/sign_data', (op_jwt) => ({ op_jwt, access_key, wallet_id, raw_data_hash: `0x${'ab'.repeat(32)}` })],
    ['/sign_message', (op_jwt) => ({ op_jwt, access_key, wallet_id, message_base64: 'aGk=' })],
    ['/sign_transaction', (op_jwt) => ({ op_jwt, access_key, wallet_id, payload: '0x02' })],
    [
      '/export',
      (op_jwt) => ({
        op_jwt,
        access_key,
        wallet_id,
        recipient_public_key: Buffer.alloc(32, 4).toString('base64'),
      }),
    ],
    ['/rotate_access_key', (op_jwt) => ({ op_jwt, access_key, wallet_id })],
    ['/recover_access_key', (auth_jwt) => ({ auth_jwt, wallet_id })],
  ])('is refused at %s, and the error names the limit', async (path, body) => {
    const { message, details } = expectCoreError(
      await core(path, body(await longer())),
      401,
      'TOKEN_LIFETIME_TOO_LONG',
    );
    expect(message).toContain('by at most 300 s');
    expect(details).toMatchObject({ reason: 'token-lifetime' });
    expect(gateway.asked.some(({ service }) => service === 'wallet')).toBe(false);
  });

  it("may create a wallet, because there the application's setting limits the lifetime", async () => {
    expect((await core('', { auth_jwt: await longer(), network: 'EVM' })).status).toBe(200);
  });
});
