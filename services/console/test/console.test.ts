import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMemoryStore } from '@wallet-service/redis';
import { buildApp } from '../src/app.js';
import { readPageFiles } from '../src/page-files.js';
import { createLimit } from '../src/rate-limit.js';

// The console over real sockets, at the root and under a path, in front of a server that records what it is asked.

type Asked = { readonly line: string; readonly headers: IncomingHttpHeaders; readonly body: string };
type Answer = { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> };
type Received = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string };

const session = `ses_${'0'.repeat(32)}_${'A'.repeat(43)}`;
const origin = 'https://console.example.com';
const newSession = { session, person: { id: 'p', name: 'Ada' }, time_expires: 2_000, idle_seconds: 1_800 };

const asked: Asked[] = [];
let answer: (asked: Asked) => Answer;
let gateway: Server;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'console-'));
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'index.html'), '<script src="/__base__/assets/a.js"></script>');
  writeFileSync(path.join(folder, 'assets/a.js'), 'import("/__base__/assets/b.js")');
  writeFileSync(path.join(folder, 'secret.key'), 'never served');
  gateway = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const one = { line: `${method} ${url}`, headers, body: Buffer.concat(chunks).toString() };
      asked.push(one);
      const { status, body, headers: given = {} } = answer(one);
      outgoing.writeHead(status, { 'content-type': 'application/json', ...given });
      outgoing.end(status === 204 ? undefined : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  asked.length = 0;
  answer = () => ({ status: 200, body: {} });
});
afterAll(() => {
  gateway.close();
  rmSync(folder, { recursive: true });
});

const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const stop of stops) await stop();
});

/** `takesSessions`: as in development. */
async function startConsole(prefix = '', takesSessions = false) {
  const stopped = new AbortController();
  const failures: unknown[] = [];
  const app = buildApp({
    ...{ origin, prefix, takesSessions },
    gatewayUrl: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    files: readPageFiles(folder, prefix),
    trustedProxies: [],
    limit: createLimit(createMemoryStore({ now: Date.now })),
    now: () => 1_000_000,
    ...{ provider: undefined, onProviderFailed: (error: unknown) => failures.push(error) },
    onFailed: (error) => failures.push(error),
    onAnswered: () => undefined,
    signal: stopped.signal,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  stops.push(async () => {
    stopped.abort();
    await app.close();
  });
  /** As is: no client changes the path or adds headers. */
  const send = (method: string, at: string, headers: Record<string, string> = {}, body?: string) =>
    new Promise<Received>((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const sent = request({ port, host: '127.0.0.1', method, path: at, headers: { ...headers, ...length } });
      sent.on('error', reject);
      sent.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const { statusCode: status = 0, headers: given } = response;
          resolve({ status, headers: given, body: Buffer.concat(chunks).toString() });
        });
      });
      sent.end(body);
    });
  return { send, failures };
}

const reading = { 'sec-fetch-site': 'same-origin', cookie: `__Host-session=${session}` };
const writing = { ...reading, origin, 'content-type': 'application/json' };

