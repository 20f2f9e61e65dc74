import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeLocalCertificates, makeServerCertificate } from '@wallet-service/local-certificates';
import { openBrowser } from '@wallet-service/test-kit/browser';
import type { Browser, BrowserContext, Frame } from 'playwright-core';
import { demoCustomer, freshToken, type Customer } from './http/customer.js';
import { sharedStack, type SharedStack } from './stacks.js';

// Pages of other origins in a real browser, which enforces CORS, against the running service.

const folder = mkdtempSync(path.join(tmpdir(), 'pages-'));
const servers: Server[] = [];
let shared: SharedStack;
let customer: Customer;
let browser: Browser;
let context: BrowserContext;
let https: string;
let http: string;
let token: string;
let allowed: string;

beforeAll(async () => {
  shared = await sharedStack('browser origins');
  customer = demoCustomer(shared.stack);
  token = await freshToken(customer, 'surfer');
  const now = new Date();
  await makeLocalCertificates(folder, now, []);
  const hosts = ['*.example.com', '*.preview.example.com', '*.deep.preview.example.com'];
  const { cert, key } = await makeServerCertificate(folder, 'pages', hosts, now);
  https = await listening(createHttpsServer({ cert: readFileSync(cert), key: readFileSync(key) }, servePage));
  http = await listening(createHttpServer(servePage));
  allowed = `https://app.example.com:${https}`;
  browser = await openBrowser(['--host-resolver-rules=MAP *.example.com 127.0.0.1']);
  context = await browser.newContext({ ignoreHTTPSErrors: true });
  await allow(allowed, `https://*.preview.example.com:${https}`, `http://localhost:${http}`);
});
afterAll(async () => {
  await browser.close();
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

const allow = (...origins: readonly string[]) =>
  customer.succeed('PATCH', '/v1/application', { allowed_origins: origins });

/** A page, and within it one in a sandbox. */
const servePage: RequestListener = ({ url }, response) => {
  const inner = url === '/' ? '<iframe sandbox="allow-scripts" src="/inner"></iframe>' : '';
  response.setHeader('content-type', 'text/html').end(`<!doctype html><title>page</title>${inner}`);
};

async function listening(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return String((server.address() as AddressInfo).port);
}

type Call = {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: object;
  readonly body?: string;
};
/** What the page sees. `blocked`: the browser shows it no answer at all. */
type Seen = 'blocked' | { readonly status: number; readonly body: unknown; readonly told: readonly string[] };

async function fetchIn(frame: Frame, { path: at = '/v2/wallet', method = 'POST', headers, body }: Call) {
  const { authorization, ...rest } = { ...customer.express.headers(token, 'ETH'), ...headers } as Record<
    string,
    string
  >;
  const sent = { method, headers: { authorization, ...rest }, ...(body !== undefined && { body }) };
  return frame.evaluate(
    async ([url, init]): Promise<Seen> => {
      const answer = await fetch(url, init as RequestInit).catch(() => undefined);
      if (!answer) return 'blocked';
      const told = ['x-trace-id', 'ratelimit', 'ratelimit-policy', 'www-authenticate', 'preference-applied'];
      return {
        status: answer.status,
        body: await answer.json(),
        told: told.filter((name) => answer.headers.has(name)),
      };
    },
    [`${shared.expressUrl}${at}`, sent] as const,
  );
}

async function callFrom(origin: string, call: Call = {}, inSandbox = false): Promise<Seen> {
  const page = await context.newPage();
  try {
    await page.goto(origin);
    const frame = inSandbox ? page.frames()[1] : page.mainFrame();
    if (!frame) throw new Error('the page has no frame');
    return await fetchIn(frame, call);
  } finally {
    await page.close();
  }
}

const json = { 'content-type': 'application/json' };
const aWallet = {
  status: 200,
  body: { public_address: expect.stringMatching(/^0x/) as string },
  told: ['x-trace-id', 'ratelimit', 'ratelimit-policy'],
};

it('answers pages of an allowed origin, of a wildcard, and of localhost', async () => {
  for (const origin of [allowed, `https://pr-7.preview.example.com:${https}`, `http://localhost:${http}`])
    expect(await callFrom(origin)).toMatchObject(aWallet);
});

it('signs for a page, which reads what the answer says about its receipt', async () => {
  const call = {
    path: '/v2/wallet/sign/message',
    headers: { ...json, prefer: 'receipt', traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-00` },
    body: JSON.stringify({ message_base64: 'aGk=' }),
  };
  expect(await callFrom(allowed, call)).toMatchObject({
    status: 200,
    body: { signature: expect.stringMatching(/^0x/) as string, receipt: expect.anything() as unknown },
    told: expect.arrayContaining(['preference-applied', 'x-trace-id']) as unknown,
  });
});

it('shows pages of other origins nothing, and refuses what they send', async () => {
  const others = [
    `https://other.example.com:${https}`,
    `https://pr-7.deep.preview.example.com:${https}`,
    `http://app.example.com:${http}`,
    `http://127.0.0.1:${http}`,
  ];
  for (const origin of others) {
    expect([origin, await callFrom(origin)]).toEqual([origin, 'blocked']);
    const headers = { ...customer.express.headers(token, 'ETH'), origin };
    const answer = await fetch(`${shared.expressUrl}/v2/wallet`, { method: 'POST', headers });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'request.origin-not-allowed' });
  }
  expect(await callFrom(allowed, {}, true)).toBe('blocked');
});

it('lets pages of an allowed origin read why they are refused', async () => {
  const at = '/v2/wallet/sign/message';
  expect(await callFrom(allowed, { headers: { authorization: 'Bearer x' } })).toMatchObject({
    status: 401,
    body: { code: 'auth.token-invalid', detail: expect.any(String) as string },
    told: expect.arrayContaining(['www-authenticate', 'x-trace-id']) as unknown,
  });
  expect(await callFrom(allowed, { headers: { 'x-service-chain': 'DOGE' } })).toMatchObject({
    status: 422,
    body: { code: 'request.invalid' },
  });
  expect(await callFrom(allowed, { path: at, headers: json, body: '{"a":1}' })).toMatchObject({
    status: 422,
    body: { errors: expect.anything() as unknown },
  });
  expect(await callFrom(allowed, { path: at, headers: json, body: '{' })).toMatchObject({ status: 400 });
});

it('is refused as soon as the origin is off the list, and allowed as soon as it is on it', async () => {
  const page = await context.newPage();
  await page.goto(allowed);
  for (let times = 0; times < 3; times += 1) {
    await allow();
    expect(await fetchIn(page.mainFrame(), {})).toBe('blocked');
    await allow(allowed);
    expect(await fetchIn(page.mainFrame(), {})).toMatchObject(aWallet);
  }
  await page.close();
});

it('never lets a page call Core or management, whatever it knows', async () => {
  const headers = { ...json, 'x-service-secret-key': customer.secretKey() };
  for (const call of [
    { path: '/v2/api/wallet', body: '{}' },
    { path: '/v1/application', method: 'GET' },
    { path: '/v1/policy', method: 'GET' },
    { path: '/v1/admin/application', method: 'GET' },
    { path: '/v1/admin/pregen/wallet', body: '{"email":"a@example.com"}' },
  ])
    expect([call, await callFrom(allowed, { ...call, headers })]).toEqual([call, 'blocked']);
});
