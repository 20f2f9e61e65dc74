import fastify, { type FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import type { Gateway } from '../src/gateway.js';
import type { ProviderSignIn } from '../src/people-provider.js';
import { addProviderSignIn } from '../src/provider-routes.js';
import { Refusal } from '../src/refusal.js';

// What the console does with the answers of a provider and of the gateway, which are played here. The browser and a
// certified provider are in packages/e2e/test/console.

const origin = 'https://console.example.com';
const session = `ses_${'0'.repeat(32)}_${'A'.repeat(43)}`;
const [state, nonce, verifier] = ['s', 'n', 'v'].map((letter) => letter.repeat(43));
const cookie = `__Host-sign-in=${state}.${nonce}.${verifier}`;
const callback = '/console/auth/provider/callback?code=c?d&state=s';

type Played = { readonly provider?: Partial<ProviderSignIn>; readonly gateway?: Gateway };

function start({ provider, gateway }: Played) {
  const failures: unknown[] = [];
  const app: FastifyInstance = fastify({ forceCloseConnections: true });
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Refusal ? error.status : 500).send(String(error)),
  );
  addProviderSignIn(app, {
    ...{ origin, prefix: '/console', now: () => 1_000_000 },
    gateway: gateway ?? (() => Promise.reject(new Error('nobody asks'))),
    provider: provider && {
      begin: () => Promise.reject(new Error('away')),
      finish: () => Promise.reject(new Error('refused')),
      ...provider,
    },
    limit: () => Promise.resolve(),
    onProviderFailed: (error) => failures.push(error),
  });
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url, headers });
  return { get, failures };
}

const answers =
  (status: number, body: object): Gateway =>
  () =>
    Promise.resolve({
      status,
      headers: new Headers(),
      body: Readable.from([Buffer.from(JSON.stringify(body))]),
    });
const sameOrigin = { 'sec-fetch-site': 'same-origin' };

it('begins for its own page alone, and says whether there is a provider', async () => {
  const attempt = { state: state ?? '', nonce: nonce ?? '', verifier: verifier ?? '' };
  const begin = () => Promise.resolve({ url: 'https://id.example.com/auth?x=1', attempt });
  const { get } = start({ provider: { begin } });
  expect((await get('/console/auth/options', sameOrigin)).json()).toEqual({ provider: true });
  const begun = await get('/console/auth/provider', sameOrigin);
  expect([begun.statusCode, begun.headers.location]).toEqual([303, 'https://id.example.com/auth?x=1']);
  expect(begun.headers['set-cookie']).toBe(`${cookie}; Max-Age=600; Path=/; Secure; HttpOnly; SameSite=Lax`);
  expect((await get('/console/auth/provider', { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  const without = start({});
  expect((await without.get('/console/auth/options', sameOrigin)).json()).toEqual({ provider: false });
  expect((await without.get('/console/auth/provider', sameOrigin)).statusCode).toBe(404);
});

it('makes a session of a good answer, and ends the attempt', async () => {
  const given: unknown[] = [];
  const finish: ProviderSignIn['finish'] = (search, attempt) => {
    given.push(search, attempt);
    return Promise.resolve('an id token');
  };
  const { get } = start({
    provider: { finish },
    gateway: (request) => {
      given.push(request.path, JSON.parse(String(request.body)));
      return answers(201, { session, time_expires: 2_000 })(request);
    },
  });
  const done = await get(callback, { cookie });
  expect([done.statusCode, done.headers.location]).toEqual([303, '/console/']);
  expect(given).toEqual([
    '?code=c?d&state=s',
    { state, nonce, verifier },
    '/v1/session',
    { id_token: 'an id token', nonce },
  ]);
  const [ended = '', made = ''] = done.headers['set-cookie'] as string[];
  expect(ended).toMatch(/^__Host-sign-in=; Max-Age=0;/);
  expect(made).toBe(`__Host-session=${session}; Max-Age=1000; Path=/; Secure; HttpOnly; SameSite=Strict`);
});

it.each<[string, Played, Record<string, string>, string]>([
  ['no attempt', {}, {}, 'attempt'],
  ['two attempts', {}, { cookie: `${cookie}; ${cookie}` }, 'attempt'],
  ['an attempt of another form', {}, { cookie: '__Host-sign-in=a.b.c' }, 'attempt'],
  ['an answer that is refused', {}, { cookie }, 'provider'],
  [
    'somebody who was not invited',
    { gateway: answers(403, { code: 'auth.not-invited' }) },
    { cookie },
    'not-invited',
  ],
  [
    'a token that is refused',
    { gateway: answers(401, { code: 'auth.id-token-invalid' }) },
    { cookie },
    'refused',
  ],
  ['identity away', { gateway: answers(503, { code: 'service.unavailable' }) }, { cookie }, 'later'],
  [
    'the gateway away',
    { gateway: () => Promise.reject(new Refusal(503, 'console.gateway-unreachable', 'away')) },
    { cookie },
    'later',
  ],
])('makes no session of %s', async (_, { gateway }, headers, problem) => {
  const finish = () => (gateway ? Promise.resolve('an id token') : Promise.reject(new Error('refused')));
  const { get, failures } = start({ provider: { finish }, ...(gateway && { gateway }) });
  const done = await get(callback, headers);
  expect([done.statusCode, done.headers.location]).toEqual([303, `/console/sign-in?problem=${problem}`]);
  expect(String(done.headers['set-cookie'])).not.toContain('ses_');
  expect(failures).toHaveLength(problem === 'provider' ? 1 : 0);
});