describe.each([[''], ['/ops/console']])('at "%s"', (prefix) => {
  let send: Awaited<ReturnType<typeof startConsole>>['send'];
  beforeAll(async () => {
    ({ send } = await startConsole(prefix));
  });

  it('gives the page for each of its paths, and files for a year', async () => {
    for (const at of ['/', '/a/1/activity?outcome=deny', '/invitation']) {
      const { status, headers, body } = await send('GET', prefix + at);
      expect([at, status, body]).toEqual([at, 200, `<script src="${prefix}/assets/a.js"></script>`]);
      expect(headers['cache-control']).toBe('no-store');
    }
    const file = await send('GET', `${prefix}/assets/a.js`);
    expect(file.body).toBe(`import("${prefix}/assets/b.js")`);
    expect(file.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    });
    expect((await send('GET', `${prefix}/assets/none.js`)).status).toBe(404);
  });

  it('never serves another file, whatever the path', async () => {
    for (const at of [
      '/secret.key',
      '/assets/../secret.key',
      '/%2e%2e/secret.key',
      '/assets/%2e%2e%2fsecret.key',
    ])
      expect((await send('GET', prefix + at)).body).not.toContain('never served');
    if (prefix !== '') expect((await send('GET', '/')).status).toBe(404);
  });

  it('has the headers that keep other code out on each answer, errors too', async () => {
    for (const [method, at] of [
      ['GET', '/'],
      ['GET', '/assets/a.js'],
      ['GET', '/api/v1/policy'],
      ['POST', '/auth/passkey'],
      ['PUT', '/anything'],
    ] as const) {
      const { headers } = await send(method, prefix + at);
      const policy = String(headers['content-security-policy']);
      for (const rule of ["default-src 'none'", "script-src 'self'", "require-trusted-types-for 'script'"])
        expect([at, policy]).toEqual([at, expect.stringContaining(rule)]);
      expect(policy).not.toMatch(/unsafe|\*|https?:|data:/);
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
    }
  });

  it('asks the gateway in the name of the session, and passes no other credential', async () => {
    answer = () => ({ status: 200, body: { data: [] }, headers: { 'x-trace-id': 't', 'set-cookie': 'a=b' } });
    const { status, headers, body } = await send('GET', `${prefix}/api/v1/policy?is_active=true`, {
      ...reading,
      'x-service-application-id': 'app',
      'x-service-session': 'ses_of_somebody_else',
      'x-service-secret-key': 'sk',
      'x-service-operator-key': 'op',
      'x-forwarded-for': '6.6.6.6',
      authorization: 'Bearer x',
    });
    expect([status, JSON.parse(body)]).toEqual([200, { data: [] }]);
    expect(headers['x-trace-id']).toBe('t');
    expect(headers['set-cookie']).toBeUndefined();
    expect(asked[0]?.line).toBe('GET /v1/policy?is_active=true');
    expect(asked[0]?.headers).toMatchObject({
      'x-service-session': session,
      'x-service-application-id': 'app',
    });
    for (const name of ['x-service-secret-key', 'x-service-operator-key', 'authorization', 'cookie'])
      expect([name, asked[0]?.headers[name]]).toEqual([name, undefined]);
    expect(asked[0]?.headers['x-forwarded-for']).toBe('127.0.0.1');
  });

  it('makes the session a cookie that no script reads, and no answer has it', async () => {
    answer = () => ({ status: 201, body: newSession });
    for (const at of ['passkey', 'invitation/accept']) {
      const { status, headers, body } = await send('POST', `${prefix}/auth/${at}`, writing, '{"passkey":{}}');
      expect(status).toBe(200);
      expect(headers['set-cookie']).toEqual([
        `__Host-session=${session}; Max-Age=1000; Path=/; Secure; HttpOnly; SameSite=Strict`,
      ]);
      expect(body).not.toContain('ses_');
    }
    answer = () => ({ status: 204, body: undefined });
    const out = await send('POST', `${prefix}/auth/sign_out`, writing, '{}');
    expect(out.headers['set-cookie']?.[0]).toMatch(/^__Host-session=; Max-Age=0; /);
    expect(asked.at(-1)?.line).toBe('DELETE /v1/session');
  });

  it('sets no cookie when the gateway refuses', async () => {
    answer = () => ({ status: 401, body: { code: 'auth.passkey-invalid', session } });
    const { status, headers, body } = await send('POST', `${prefix}/auth/passkey`, writing, '{}');
    expect([status, headers['set-cookie'], body.includes('ses_')]).toEqual([401, undefined, false]);
  });
});

