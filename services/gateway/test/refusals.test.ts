import { AppError } from '@wallet-service/errors';
import { mostAtOnce } from '../src/statistics/refusal-notes.js';
import {
  gatewayUnderTest,
  applicationId,
  generousRates,
  secretKey,
  userHeaders,
  userToken,
  type GatewayOptions,
} from './gateway-under-test.js';

// What is noted of requests that were refused without a decision, and what is not.

type Refusal = Readonly<Record<string, unknown>>;

const message = { message_base64: 'aGVsbG8=' };
const sign = { method: 'POST', url: '/v2/wallet/sign/message' } as const;
const hour = 3_600;

async function gatewayWithNotes(options: GatewayOptions = {}) {
  const gateway = await gatewayUnderTest(options);
  return {
    send: gateway.send,
    signWith: async (headers: Record<string, string>, body: object = message) =>
      gateway.send({ ...sign, headers, payload: body }),
    refusals: async (query = ''): Promise<readonly Refusal[]> => {
      const headers = { 'x-service-secret-key': secretKey };
      const answer = await gateway.send({ method: 'GET', url: `/v1/refusal${query}`, headers });
      expect(answer.status).toBe(200);
      return (answer.json() as { readonly data: readonly Refusal[] }).data;
    },
  };
}

const seconds = Math.floor(Date.now() / 1_000);

it.each([
  ['auth.token-expired', 'token-expired', { iat: seconds - hour, exp: seconds - 60 }],
  ['auth.token-invalid', 'token-not-yet-valid', { iat: seconds + hour, exp: seconds + hour + 60 }],
  ['auth.token-provider-unknown', 'token-audience', { aud: 'another app' }],
  ['auth.token-provider-unknown', 'token-issuer', { iss: 'https://other.example' }],
  ['auth.token-lifetime-too-long', 'token-lifetime', { exp: seconds + 400 * 24 * hour }],
])(
  'notes %s with the check that failed, and nobody, because nothing was verified',
  async (code, reason, claims) => {
    const { signWith, refusals } = await gatewayWithNotes();
    const token = await userToken({ ...claims, sub: 'claims-to-be' });
    const answer = await signWith({ ...userHeaders(token), 'x-trace-id': 'ab'.repeat(16) });
    expect(answer.status).toBe(401);
    const [noted, ...others] = await refusals(`?trace_id=${'ab'.repeat(16)}`);
    expect(others).toEqual([]);
    expect(noted).toEqual({
      ...{ trace_id: 'ab'.repeat(16), time: expect.any(Number) as number, method: 'POST', path: sign.url },
      ...{ status: 401, code, reason, fields: [], issuer: null, subject: null },
    });
    expect(JSON.stringify(noted)).not.toContain(token.split('.')[1]);
  },
);

it('notes an unknown key and a wrong signature', async () => {
  const { signWith, refusals } = await gatewayWithNotes();
  await signWith(userHeaders(await userToken({}, 'k9')));
  const [header, claims, signature = ''] = (await userToken()).split('.');
  const wrong = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
  await signWith(userHeaders([header, claims, wrong].join('.')));
  expect(await refusals()).toMatchObject([{ reason: 'token-signature' }, { reason: 'token-key-unknown' }]);
});

it('notes a provider that is not of the application, and tells its caller nothing of the application', async () => {
  const named = { details: { application_id: applicationId } };
  const { signWith, refusals } = await gatewayWithNotes({
    answers: {
      AuthenticateUser: () => {
        throw new AppError('auth.provider-invalid', 'the application has no such identity provider', named);
      },
    },
  });
  const answer = await signWith(userHeaders(await userToken()));
  expect(answer.json()).toMatchObject({ status: 401, code: 'auth.provider-invalid' });
  expect(answer.json()).not.toHaveProperty('application_id');
  expect(await refusals()).toMatchObject([{ code: 'auth.provider-invalid', status: 401, reason: null }]);
});

it('notes fields, limits and failures, with the user whose token was verified', async () => {
  const { signWith, refusals } = await gatewayWithNotes({
    rates: { ...generousRates, wallet: { perSecond: 1, burst: 2 } },
    answers: {
      Sign: () => {
        throw new AppError('service.unavailable', 'away');
      },
    },
  });
  const headers = userHeaders(await userToken());
  await signWith(headers, { message_base64: 7, surprise: 'secret' });
  expect((await signWith(headers)).status).toBe(503);
  expect((await signWith(headers)).status).toBe(429);
  const noted = await refusals();
  expect(noted).toMatchObject([
    { status: 429, code: 'request.rate-limited', subject: 'user-1' },
    { status: 503, code: 'service.unavailable', subject: 'user-1' },
    {
      status: 422,
      fields: expect.arrayContaining(['/', '/message_base64']) as string[],
      subject: 'user-1',
    },
  ]);
  expect(JSON.stringify(noted)).not.toContain('"secret"');
});

it.each([
  ['a name that is not known', { ...message, sk_live_SECRET: 1 }, ['/']],
  ['a name within a value', { ...message, message_base64: { sk_live_SECRET: 1 } }, ['/message_base64']],
  ['malformed JSON', '{"message_base64":"aGVsbG8=","sk_live_SECRET":1.00000000000000000001}', ['/']],
  ['the same name twice', '{"sk_live_SECRET":1,"sk_live_SECRET":2}', ['/']],
])('notes of %s where it is, without the name', async (_what, payload, fields) => {
  const { send, refusals } = await gatewayWithNotes();
  const headers = { ...userHeaders(await userToken()), 'content-type': 'application/json' };
  const answer = await send({ ...sign, headers, payload });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  const noted = await refusals();
  expect(noted).toMatchObject([{ fields }]);
  expect(JSON.stringify(noted)).not.toContain('SECRET');
});

it('notes of a query parameter that is not known only that there is one', async () => {
  const { send, refusals } = await gatewayWithNotes();
  const headers = userHeaders(await userToken());
  await send({ ...sign, url: `${sign.url}?sk_live_SECRET=1`, headers, payload: message });
  expect(await refusals()).toMatchObject([{ fields: ['query'] }]);
});

it('notes no decision of a policy, no success, no management, and nobody without valid credentials', async () => {
  const denied = () => {
    throw new AppError('policy.denied', 'no');
  };
  const { send, signWith, refusals } = await gatewayWithNotes({ answers: { Sign: denied } });
  const headers = userHeaders(await userToken());
  expect((await signWith(headers)).status).toBe(403);
  expect((await signWith({ ...headers, 'x-service-api-key': 'pk_nobody' })).status).toBe(401);
  expect((await signWith({})).status).toBe(401);
  expect((await send({ method: 'POST', url: '/v2/wallet', headers })).status).toBe(200);
  const owner = { 'x-service-secret-key': secretKey };
  expect((await send({ method: 'GET', url: '/v1/policy?surprise=1', headers: owner })).status).toBe(422);
  expect(await refusals()).toEqual([]);
});

it('notes a few of a flood', async () => {
  const { signWith, refusals } = await gatewayWithNotes();
  for (let at = 0; at < mostAtOnce + 10; at++) await signWith(userHeaders('no.token.here'));
  expect(await refusals()).toHaveLength(mostAtOnce);
});