describe('who asks', () => {
  let send: Awaited<ReturnType<typeof startConsole>>['send'];
  beforeAll(async () => {
    ({ send } = await startConsole());
  });

  it.each([
    ['another site', { ...writing, 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { ...writing, 'sec-fetch-site': 'same-site' }],
    ['the address bar', { ...writing, 'sec-fetch-site': 'none' }],
    ['no browser', { origin, 'content-type': 'application/json', cookie: reading.cookie }],
    ['another origin', { ...writing, origin: 'https://console.example.com.evil.example' }],
    ['no origin', { ...reading, 'content-type': 'application/json' }],
    ['origin null', { ...writing, origin: 'null' }],
  ])('changes nothing for %s', async (_, headers) => {
    for (const at of ['/api/v1/policy', '/auth/passkey', '/auth/step_up', '/auth/sign_out']) {
      const { status } = await send('POST', at, headers, '{}');
      expect([at, status]).toEqual([at, 403]);
    }
    expect(asked).toEqual([]);
  });

  it('reads nothing for other sites either', async () => {
    for (const at of ['/api/v1/policy', '/events?application_id=a&list=/v1/policy'])
      expect((await send('GET', at, { ...reading, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(asked).toEqual([]);
  });

  it('takes a write without a body, as browsers send it', async () => {
    answer = () => ({ status: 200, body: {} });
    const { status } = await send('POST', '/api/v1/webhook/w/test', { ...reading, origin }, '');
    expect([status, asked.at(-1)?.line]).toEqual([200, 'POST /v1/webhook/w/test']);
  });

  it('takes JSON alone', async () => {
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
    for (const given of [{}, ...types.map((type) => ({ 'content-type': type }))])
      expect((await send('POST', '/api/v1/policy', { ...reading, origin, ...given }, '{}')).status).toBe(415);
    expect(asked).toEqual([]);
  });

  it.each([
    ['GET', '/api/v2/wallet'],
    ['POST', '/api/v2/wallet/sign/message'],
    ['POST', '/api/v1/session'],
    ['POST', '/api/v1/invitation/accept'],
    ['GET', '/api/metrics'],
    ['GET', '/api/readyz'],
    ['GET', '/api/v1/../metrics'],
    ['GET', '/api/v1/%2e%2e/metrics'],
    ['GET', '/api/v1/..%2fmetrics'],
    ['GET', '/api/v1/.%5c/metrics'],
    ['GET', '/api//v1/policy'],
    ['GET', '/api/v1//policy'],
    ['GET', '/api/v1/policy\\x'],
    ['POST', '/auth/session'],
    ['GET', '/events?application_id=a'],
    ['GET', '/events?application_id=a&list=/v2/wallet'],
    ['GET', '/events?application_id=a&list=/v1/../metrics'],
  ])('never passes on %s %s', async (method, at) => {
    const { status } = await send(
      method,
      at,
      method === 'GET' ? reading : writing,
      method === 'GET' ? undefined : '{}',
    );
    expect([400, 404]).toContain(status);
    expect(asked).toEqual([]);
  });

  it('takes a cookie only in the form of a session, and only one', async () => {
    for (const cookie of [
      '__Host-session=x',
      `__Host-session=${session}x`,
      `__Host-session=${session}; __Host-session=${session}`,
      `session=${session}`,
      '',
    ]) {
      await send('GET', '/api/v1/policy', { ...reading, cookie });
      expect([cookie, asked.at(-1)?.headers['x-service-session']]).toEqual([cookie, undefined]);
    }
  });

  it('takes a handed-over session in development alone, and only one that is good', async () => {
    const development = await startConsole('', true);
    answer = ({ headers }) =>
      headers['x-service-session'] === session
        ? { status: 200, body: { time_expires: 2_000 } }
        : { status: 401, body: {} };
    const hand = (given: unknown) =>
      development.send('POST', '/auth/session', writing, JSON.stringify({ session: given }));
    expect((await hand(session)).headers['set-cookie']?.[0]).toContain(session);
    for (const given of ['x', `ses_${'1'.repeat(32)}_${'A'.repeat(43)}`, `${session}; a=b`, 1, null])
      expect((await hand(given)).status).toBe(401);
  });

  it('says that the gateway does not answer, and limits who asks too often', async () => {
    const [{ send: ask }, answers] = [await startConsole(), new Set<string>()];
    for (let count = 0; count < 40; count += 1) {
      const { status, headers } = await ask('POST', '/auth/passkey/challenge', writing, '{}');
      answers.add(`${status} ${String(headers['retry-after'])}`);
    }
    expect(answers).toEqual(new Set(['200 undefined', '429 1']));
  });
});

it('sends new entries to those who listen, and ends when the gateway refuses', async () => {
  const { send } = await startConsole();
  const pages = ['21', '432'].map((ids) => Array.from(ids, (id) => ({ id })));
  answer = ({ headers, line }) => {
    expect(line).toBe('GET /v1/policy/decisions');
    expect(headers).toMatchObject({ 'x-service-session': session, 'x-service-application-id': 'app' });
    const [data] = pages.splice(0, 1);
    return data ? { status: 200, body: { data, next: null } } : { status: 401, body: {} };
  };
  const { headers, body } = await send('GET', listening('/v1/policy/decisions'), reading);
  expect(headers['content-type']).toBe('text/event-stream');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect([...body.matchAll(/"id":"(\d)"/g)].map(([, id]) => id)).toEqual(['1', '2', '3', '4']);
  expect(body.endsWith('event: end\ndata: 401\n\n')).toBe(true);
});

it('answers as the gateway does who may not read a list, and lets browsers try again later', async () => {
  const { send } = await startConsole();
  answer = () => ({ status: 403, body: 'no' });
  expect(await send('GET', listening('/v1/audit'), reading)).toMatchObject({ status: 403, body: '"no"' });
  answer = () => ({ status: 429, body: {} });
  expect(await send('GET', listening('/v1/audit'), reading)).toMatchObject({ status: 200, body: '' });
});

const listening = (list: string): string => `/events?application_id=app&list=${list}`;
